"""Stage 0: what typed values say about two statements, before any word is weighed."""

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.values.compare import same_value
from auditor.values.model import Kind, Value

_DAYS = frozenset({Kind.DATE, Kind.MOMENT, Kind.WEEKDAY})
_CLOCKS = frozenset({Kind.TIME, Kind.MOMENT})


@dataclass(frozen=True, slots=True)
class ValueMatch:
    """How the values of one statement fare in another: matched, met by a different one, or absent."""

    matched: tuple[Value, ...] = ()
    different: tuple[tuple[Value, Value], ...] = ()
    absent: tuple[Value, ...] = ()


def match_values(ours: Sequence[Value], theirs: Sequence[Value]) -> ValueMatch:
    """Looks for each of ``ours`` among ``theirs``; a value of theirs answers for one of ours only."""
    free = list(theirs)
    matched: list[Value] = []
    left: list[Value] = []
    for value in ours:
        twin = next((other for other in free if same_value(value, other)), None)
        if twin is None:
            left.append(value)
        else:
            matched.append(value)
            free.remove(twin)
    different: list[tuple[Value, Value]] = []
    absent: list[Value] = []
    for value in left:
        rival = next((other for other in free if comparable(value, other)), None)
        if rival is None:
            absent.append(value)
        else:
            different.append((value, rival))
    return ValueMatch(tuple(matched), tuple(different), tuple(absent))


def comparable(one: Value, other: Value) -> bool:
    """Whether two values can stand in one place, so that both cannot be right: "30 days" and "2 weeks"."""
    if one.kind is other.kind:
        return one.kind is not Kind.QUANTITY or _dimension(one) == _dimension(other)
    kinds = {one.kind, other.kind}
    return kinds <= _DAYS or kinds <= _CLOCKS


def _dimension(value: Value) -> object:
    return value.normal[0] if isinstance(value.normal, tuple) else None
