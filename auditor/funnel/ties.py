"""How two words hang together: the lexicon of ``training/build_lexicon.py`` (from WordNet) by stem."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import orjson

from auditor.funnel.meanings import broader, concept, excludes, listed_words, same_member
from auditor.funnel.relevance import BEGINNING, akin

_FILE = Path(__file__).parent / "data" / "lexicon.json"
_STEPS = 3


class Tie(StrEnum):
    """How word ``b`` hangs together with word ``a``."""

    SAME = "same"
    BROADER = "broader"  # b names a kind that a belongs to
    NARROWER = "narrower"
    KIN = "kin"  # one is derived from the other, or both are the next to one kind
    SIBLING = "sibling"  # two kinds of one thing
    OPPOSITE = "opposite"
    NONE = "none"


@cache
def _lexicon() -> Any:
    return orjson.loads(_FILE.read_bytes())


@lru_cache(maxsize=16384)
def _senses(word: str) -> frozenset[int]:
    return frozenset(map(int, _lexicon()["words"].get(word, "").split()))


@lru_cache(maxsize=16384)
def _names(word: str) -> frozenset[int]:
    """The senses by which ``word`` may name a kind, rare ones too."""
    return _senses(word) | frozenset(map(int, _lexicon()["also"].get(word, "").split()))


def base(word: str) -> str:
    """The stem of the base form of an irregular form ("caught" → "catch")."""
    form: str = _lexicon()["irregular"].get(word, word)
    return form


@lru_cache(maxsize=16384)
def _above(sense: int) -> frozenset[int]:
    return frozenset(map(int, _lexicon()["above"][sense].split()))


@lru_cache(maxsize=16384)
def _kinds(word: str) -> Mapping[int, int]:
    """The senses above those of ``word``, with how many steps up they are."""
    found: dict[int, int] = {}
    edge = _senses(word)
    for step in range(1, _STEPS + 1):
        edge = frozenset[int]().union(*(_above(sense) for sense in edge))
        for sense in edge:
            found.setdefault(sense, step)
    return found


@cache
def _pairs(name: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for pair in _lexicon()[name]:
        one, other = pair.split()
        found[one].add(other)
        found[other].add(one)
    return {word: frozenset(others) for word, others in found.items()}


@lru_cache(maxsize=65536)
def tie(a: str, b: str) -> Tie:
    """How the stem ``b`` hangs together with the stem ``a``, the closest way counting."""
    found = _tie(a, b)
    if found is Tie.NONE and (base(a), base(b)) != (a, b):
        return _tie(base(a), base(b))
    return found


def may_be_tied(word: str, words: frozenset[str]) -> frozenset[str]:
    """Those of ``words`` that may hang together with ``word``, either way: it has no tie to the others.

    Both must be in some lexicon, or begin alike.
    """
    begun = _beginnings(words)
    alike = frozenset(begun.get(word[:BEGINNING], ())).union(begun.get(base(word)[:BEGINNING], ()))
    return alike | (words & _listed()) if word in _listed() else alike


@lru_cache(maxsize=4096)
def _beginnings(words: frozenset[str]) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for word in words:
        for start in {word[:BEGINNING], base(word)[:BEGINNING]}:
            found[start].append(word)
    return dict(found)


@cache
def _listed() -> frozenset[str]:
    """The words of all lexicons."""
    lexicon = _lexicon()
    own = {*lexicon["words"], *lexicon["also"], *lexicon["irregular"], *lexicon["irregular"].values()}
    return listed_words().union(own, _pairs("opposites"), _pairs("kin"))


def _tie(a: str, b: str) -> Tie:
    if a == b or concept(a) == concept(b) or same_member(a, b):
        return Tie.SAME
    if b in _pairs("opposites").get(a, ()) or excludes(concept(a), concept(b)):
        return Tie.OPPOSITE
    if _senses(a) & _senses(b):
        return Tie.SAME
    if concept(b) in broader(concept(a)) or _names(b) & _kinds(a).keys():
        return Tie.BROADER
    if concept(a) in broader(concept(b)) or _names(a) & _kinds(b).keys():
        return Tie.NARROWER
    if akin(a, b) or b in _pairs("kin").get(a, ()):
        return Tie.KIN
    mine, theirs = _kinds(a), _kinds(b)
    if any(step + theirs[sense] <= _CLOSE for sense, step in mine.items() if sense in theirs):
        return Tie.SIBLING
    return Tie.NONE


_CLOSE = 2
