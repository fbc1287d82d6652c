"""Times: aware UTC inside, RFC 3339 outside; the clock is a port."""

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
