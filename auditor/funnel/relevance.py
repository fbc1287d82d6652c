"""How much two statements are about one thing: orders candidates, and guards every conflict."""

from collections.abc import Collection
from functools import lru_cache

from auditor.funnel.interface import Statement
from auditor.funnel.meanings import broader, excludes, same_member
from auditor.funnel.statements import light

_CONCEPT_CREDIT = 0.6
_BROAD_CONCEPTS = frozenset(
    {"schedule", "status", "goal", "preference", "likes", "theme", "quantity", "number"}
)


def closure(terms: Collection[str]) -> frozenset[str]:
    """``terms`` and the concepts above them."""
    return frozenset(terms).union(*(broader(term) for term in terms))


def met_share(ours: Collection[str], theirs: Statement, *, soft: float = 0.25) -> float:
    """The share of ``ours`` that ``theirs`` says, light words counting ``soft``; 1 for nothing to say."""
    said = theirs.all_terms | theirs.names
    wider = closure(said)
    total = met = 0.0
    for term in ours:
        weight = soft if term in light() else 1.0
        total += weight
        if term in wider or any(same_member(term, other) or akin(term, other) for other in said):
            met += weight
    return met / total if total else 1.0


@lru_cache(maxsize=32768)
def akin(one: str, other: str) -> bool:
    """Whether two stems are forms of one word ("dismiss", "dismissal"): a long common beginning."""
    shorter, longer = sorted((one, other), key=len)
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
    wider_left, wider_right = closure(left), closure(right)
    return (left & wider_right) | (right & wider_left)


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
    frame = (a.topic or _frame(a, b)) - light()
    return max(credit, met_share(frame, b)) if frame else credit


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
