"""Finds what is written like a name: runs of capitalised Latin words."""

import re
from functools import cache, lru_cache

from auditor.values.concepts import concepts
from auditor.values.folding import without_accents
from auditor.values.language import stop_words
from auditor.values.lexicon import listed
from auditor.values.model import Kind
from auditor.values.scan import Scan

_CAPITALISED = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w'-]*"
_PARTICLES = "de|del|della|di|da|van|von|der|den|la|le|bin|al|of|the"
# The letter comes before the look-behind, so that the engine can skip ahead to capitals.
_RUN = re.compile(rf"[A-ZÀ-ÖØ-ÞĀ-Ž](?<![\w'].)[\w'-]*(?:\.?(?: (?:{_PARTICLES}))* ?{_CAPITALISED})*")
_SPLIT = re.compile(r"[ .]+")
_SENTENCE_ENDS = frozenset('.!?:;"(-。！？')


def find_names(scan: Scan) -> None:
    """Takes capitalised runs, but no word that is capitalised for another reason.

    A word that opens a sentence counts only if no word list knows it; in German, where nouns are
    capitalised, a single word also needs a preposition or its like before it.
    """
    if scan.text.islower():
        return
    for match in _RUN.finditer(scan.left):
        if match[0][0].isupper():
            _take_name(scan, match)


def _take_name(scan: Scan, match: re.Match[str]) -> None:
    start = match.start()
    before = scan.left[max(0, start - 12) : start].rstrip()
    opens = not before or before[-1] in _SENTENCE_ENDS
    if opens and match[0].isalpha() and _common(_folded(match[0])):
        return
    parts = [part for part in _SPLIT.split(match[0]) if part]
    while parts and (_folded(parts[0]) in listed("no_names") or (opens and _common(_folded(parts[0])))):
        start += len(parts[0])
        while start < match.end() and scan.left[start] in " .":
            start += 1
        parts = parts[1:]
        opens = False
    bare = tuple(_folded(part) for part in parts if _folded(part) not in listed("titles"))
    if not bare or (len(parts) == 1 and scan.language == "de" and not _german_name(before, bare[0])):
        return
    if opens and len(parts) == 1 and concepts(bare[0]):
        return
    scan.take(start, match.end(), Kind.NAME, bare)


def _german_name(before: str, word: str) -> bool:
    return before.rpartition(" ")[2].lower() in listed("german_name_leads") and not concepts(word)


@lru_cache(maxsize=8192)
def _folded(word: str) -> str:
    return without_accents(word.casefold().removesuffix("'s").strip("'-"))


def _common(word: str) -> bool:
    return word in _function_words()


@cache
def _function_words() -> frozenset[str]:
    return frozenset().union(*(stop_words(language) for language in ("en", "de", "es", "fr")))
