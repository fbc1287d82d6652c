"""How much two statements are about one thing: orders candidates, and guards every conflict."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from auditor.funnel.interface import Statement
from auditor.funnel.meanings import broader, contrasting, excludes, places
from auditor.funnel.statements import light

_CONCEPT_CREDIT = 0.6
_BROAD_CONCEPTS = frozenset(
    {"schedule", "status", "goal", "preference", "likes", "theme", "quantity", "number"}
)


@lru_cache(maxsize=65536)
def closure(terms: frozenset[str]) -> frozenset[str]:
    """``terms`` and the concepts above them."""
    return terms.union(*(broader(term) for term in terms))


def met_share(ours: frozenset[str], theirs: Statement, *, soft: float = 0.25) -> float:
    """The share of ``ours`` that ``theirs`` says, light words counting ``soft``; 1 for nothing to say."""
    return share_in(ours, theirs.heard, soft)


@lru_cache(maxsize=131072)
def share_in(ours: frozenset[str], said: frozenset[str], soft: float = 0.25) -> float:
    """The share of ``ours`` that is among the terms ``said``, or their kin, or kinds of them."""
    total = _weight(ours, soft)
    if not total:
        return 1.0
    return (total - _weight(ours - met_terms(ours, said), soft)) / total


@lru_cache(maxsize=65536)
def met_terms(ours: frozenset[str], said: frozenset[str]) -> frozenset[str]:
    """Those of ``ours`` that are among the terms ``said``, or their kin, or kinds of them."""
    met = ours & closure(said)
    return met if len(met) == len(ours) else met | _kin(ours - met, said)


def _weight(terms: frozenset[str], soft: float) -> float:
    lights = len(terms & light())
    return len(terms) - lights + soft * lights


def _kin(ours: frozenset[str], said: frozenset[str]) -> set[str]:
    """Those of ``ours`` that are forms of a word ``said``, or another word for the same of exclusive ones."""
    theirs = _beginnings(said)
    kin = {
        term
        for term in ours
        if (others := theirs.get(term[:BEGINNING])) and any(akin(term, other) for other in others)
    }
    mine = contrasting(ours)
    if mine and (told := _places(said)):
        kin.update(term for term in mine if not told.isdisjoint(places(term)))
    return kin


@lru_cache(maxsize=65536)
def _beginnings(terms: frozenset[str]) -> Mapping[str, Sequence[str]]:
    """The longer of ``terms`` by their beginning, for only words that begin alike can be akin."""
    found: dict[str, list[str]] = {}
    for term in terms:
        if len(term) >= _SHORTEST_AKIN:
            found.setdefault(term[:BEGINNING], []).append(term)
    return found


@lru_cache(maxsize=65536)
def _places(terms: frozenset[str]) -> frozenset[tuple[str, int]]:
    """The sets of exclusive words in which ``terms`` stand, and which member of each they are."""
    return frozenset(place for term in contrasting(terms) for place in places(term))


BEGINNING = 5  # letters that two forms of one word have in common at least


@lru_cache(maxsize=32768)
def akin(one: str, other: str) -> bool:
    """Whether two stems are forms of one word ("dismiss", "dismissal"): a long common beginning."""
    shorter, longer = (one, other) if len(one) <= len(other) else (other, one)
    if len(shorter) < _SHORTEST_AKIN or len(shorter) < _AKIN * len(longer):
        return False
    return longer.startswith(shorter) or (
        len(shorter) > _SHORTEST_AKIN and longer.startswith(shorter[:-1]) and shorter[0] == longer[0]
    )


_SHORTEST_AKIN = 5
_AKIN = 0.7


def shared_topic(a: Statement, b: Statement) -> frozenset[str]:
    """The telling terms that both are about."""
    left, right = a.all_terms - light(), b.all_terms - light()
    return (left & closure(right)) | (right & closure(left))


def relevance(a: Statement, b: Statement, *, loosely: bool = False) -> float:
    """How much ``b`` is about what ``a`` is about, in [0, 1].

    For an entry with a telling key it is the share of the key's terms that the other speaks of; for prose the
    share of the frame, the words besides names, values and exclusive words. Between two entries with keys the
    keys must agree both ways: what each has and the other lacks tells them apart. ``loosely`` lets a shared
    attribute concept ("residence") stand in for words.
    """
    credit = _CONCEPT_CREDIT if loosely and (a.concepts & b.concepts) - _BROAD_CONCEPTS else 0.0
    if a.topic and b.topic:
        return max(credit, _keys_agree(a, b))
    if b.topic and not a.topic:
        a, b = b, a
    frame = (_telling_topic(a) or _frame(a, b)) - light()
    return max(credit, met_share(frame, b)) if frame else credit


def _telling_topic(a: Statement) -> frozenset[str]:
    """The terms of the key, without the unit of its value ("streak_days") where a telling one is left."""
    left = a.topic - a.units
    return left if left - _HOW_OFTEN else a.topic


_HOW_OFTEN = frozenset(
    {"hourly", "daily", "weekly", "monthly", "yearly", "annual", "year", "month", "week", "day"}
)


def _keys_agree(a: Statement, b: Statement) -> float:
    left, right = a.topic - light(), b.topic - light()
    if not left or not right:
        return 0.0
    ours, theirs = met_share(left, b), met_share(right, a)
    if ours < 1.0 and theirs < 1.0:
        return min(ours, theirs) * _TOLD_APART
    return max(ours, theirs)


_TOLD_APART = 0.9


def _frame(a: Statement, b: Statement) -> frozenset[str]:
    other = b.all_terms
    return frozenset(
        term
        for term in a.own_terms - a.names
        if term in other or not any(excludes(term, one) for one in other)
    )
