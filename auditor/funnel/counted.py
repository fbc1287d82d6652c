"""What a bare number counts, and whether two numbers can answer one question.

"Eight sessions" is no other answer than "3" to how strong the pain is, "two students" none to the number of a
room, and thirty-six cars on a boat that may take 38 are within its limit.
"""

import re
from functools import lru_cache

from auditor.funnel.interface import Statement
from auditor.funnel.meanings import word_set
from auditor.funnel.relevance import met_terms
from auditor.funnel.statements import light, plainly, terms_of
from auditor.values import AMOUNTS, Kind, Value, clean

_NOUN = re.compile(r"\s+(?P<first>[^\W\d_][\w'-]*)(?:\s+(?P<second>[^\W\d_][\w'-]*))?")
_CHANGE_AFTER = re.compile(
    r"\W+(?:[\w-]+ )?(?:less|more|fewer|extra|additional|further|off|on top"
    r"|weniger|mehr|menos|más|de moins|de plus)\b",
    re.IGNORECASE,
)
_CHANGE_BEFORE = re.compile(r"\b(?:another|plus|minus|extra|by|um|otr[oa]s|encore)\s+$", re.IGNORECASE)
_PART_OF_A_NAME = re.compile(r"[^\W\d_]-$|[^\W_]/$")
_STOPS = word_set("no nouns")
_BOUNDS = word_set("bounds")
_NEWS = word_set("news")
_EVENTS = word_set("events")


def may_be_rivals(a: Statement, ours: Value, b: Statement, theirs: Value) -> bool:
    """Whether ``ours`` of ``a`` and ``theirs`` of ``b`` can be two answers to one question."""
    if ours.kind in AMOUNTS and _is_bound(a) != _is_bound(b) and not (_is_news(a) or _is_news(b)):
        return False
    if ours.kind in AMOUNTS and (_is_event(a) != _is_event(b)):
        return False
    if ours.kind is not Kind.NUMBER or theirs.kind is not Kind.NUMBER:
        return not (_is_change(a, ours) or _is_change(b, theirs))
    if any(_is_change(one, value) or _names(one, value) for one, value in ((a, ours), (b, theirs))):
        return False
    return _may_count(counted(b.text, theirs.text), a) and _may_count(counted(a.text, ours.text), b)


def _may_count(noun: frozenset[str], other: Statement) -> bool:
    return not noun or bool(met_terms(noun, other.heard))


def _is_bound(one: Statement) -> bool:
    """Whether a statement tells how much there may be at most, at least, or as a rule."""
    often = any(value.kind is Kind.FREQUENCY for value in one.values)
    return often or not _BOUNDS.isdisjoint(one.spoken) or not _BOUNDS.isdisjoint(one.topic)


def _is_event(one: Statement) -> bool:
    """Whether a statement tells what was done once ("bought six eggs"), which is no standing amount."""
    return not _EVENTS.isdisjoint(one.spoken)


def _is_news(one: Statement) -> bool:
    """Whether a statement tells that something is other than it was ("from June on", "it went up")."""
    return not _NEWS.isdisjoint(one.spoken)


def _is_change(one: Statement, value: Value) -> bool:
    before, after = _around(one.text, value.text)
    return _CHANGE_AFTER.match(after) is not None or _CHANGE_BEFORE.search(before) is not None


def _names(one: Statement, value: Value) -> bool:
    """Whether the number is a part of a name ("gw-1")."""
    return _PART_OF_A_NAME.search(_around(one.text, value.text)[0]) is not None


@lru_cache(maxsize=8192)
def counted(text: str, number: str) -> frozenset[str]:
    """The terms of the noun that ``number`` counts in ``text``: {"session"} for "eight sessions"."""
    match = _NOUN.match(_around(text, number)[1])
    if match is None or match["first"].lower() in _STOPS:
        return frozenset()
    second = match["second"] or ""
    words = match["first"] if second.lower() in _STOPS else f"{match['first']} {second}"
    return terms_of(words) - light()


@lru_cache(maxsize=8192)
def _around(text: str, number: str) -> tuple[str, str]:
    before, _, after = plainly(clean(text)).partition(number)
    return before, after
