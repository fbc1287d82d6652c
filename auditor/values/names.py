"""Finds what is written like a name: runs of capitalised Latin words."""

import re
from functools import cache

from auditor.values.folding import without_accents
from auditor.values.language import stop_words
from auditor.values.lexicon import table
from auditor.values.model import Kind
from auditor.values.scan import Scan

_CAPITALISED = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w'-]*"
_PARTICLES = "de|del|della|di|da|van|von|der|den|la|le|bin|al|of|the"
# The letter comes before the look-behind, so that the engine can skip ahead to capitals.
_RUN = re.compile(rf"[A-ZÀ-ÖØ-ÞĀ-Ž](?<![\w'].)[\w'-]*(?:\.?(?: (?:{_PARTICLES}))* ?{_CAPITALISED})*")
_SPLIT = re.compile(r"[ .]+")
_SENTENCE_ENDS = frozenset(".!?:;\"(-。！？")


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(without_accents(word) for word in table("words")[name].split("|"))


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
        before = scan.left[max(0, start - 2) : start].rstrip()
        opens = not start or (bool(before) and before[-1] in _SENTENCE_ENDS)
        while parts and (_folded(parts[0]) in _listed("no_names") or (opens and _common(_folded(parts[0])))):
            start += len(parts[0])
            while start < match.end() and scan.left[start] in " .":
                start += 1
            parts = parts[1:]
            opens = False
        bare = tuple(_folded(part) for part in parts if _folded(part) not in _listed("titles"))
        if bare and not (german and len(parts) == 1 and len(bare[0]) > 12):  # noqa: PLR2004  long German nouns are no names
            scan.take(start, match.end(), Kind.NAME, bare)


def _folded(word: str) -> str:
    return without_accents(word.casefold().removesuffix("'s").strip("'-"))


def _common(word: str) -> bool:
    return word in _function_words()


@cache
def _function_words() -> frozenset[str]:
    return frozenset().union(*(stop_words(language) for language in ("en", "de", "es", "fr")))
