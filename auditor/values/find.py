"""All values in a text, each found once."""

from datetime import datetime
from functools import lru_cache
from operator import attrgetter

from auditor.values.amounts import find_amounts
from auditor.values.clock import find_times
from auditor.values.dates import find_dates, find_weekdays, in_utc
from auditor.values.folding import clean
from auditor.values.identifiers import find_addresses, find_codes, find_phones, find_versions
from auditor.values.language import language
from auditor.values.model import Kind, Value
from auditor.values.names import find_names
from auditor.values.relative import find_relative, names_relative_time
from auditor.values.scan import Scan

_LONGEST = 20_000


def find_values(
    text: str, reference: datetime | None = None, *, day_first: bool | None = None
) -> tuple[Value, ...]:
    """The values in ``text`` in order, none overlapping.

    Args:
        text: anything; only its first 20,000 characters are searched.
        reference: when it was said; relative dates are values only with it.
        day_first: how "03/04/2026" is meant; None keeps both readings.
    """
    searched = text[:_LONGEST]
    if reference is not None and not names_relative_time(searched):
        reference = None
    return _values_in(searched, reference, day_first)


@lru_cache(maxsize=4096)
def _values_in(text: str, reference: datetime | None, day_first: bool | None) -> tuple[Value, ...]:
    scan = Scan(clean(text), language(text), reference, day_first)
    find_addresses(scan)
    find_dates(scan)
    find_relative(scan)
    if scan.digits:
        find_phones(scan)
        find_versions(scan)
    find_times(scan)
    find_weekdays(scan)
    if scan.digits:
        find_codes(scan)
    find_amounts(scan)
    find_names(scan)
    return tuple(_joined(scan))


_AT = frozenset({"", ",", "at", "um", "à", "a las", "a la", "@", "の", "t", ", at", "-", "by", ", by"})


def _joined(scan: Scan) -> list[Value]:
    """The values in order, a date followed by a time of day made one moment."""
    found = sorted(scan.values, key=attrgetter("span"))
    if all(value.kind is not Kind.TIME for value in found):
        return found
    joined: list[Value] = []
    for value in found:
        last = joined[-1] if joined else None
        if last and last.kind is Kind.DATE and value.kind is Kind.TIME:
            between = scan.text[last.span[1] : value.span[0]].strip().lower()
            if between in _AT:
                joined[-1] = _moment(scan.text, last, value)
                continue
        joined.append(value)
    return joined


def _moment(text: str, day: Value, time: Value) -> Value:
    span = (day.span[0], time.span[1])
    offset = int(time.unit) if time.unit.lstrip("+-").isdigit() else 0
    local = (int(str(time.normal)) + offset * 60) % 86400
    return Value(Kind.MOMENT, in_utc(day.normal, local, offset), time.unit, span, text[slice(*span)])
