"""The amounts of statements, and by how much one differs from the other."""

from collections.abc import Iterable
from decimal import Decimal

from auditor.funnel.interface import Statement
from auditor.values import AMOUNTS, Value


def differences(old: Statement | None, new: Statement) -> frozenset[str]:
    """The terms of the amounts by which ``new`` differs from ``old``: "twenty more" makes 800 of 780."""
    if old is None:
        return frozenset()
    befores, afters = ([v for v in one.values if v.kind in AMOUNTS] for one in (old, new))
    return frozenset(
        f"#{abs(after - before)}" for before in sizes(befores) for after in sizes(afters) if after != before
    )


def sizes(values: Iterable[Value]) -> Iterable[Decimal]:
    """The sizes of those of ``values`` that have one."""
    return (size for size in map(size_of, values) if size is not None)


def size_of(value: Value) -> Decimal | None:
    """The size of an amount in its own unit, or None."""
    size = value.size if value.size is not None else value.normal
    return size if isinstance(size, Decimal) else None
