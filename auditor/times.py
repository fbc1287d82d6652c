"""Times: aware UTC inside, RFC 3339 outside; the clock is a port."""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Protocol


class Clock(Protocol):
    """Where "now" comes from."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        return datetime.now(UTC)


def rfc3339(moment: datetime) -> str:
    """``moment`` as RFC 3339 text in UTC, without fractions where there are none."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def is_date_only(text: str) -> bool:
    """Whether ``text`` is a calendar date without a time."""
    try:
        date.fromisoformat(text.strip())
    except ValueError:
        return False
    return True


def parse_time(text: object, zone: tzinfo = UTC) -> datetime | None:
    """The moment that ISO 8601 or RFC 3339 ``text`` names, in UTC, or None where it names none.

    A text without an offset is taken to be in ``zone``; a date without a time is its first moment.
    """
    if not isinstance(text, str):
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    try:
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
    except (OverflowError, ValueError):
        return None


def end_of(text: object, zone: tzinfo = UTC) -> datetime | None:
    """When the period named by ``text`` is over: a date ends with its day in ``zone``."""
    moment = parse_time(text, zone)
    if moment is None or not isinstance(text, str) or not is_date_only(text):
        return moment
    try:
        next_day = date.fromisoformat(text.strip()) + timedelta(days=1)
        return datetime.combine(next_day, time(), zone).astimezone(UTC)
    except OverflowError:
        return moment


_EPOCH_UNITS = ((10**8, 1), (10**11, 10**3), (10**14, 10**6), (10**17, 10**9))  # from, units a second
_EPOCH_END = 10**20


def moment_of(value: object, zone: tzinfo = UTC) -> datetime | None:
    """The moment that a store or transcript means by ``value``, in UTC, or None.

    Takes what ``parse_time`` takes, and numbers (also as text) since 1970, whose size tells seconds,
    milliseconds, microseconds and nanoseconds apart: seconds begin in 1973 and end in 5138.
    """
    moment = parse_time(value, zone)
    if moment is not None and not (isinstance(value, str) and value.strip().isdigit()):
        return moment
    if isinstance(value, str) and re.fullmatch(r"\d{9,19}(\.\d{1,9})?", value.strip()):
        value = float(value) if "." in value else int(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return moment
    if not _EPOCH_UNITS[0][0] <= value < _EPOCH_END:
        return moment
    unit = max(units for start, units in _EPOCH_UNITS if value >= start)
    seconds, rest = divmod(value, unit)
    return datetime.fromtimestamp(int(seconds), UTC) + timedelta(seconds=rest / unit)
