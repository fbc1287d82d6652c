"""Whether two values denote the same, and where two texts say different things."""

from collections.abc import Hashable, Mapping
from datetime import datetime
from decimal import Decimal
from functools import cache

from auditor.records import Json
from auditor.values.find import find_values
from auditor.values.folding import clean
from auditor.values.model import AMOUNTS, Kind, Value
from auditor.values.normal import Form, normal_form
from auditor.values.tokens import key_words
from auditor.values.units import currency_names, measured, unit_named

_FAMILY = dict.fromkeys(AMOUNTS, "amount") | {Kind.DATE: "day", Kind.WEEKDAY: "day", Kind.MOMENT: "day"}
_WITH_UNIT = AMOUNTS - {Kind.NUMBER, Kind.ORDINAL}
_TOLERANCE = Decimal("0.01")  # "5 km" and "3.1 miles": people round to two or three figures
_METRIC_AND_NOT = frozenset(
    {
        "in",
        "ft",
        "yd",
        "mi",
        "oz",
        "lb",
        "st",
        "gal",
        "pt",
        "cup",
        "tbsp",
        "tsp",
        "fl oz",
        "ft2",
        "acre",
        "mph",
        "F",
        "hp",
        "psi",
    }
)
_ENDS = " .!。"
_SHORTEST_NATIONAL = 7
_HOURS, _CLOCK_FACE = 24, 12


def equivalent(a: Json, b: Json, key: str = "") -> bool:
    """Whether ``a`` and ``b`` (under the name ``key``) say the same after normalising.

    Equality of ``normal_form``, and two cases beyond it, which are symmetric but not transitive: a bare
    number is the same as that number with any unit (of the unit that ``key`` names, where it names one), and
    a date of unclear order is the same as either of its readings.
    """
    first, second = normal_form(a, key), normal_form(b, key)
    if first == second:
        return True
    if _unclear_dates_agree(first, second):
        return True
    one, other = whole_value(a), whole_value(b)
    if one is None or other is None:
        return False
    return _bare_agrees(one, other, key) or _bare_agrees(other, one, key)


def type_changed(a: Json, b: Json) -> bool:
    """Whether ``a`` and ``b`` have different shapes: JSON types, or a bare number and one with a unit."""
    if _shape(a) != _shape(b):
        return True
    one, other = whole_value(a), whole_value(b)
    return one is not None and other is not None and (one.kind is Kind.NUMBER) != (other.kind is Kind.NUMBER)


def _shape(value: Json) -> str:
    if value is None or isinstance(value, bool):
        return str(type(value))
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "text"
    return "object" if isinstance(value, Mapping) else "list"


def whole_value(value: Json) -> Value | None:
    """The one typed value (no name) that ``value`` consists of, or None."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    text = str(value)
    found = find_values(text)
    if len(found) != 1 or found[0].kind is Kind.NAME:
        return None
    start, stop = found[0].span
    cleaned = clean(text)
    return None if (cleaned[:start] + cleaned[stop:]).strip(_ENDS) else found[0]


def _bare_agrees(bare: Value, other: Value, key: str) -> bool:
    if bare.kind is not Kind.NUMBER or other.kind not in _WITH_UNIT or not isinstance(bare.normal, Decimal):
        return False
    unit = key_unit(key)
    if unit is None or other.kind is Kind.MONEY or other.kind is Kind.PERCENT:
        return bool(bare.normal == other.size)
    return bool(measured(bare.normal, unit)[1] == other.normal)


@cache
def key_unit(key: str) -> str | None:
    """The unit that the name ``key`` gives its number ("refund_window_days" → "day"), or None.

    A single day, week, month or year is none: it says which one or how often ("statement_day", "fee_month").
    """
    words = key_words(key)
    if len(words) > 1 and words[0] == "min":
        words = words[1:]  # "min_age" is a minimum, "time_left_min" minutes
    for word in reversed(words):
        if len(word) > 1 and word not in currency_names() and (unit := unit_named(word)):
            if unit == word and unit in _SAYS_WHICH:
                continue
            return unit
    return None


_SAYS_WHICH = frozenset({"day", "week", "month", "year"})


def _unclear_dates_agree(first: Form, second: Form) -> bool:
    if first[0] != "text" or second[0] != "text":
        return False
    ones, others = first[1], second[1]
    if not isinstance(ones, tuple) or not isinstance(others, tuple) or len(ones) != len(others):
        return False
    return all(one == other or _share_reading(one, other) for one, other in zip(ones, others, strict=True))


def _share_reading(one: Hashable, other: Hashable) -> bool:
    if not (isinstance(one, tuple) and isinstance(other, tuple) and one[0] == other[0] == Kind.DATE.value):
        return False
    return not set(one[1]).isdisjoint(other[1])


# ---- Two values found in text ------------------------------------------------------------


def same_value(one: Value, other: Value) -> bool:
    """Whether two values may denote the same: the judge's question, more lenient than ``equivalent``.

    Dates agree when no known part of them differs in some reading; a moment agrees with its date or time;
    quantities in metric and other units agree within 1 %; a bare number agrees with the same number of
    anything, and with the full hour of a time of day; a national phone number agrees with its
    international form; names agree when one holds the other.
    """
    if one.kind is other.kind:
        return one.normal == other.normal and _zones_agree(one, other) or _same_kind(one, other)  # noqa: RUF021  read left to right
    pair = {one.kind, other.kind}
    if Kind.MOMENT in pair:
        return _moment_agrees(*((one, other) if one.kind is Kind.MOMENT else (other, one)))
    if pair == {Kind.DATE, Kind.WEEKDAY}:
        return _weekday_agrees(*((one, other) if one.kind is Kind.DATE else (other, one)))
    if pair == {Kind.TIME, Kind.NUMBER}:
        return _hour_agrees(*((one, other) if one.kind is Kind.TIME else (other, one)))
    if Kind.NUMBER in pair and pair <= AMOUNTS:
        return one.size == other.size
    return False


def _zones_agree(one: Value, other: Value) -> bool:
    return one.kind not in {Kind.TIME, Kind.MOMENT} or bool(one.unit) == bool(other.unit)


def _same_kind(one: Value, other: Value) -> bool:
    first, second = one.normal, other.normal
    match one.kind:
        case Kind.DATE:
            return readings_agree(first, second)
        case Kind.MOMENT:
            return _moments_agree(one, other)
        case Kind.TIME:
            return bool(one.unit) != bool(other.unit) and _local_time(one) == _local_time(other)
        case Kind.QUANTITY:
            return _quantities_agree(one, other)
        case Kind.MONEY:
            return _money_agrees(one, other)
        case Kind.PHONE:
            return _phones_agree(str(first), str(second))
        case Kind.NAME if isinstance(first, tuple) and isinstance(second, tuple):
            return set(first) <= set(second) or set(second) <= set(first)
        case _:
            return False


def readings_agree(first: object, second: object) -> bool:
    """Whether some reading of each date contradicts none of the other's parts."""
    if not isinstance(first, tuple) or not isinstance(second, tuple):
        return False
    return any(
        all(a is None or b is None or a == b for a, b in zip(one, other, strict=True))
        and _overlap(one, other)
        for one in first
        for other in second
    )


def _overlap(one: tuple[int | None, ...], other: tuple[int | None, ...]) -> bool:
    return any(a is not None and b is not None for a, b in zip(one, other, strict=True))


def _local_time(value: Value) -> int:
    seconds = value.normal if value.kind is Kind.TIME else value.normal[1]
    offset = int(value.unit) if value.unit.lstrip("+-").isdigit() else 0
    return (int(str(seconds)) + offset * 60) % 86400


def _moments_agree(one: Value, other: Value) -> bool:
    if bool(one.unit) == bool(other.unit):
        return one.normal[1] == other.normal[1] and readings_agree(one.normal[0], other.normal[0])
    return _local_time(one) == _local_time(other) and readings_agree(one.normal[0], other.normal[0])


def _moment_agrees(moment: Value, other: Value) -> bool:
    if other.kind is Kind.DATE:
        return readings_agree(moment.normal[0], other.normal)
    if other.kind is Kind.TIME:
        same_clock = bool(moment.unit) == bool(other.unit) and moment.normal[1] == other.normal
        return same_clock or _local_time(moment) == _local_time(other)
    return other.kind is Kind.WEEKDAY and _weekday_agrees(moment, other)


def _hour_agrees(time: Value, number: Value) -> bool:
    """Whether "at ten" may mean the time of day: the hour on a clock face, without minutes."""
    hour, rest = divmod(_local_time(time), 3600)
    return not rest and 1 <= number.normal <= _HOURS and (hour - number.normal) % _CLOCK_FACE == 0


def _weekday_agrees(day: Value, weekday: Value) -> bool:
    readings = day.normal[0] if day.kind is Kind.MOMENT else day.normal
    whole = [reading for reading in readings if None not in reading]
    return not whole or any(datetime(*reading).weekday() == weekday.normal for reading in whole)  # noqa: DTZ001  a calendar day


def _quantities_agree(one: Value, other: Value) -> bool:
    (dimension, size), (other_dimension, other_size) = one.normal, other.normal
    if dimension != other_dimension:
        return {one.unit, other.unit} in ({"degree", "C"}, {"degree", "F"}) and one.size == other.size
    if (one.unit in _METRIC_AND_NOT) == (other.unit in _METRIC_AND_NOT):
        return bool(size == other_size)
    return bool(abs(size - other_size) <= _TOLERANCE * max(abs(size), abs(other_size)))


def _money_agrees(one: Value, other: Value) -> bool:
    """The same sum where one of the two does not say its period."""
    (unit, size), (other_unit, other_size) = one.normal, other.normal
    currency, _, period = unit.partition("/")
    other_currency, _, other_period = other_unit.partition("/")
    return bool(size == other_size and currency == other_currency and not (period and other_period))


def _phones_agree(first: str, second: str) -> bool:
    if first.startswith("+") == second.startswith("+"):
        return False
    national, full = (second, first) if first.startswith("+") else (first, second)
    tail = national.lstrip("0")
    return len(tail) >= _SHORTEST_NATIONAL and full.endswith(tail)


def comparable(one: Value, other: Value) -> bool:
    """Whether two values are of one family (amounts, days, times, names, …) and could fill one place."""
    return _FAMILY.get(one.kind, one.kind.value) == _FAMILY.get(other.kind, other.kind.value)
