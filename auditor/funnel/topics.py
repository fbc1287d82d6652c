"""Which attributes hold one value at a time, and which words name a context."""

from auditor.funnel.interface import Statement

_PLURAL = frozenset(
    "like dislike hobby language speak allergy intolerance child pet friend sibling brother sister skill "
    "medicine play own visit read watch listen grow tag interest know study contact note document format".split()
)
_PLURAL_CONCEPTS = frozenset("likes dislikes languages language hobby hobbies allergy pets skills".split())
_SINGLE = frozenset(
    "live address city work birth name deadline price limit plan status phone email age weight height company "
    "boss mode timezone doctor dentist host server production deploy repo owner reviewer gate seat time "
    "meeting budget salary channel country nationality drive car call alert run airport employer manager "
    "colour size favourite".split()
)
_SINGLE_CONCEPTS = frozenset(
    "residence address employer name birthday age phone email occupation spouse deadline price plan".split()
)
_CONTEXTS = frozenset(
    {
        "day of week",
        "part of day",
        "season",
        "part of week",
        "month",
        "stage",
        "meal",
        "place",
        "side",
        "direction",
        "visibility",
    }
)


def plural(a: Statement, b: Statement) -> bool:
    """Whether what both are about may hold several values at once ("likes tea", "likes coffee")."""
    shared = (a.topic | a.terms) & (b.topic | b.terms)
    if a.denied or b.denied or a.values or b.values:
        return False
    return bool(shared & _PLURAL or a.concepts & b.concepts & _PLURAL_CONCEPTS) and not shared & _SINGLE


def single_valued(a: Statement, b: Statement) -> bool:
    """Whether what both are about is known to hold one value at a time ("lives in", not "likes")."""
    shared = (a.topic | a.terms) & (b.topic | b.terms)
    return bool(shared & _SINGLE or a.concepts & b.concepts & _SINGLE_CONCEPTS)


_TELL_APART_ONLY = frozenset({"meal", "place", "stage", "season", "part of week", "direction", "kinship"})


def only_tells_apart(contrast: str) -> bool:
    """Whether the words of the set ``contrast`` name different things rather than different values of one."""
    return contrast in _TELL_APART_ONLY


def is_context(contrast: str) -> bool:
    """Whether the set of exclusive words ``contrast`` names a context in which something holds."""
    return contrast in _CONTEXTS
