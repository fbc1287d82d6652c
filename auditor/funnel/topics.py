"""Which attributes hold one value at a time, and which words name a context."""

from auditor.funnel.interface import Statement
from auditor.funnel.meanings import word_set

_PLURAL = word_set("plural")
_PLURAL_CONCEPTS = word_set("plural concepts")
_SINGLE = word_set("single")
_SINGLE_CONCEPTS = word_set("single concepts")
_CONTEXTS = word_set("contexts")


def plural(a: Statement, b: Statement) -> bool:
    """Whether what both are about may hold several values at once ("likes tea", "likes coffee")."""
    shared = a.affirmed & b.affirmed
    if a.denied or b.denied or a.values or b.values:
        return False
    return bool(shared & _PLURAL or a.concepts & b.concepts & _PLURAL_CONCEPTS) and not shared & _SINGLE


def single_valued(a: Statement, b: Statement) -> bool:
    """Whether what both are about is known to hold one value at a time ("lives in", not "likes")."""
    shared = a.affirmed & b.affirmed
    return bool(shared & _SINGLE or a.concepts & b.concepts & _SINGLE_CONCEPTS)


_TELL_APART_ONLY = word_set("tell apart only")


def only_tells_apart(contrast: str) -> bool:
    """Whether the words of the set ``contrast`` name different things rather than different values of one."""
    return contrast in _TELL_APART_ONLY


def is_context(contrast: str) -> bool:
    """Whether the set of exclusive words ``contrast`` names a context in which something holds."""
    return contrast in _CONTEXTS
