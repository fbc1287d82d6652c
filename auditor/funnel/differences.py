"""The amounts and times of statements, and by how much one differs from the other."""

from collections.abc import Container, Iterable, Iterator
from datetime import date
from decimal import Decimal
from itertools import product

from auditor.funnel.interface import Statement
from auditor.values import AMOUNTS, Kind, Value

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
_STEPS = (_MINUTE, _HOUR, _DAY, 7 * _DAY)
_TIMED = frozenset({Kind.TIME, Kind.DATE, Kind.MOMENT})


def differences(old: Statement | None, new: Statement) -> frozenset[str]:
    """The terms of the amounts by which ``new`` differs from ``old``: "twenty more" makes 800 of 780."""
    if old is None:
        return frozenset()
    befores, afters = ([v for v in one.values if v.kind in AMOUNTS] for one in (old, new))
    amounts = {abs(two - one) for one, two in product(sizes(befores), sizes(afters))}
    shifts = {shift for one, two in product(old.values, new.values) for shift in _shifts(one, two)}
    amounts |= {Decimal(shift) / step for shift in shifts for step in _STEPS if not shift * 2 % step}
    return frozenset(f"#{amount.normalize():f}" for amount in amounts if amount)


def shifted(old: Statement, new: Value, spoken: Iterable[Value]) -> bool:
    """Whether ``new`` is a time or date of ``old`` moved by a ``spoken`` duration: "half an hour earlier"."""
    return shifted_by(old, new, {_seconds(value) for value in spoken if value.kind is Kind.DURATION})


def shifted_by(old: Statement, new: Value, spans: Container[int | None]) -> bool:
    """Whether ``new`` is a time or date of ``old`` moved by one of ``spans``, in seconds."""
    return any(shift in spans for before in old.values for shift in _shifts(before, new))


def _shifts(old: Value, new: Value) -> Iterator[int]:
    """By how many seconds two times or dates of one kind differ, if they do."""
    if old.kind is new.kind and new.kind in _TIMED:
        for one, two in product(_stamps(old), _stamps(new)):
            if one != two:
                yield abs(two - one)


def _stamps(value: Value) -> Iterator[int]:
    normal = value.normal
    if value.kind is Kind.TIME:
        yield int(str(normal))
    elif isinstance(normal, tuple):
        readings, clock = normal if value.kind is Kind.MOMENT else (normal, 0)
        for reading in readings:
            if None not in reading:
                yield date(*reading).toordinal() * _DAY + int(str(clock))


def _seconds(duration: Value) -> int | None:
    months, seconds = duration.normal if isinstance(duration.normal, tuple) else (1, 0)
    return int(seconds) if not months else None


def sizes(values: Iterable[Value]) -> Iterable[Decimal]:
    """The sizes of those of ``values`` that have one."""
    return (size for size in map(size_of, values) if size is not None)


def size_of(value: Value) -> Decimal | None:
    """The size of an amount in its own unit, or None."""
    size = value.size if value.size is not None else value.normal
    return size if isinstance(size, Decimal) else None
