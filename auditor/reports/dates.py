"""Days and moments for a reader: in the job's zone, as ISO 8601 or as the job's locale writes them.

Files, JSON and CSV keep ISO 8601 in any case; what a locale writes is that of Unicode's CLDR, by Babel.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


@dataclass(frozen=True, slots=True)
class Dates:
    """How one reader is told when; without a ``locale`` in ISO 8601, with the names of days in English."""

    zone: tzinfo = UTC
    locale: str = ""

    def moment(self, moment: datetime) -> str:
        """``moment`` in the reader's zone, to the minute."""
        local = moment.astimezone(self.zone)
        if not self.locale:
            return f"{local:%Y-%m-%d %H:%M} {local.tzname()}"
        from babel.dates import format_time  # noqa: PLC0415  # an extra

        time = format_time(local.time(), "short", locale=self.locale)
        return f"{self.day(local.date())}, {time} {local.tzname()}"

    def day_of(self, moment: datetime) -> str:
        """The day on which ``moment`` is in the reader's zone."""
        return self.day(moment.astimezone(self.zone).date())

    def day(self, day: date | str) -> str:
        """``day``, which may be given as YYYY-MM-DD."""
        return self._written(day, "%Y-%m-%d", "medium")

    def weekday(self, day: date | str) -> str:
        """``day`` with its name."""
        return self._written(day, "%A %Y-%m-%d", "full")

    def month(self, day: date | str) -> str:
        """The month of ``day`` and its year."""
        given = _date(day)
        if not self.locale:
            return f"{given:%B %Y}"
        from babel.dates import format_skeleton  # noqa: PLC0415  # an extra

        return format_skeleton("yMMMM", given, locale=self.locale)

    def _written(self, day: date | str, iso: str, form: str) -> str:
        given = _date(day)
        if not self.locale:
            return f"{given:{iso}}"
        from babel.dates import format_date  # noqa: PLC0415  # an extra

        return format_date(given, form, locale=self.locale)


def _date(day: date | str) -> date:
    return date.fromisoformat(day) if isinstance(day, str) else day


ISO = Dates()


def dates_of(provenance: Mapping[str, str]) -> Dates:
    """How the readers of a report that was made with ``provenance`` are told when."""
    return Dates(_zone(provenance.get("zone", "")), _known(provenance.get("locale", "")))


def _zone(name: str) -> tzinfo:
    """The zone of that name; UTC where there is none."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def _known(locale: str) -> str:
    """``locale`` where it can be used here, "" elsewhere: a report is made in any case."""
    if not locale:
        return ""
    try:
        from babel import Locale, UnknownLocaleError  # noqa: PLC0415  # an extra
    except ImportError:
        return ""
    try:
        return str(Locale.parse(locale, sep="-" if "-" in locale else "_"))
    except (UnknownLocaleError, ValueError, TypeError):
        return ""
