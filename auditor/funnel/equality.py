"""Stage 0: what typed values say about two statements, before any word is weighed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from auditor.values import AMOUNTS, Kind, Value, same_value

_DAYS = frozenset({Kind.DATE, Kind.MOMENT, Kind.WEEKDAY})
_CLOCKS = frozenset({Kind.TIME, Kind.MOMENT})
_TIMED = _DAYS | _CLOCKS
_MAY_MEET = (
    frozenset(product(_TIMED, _TIMED))
    | frozenset(product(AMOUNTS, AMOUNTS))
    | {pair for kind in (*_TIMED, Kind.FREQUENCY) for pair in ((kind, Kind.NUMBER), (Kind.NUMBER, kind))}
    | {(Kind.FREQUENCY, Kind.DURATION), (Kind.DURATION, Kind.FREQUENCY)}
)
"""Pairs of different kinds that may say the same: "at seven" and 19:00, "2026" and a date, "twice" and 2,
"every 180 days" and 180 days."""
_FIRST_YEAR, _LAST_YEAR = 1900, 2100


@dataclass(frozen=True, slots=True)
class ValueMatch:
    """How the values of one statement fare in another: matched, met by a different one, or absent."""

    matched: tuple[Value, ...] = ()
    different: tuple[tuple[Value, Value], ...] = ()
    absent: tuple[Value, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every value was matched."""
        return not self.different and not self.absent


def match_values(ours: Sequence[Value], theirs: Sequence[Value]) -> ValueMatch:
    """Looks for each of ``ours`` among ``theirs``; a value of theirs answers for one of ours only."""
    if not ours or not theirs:
        return ValueMatch(absent=tuple(ours)) if ours else _NOTHING
    free = list(theirs)
    matched: list[Value] = []
    left: list[Value] = []
    for value in ours:
        twin = next((other for other in free if agree(value, other)), None)
        if (
            twin is not None
            and value.kind is Kind.MOMENT
            and twin.kind is Kind.DATE
            and _other_time(value, free)
        ):
            twin = None
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


def all_matched(ours: Sequence[Value], theirs: Sequence[Value]) -> bool:
    """Whether every one of ``ours`` is among ``theirs``: what ``match_values`` calls complete."""
    if not ours:
        return True
    return len(ours) <= len(theirs) and match_values(ours, theirs).complete


def _other_time(moment: Value, theirs: Sequence[Value]) -> bool:
    """Whether a time of day is named beside the date, and it is another than that of ``moment``."""
    clocks = [other for other in theirs if other.kind is Kind.TIME]
    return bool(clocks) and not any(agree(moment, clock) for clock in clocks)


_NOTHING = ValueMatch()


def agree(one: Value, other: Value) -> bool:
    """Whether ``other`` may say what ``one`` says; a bare number of four digits may be a year.

    A year alone does not say a whole date, while a whole date says its year.
    """
    if one.kind is other.kind:
        if one.kind not in _TIMED:
            return same_value(one, other)
    elif (one.kind, other.kind) not in _MAY_MEET:
        return False
    if _only_year(other) and not _only_year(one) and one.kind in _DAYS:
        return False
    if (
        same_value(one, other)
        or _same_pounds(one, other)
        or _same_half_day(one, other)
        or _same_hour(one, other)
        or _same_hour(other, one)
    ):
        return True
    if {one.kind, other.kind} == {Kind.FREQUENCY, Kind.NUMBER}:
        often, bare = (one, other) if one.kind is Kind.FREQUENCY else (other, one)
        return isinstance(often.normal, tuple) and often.normal[0] == bare.normal
    if {one.kind, other.kind} == {Kind.FREQUENCY, Kind.DURATION}:
        often, length = (one, other) if one.kind is Kind.FREQUENCY else (other, one)
        return bool(often.normal == (1, length.normal))
    if is_year(other) and not _only_year(one):
        return False
    year, date = (one, other) if one.kind is Kind.NUMBER else (other, one)
    return (
        is_year(year)
        and date.kind is Kind.DATE
        and any(reading[0] == year.normal for reading in _readings(date))
    )


def _same_pounds(one: Value, other: Value) -> bool:
    """Whether "nine pounds", read as a weight, says the nine pounds of money that the other names."""
    return _are_pounds(one, other) and one.size == other.size


def _are_pounds(one: Value, other: Value) -> bool:
    money, weight = (one, other) if one.kind is Kind.MONEY else (other, one)
    return (
        money.kind is Kind.MONEY
        and money.unit.startswith("GBP")
        and weight.kind is Kind.QUANTITY
        and "pound" in weight.text.lower()
    )


def comparable(one: Value, other: Value) -> bool:
    """Whether two values can stand in one place, so that both cannot be right: "30 days" and "2 weeks"."""
    if one.kind is other.kind:
        return one.kind is not Kind.QUANTITY or _dimension(one) == _dimension(other)
    if _are_pounds(one, other):
        return True
    kinds = {one.kind, other.kind}
    if kinds <= _DAYS or kinds <= _CLOCKS:
        return True
    if kinds == {Kind.NUMBER, Kind.DATE}:
        year, date = (one, other) if one.kind is Kind.NUMBER else (other, one)
        return is_year(year) and any(reading[0] for reading in _readings(date))
    return kinds == {Kind.NUMBER, Kind.CODE} and one.text[:1].isdigit() and other.text[:1].isdigit()


def is_year(value: Value) -> bool:
    """Whether a bare number can be a calendar year."""
    return (
        value.kind is Kind.NUMBER
        and isinstance(value.normal, Decimal)
        and len(value.text) == len("2026")
        and _FIRST_YEAR <= value.normal <= _LAST_YEAR
    )


def _readings(date: Value) -> tuple[tuple[int | None, ...], ...]:
    return date.normal if isinstance(date.normal, tuple) else ()


def _dimension(value: Value) -> object:
    return value.normal[0] if isinstance(value.normal, tuple) else None


_HALF_DAY = 12 * 3600
_STATED_HALF = re.compile(r"\b(?:[ap]\.?m\.?|noon|midnight)\b|\d{1,2}:\d\d|\d h\b", re.IGNORECASE)


def _same_half_day(one: Value, other: Value) -> bool:
    """Whether two times differ by twelve hours only because one is spoken ("half past two")."""
    if not {one.kind, other.kind} <= _CLOCKS or (
        _STATED_HALF.search(one.text) and _STATED_HALF.search(other.text)
    ):
        return False
    if abs(_second(one) - _second(other)) != _HALF_DAY:
        return False
    return one.kind is not other.kind or one.kind is Kind.TIME or _readings_meet(one, other)


def _second(value: Value) -> int:
    normal = value.normal[1] if isinstance(value.normal, tuple) else value.normal
    return int(str(normal))


def _readings_meet(one: Value, other: Value) -> bool:
    assert isinstance(one.normal, tuple)
    assert isinstance(other.normal, tuple)
    return not set(one.normal[0]).isdisjoint(other.normal[0])


def _same_hour(clock: Value, bare: Value) -> bool:
    """Whether a bare number names the full hour of a time ("at seven" for 19:00)."""
    if clock.kind not in _CLOCKS or bare.kind is not Kind.NUMBER or not isinstance(bare.normal, Decimal):
        return False
    hour, rest = divmod(_second(clock), 3600)
    return rest == 0 and 0 < bare.normal <= _LAST_HOUR and hour % 12 == bare.normal % 12


_LAST_HOUR = 24


def _only_year(value: Value) -> bool:
    """Whether a date names a year and nothing else."""
    return value.kind is Kind.DATE and all(
        reading[1] is None and reading[2] is None for reading in _readings(value)
    )
