"""Finds what is written like a name: runs of capitalised Latin words."""

import re

from auditor.values.folding import without_accents
from auditor.values.language import stop_words
from auditor.values.model import Kind
from auditor.values.scan import Scan

_RUN = re.compile(
    r"(?<![\w'])(?:[^\W\d_a-zß-öø-ÿ][\w'-]*)(?:\.?(?: (?:de|del|della|di|da|van|von|der|den|la|le|bin|al|of|the))* ?(?:[^\W\d_a-zß-öø-ÿ][\w'-]*))*"
)
_SPLIT = re.compile(r"[ .]+")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\"(\n] ?|- ?)$")
TITLES = frozenset(
    [
        "dr",
        "mr",
        "mrs",
        "ms",
        "miss",
        "prof",
        "professor",
        "sir",
        "madam",
        "herr",
        "frau",
        "señor",
        "señora",
        "sr",
        "sra",
        "srta",
        "don",
        "doña",
        "m",
        "mme",
        "mlle",
        "monsieur",
        "madame",
        "doctor",
        "rev",
    ]
)
_NO_NAMES = frozenset(
    [
        "user",
        "users",
        "the",
        "a",
        "an",
        "i",
        "my",
        "he",
        "she",
        "they",
        "we",
        "it",
        "you",
        "customer",
        "client",
        "patient",
        "agent",
        "assistant",
        "yes",
        "no",
        "ok",
        "not",
        "please",
        "note",
        "also",
        "prefers",
        "likes",
        "lives",
        "works",
        "wants",
        "has",
        "is",
        "was",
        "nutzer",
        "nutzerin",
        "kunde",
        "kundin",
        "benutzer",
        "usuario",
        "usuaria",
        "cliente",
        "utilisateur",
        "utilisatrice",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "am",
        "pm",
        "usd",
        "eur",
        "gbp",
        "utc",
    ]
)


def find_names(scan: Scan) -> None:
    """Takes capitalised runs; a single word that opens a sentence counts only if it is no common word."""
    if scan.text.islower():
        return
    german = scan.language == "de"
    for match in _RUN.finditer(scan.left):
        if not match[0][0].isupper():
            continue
        parts = [part for part in _SPLIT.split(match[0]) if part]
        start = match.start()
        opens = _SENTENCE_START.search(scan.left[:start]) is not None
        while parts and (_folded(parts[0]) in _NO_NAMES or (opens and _common(_folded(parts[0])))):
            start += len(parts[0])
            while start < match.end() and scan.left[start] in " .":
                start += 1
            parts = parts[1:]
            opens = False
        bare = tuple(_folded(part) for part in parts if _folded(part) not in TITLES)
        if bare and not (german and len(parts) == 1 and len(bare[0]) > 12):  # noqa: PLR2004  long German nouns are no names
            scan.take(start, match.end(), Kind.NAME, bare)


def _folded(word: str) -> str:
    return without_accents(word.casefold().removesuffix("'s").strip("'-"))


def _common(word: str) -> bool:
    return any(word in stop_words(language) for language in ("en", "de", "es", "fr"))
