"""Which attributes hold one value at a time, and which may hold several."""

from auditor.funnel.interface import Statement

_PLURAL = frozenset(
    "like dislike favourite hobby language speak allergy intolerance child pet friend sibling brother sister skill "
    "medicine play own have visit read watch listen grow tag interest know study contact note".split()
)
_SINGLE = frozenset(
    "live address city employ work birth name deadline price limit plan status phone email age weight height "
    "manager mode timezone doctor dentist host server production deploy repo owner reviewer gate seat time "
    "appointment meeting budget salary channel country nationality drive car call on_call alert run".split()
)


def single_valued(a: Statement, b: Statement) -> bool:
    """Whether what both are about is known to hold one value at a time ("lives in", not "likes")."""
    shared = (a.topic | a.terms) & (b.topic | b.terms)
    return bool(shared & _SINGLE) and not shared & _PLURAL
