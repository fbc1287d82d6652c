"""How much two statements are about one thing: orders candidates, and guards every conflict."""

from collections.abc import Collection

from auditor.funnel.interface import Statement
from auditor.funnel.meanings import broader, excludes, same_member
from auditor.funnel.statements import light

_CONCEPT_CREDIT = 0.6
_BROAD_CONCEPTS = frozenset({"schedule", "status", "goal", "preference", "likes", "theme", "quantity", "number"})


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
        if term in wider or any(same_member(term, other) for other in said):
            met += weight
    return met / total if total else 1.0


def shared_topic(a: Statement, b: Statement) -> frozenset[str]:
    """The telling terms that both are about."""
    left, right = a.all_terms - light(), b.all_terms - light()
    wider_left, wider_right = closure(left), closure(right)
    return (left & wider_right) | (right & wider_left)


def relevance(a: Statement, b: Statement) -> float:
    """How much ``a`` and ``b`` are about one thing, in [0, 1].

    For an entry with a telling key it is the share of the key's terms that the other speaks of; for prose the
    share of the frame, the words besides names, values and exclusive words. A shared attribute concept
    ("residence") stands in for words.
    """
    return max(_about(a, b), _about(b, a)) if a.topic and b.topic else _about(*((a, b) if a.topic else (b, a) if b.topic else _shorter(a, b)))


def _shorter(a: Statement, b: Statement) -> tuple[Statement, Statement]:
    return (a, b) if len(a.own_terms) <= len(b.own_terms) else (b, a)


def _about(a: Statement, b: Statement) -> float:
    concepts = (a.concepts & b.concepts) - _BROAD_CONCEPTS
    credit = _CONCEPT_CREDIT if concepts else 0.0
    frame = (a.topic if a.topic else _frame(a, b)) - light()
    if not frame:
        return credit
    return max(credit, met_share(frame, b))


def _frame(a: Statement, b: Statement) -> frozenset[str]:
    other = b.all_terms
    return frozenset(
        term for term in a.own_terms - a.names if term in other or not any(excludes(term, one) for one in other)
    )
