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
_POINT = r"(?:(?:(?<=\b[A-Z])|(?<=\bDr|\bMr|\bMs|\bSt|\bSr)|(?<=\bMrs|\bSra)|(?<=\bProf|\bSrta))\.)?"
# The letter comes before the look-behind, so that the engine can skip ahead to capitals.
_RUN = re.compile(rf"[A-ZÀ-ÖØ-ÞĀ-Ž](?<![\w'].)[\w'-]*(?:{_POINT}(?: (?:{_PARTICLES}))* ?{_CAPITALISED})*")
_PART = re.compile(r"[^ .]+")
_NEXT = re.compile(r" [a-zß-öø-ÿ]+")
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
    common, unnamed = _function_words(), listed("no_names")
    parts = list(_PART.finditer(match[0]))
    folded = [_folded(part[0]) for part in parts]
    first = 0
    while first < len(folded) and (folded[first] in unnamed or (opens and folded[first] in common)):
        first += 1
        opens = False
    ends = next((at for at in range(first, len(folded)) if folded[at] in unnamed), len(folded))
    bare = tuple(word for word in folded[first:ends] if word not in listed("titles"))
    if not bare:
        return
    stop = start + parts[ends - 1].end()
    if len(bare) == 1 and not _likely(scan, before, bare[0], stop, opens=opens):
        return
    scan.take(start + parts[first].start(), stop, Kind.NAME, bare)


def _likely(scan: Scan, before: str, word: str, stop: int, *, opens: bool) -> bool:
    """Whether a single capitalised word is a name, by what stands beside it."""
    if _common(word):
        return False
    if scan.language == "de" and not opens:
        return _german_name(before, word)
    if not opens or scan.left.endswith("'s", 0, stop) or word == scan.lowered.strip():
        return True
    if not before and scan.left.startswith(": ", stop):  # the speaker of a line
        return not concepts(word)
    following = _NEXT.match(scan.left, stop)
    if following is None or concepts(word):
        return False
    verb = following[0].strip()
    inflected = verb.endswith(("s", "ed")) and len(verb) > len("his") and not _common(verb)
    return inflected or verb in listed("verbs_after_names")


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
