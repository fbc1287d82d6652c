"""The nights of a job as a calendar whose days say how their nights went."""

from calendar import Calendar as Weeks
from collections import defaultdict
from collections.abc import Sequence
from datetime import date

from auditor.reports import words
from auditor.reports.dates import ISO, Dates
from auditor.reports.document import Calendar, Day, Month, Section, Tone
from auditor.reports.history.night import PARTIAL, QUIET, UNREAD, WARNING
from auditor.reports.pages import report_page

MONTHS = 12  # that are open; earlier ones are folded
_TONES = {
    UNREAD: Tone.BROKEN,
    "contradiction": Tone.ALARM,
    "hallucination": Tone.ALARM,
    "stale": Tone.LOOK,
    WARNING: Tone.ALARM,
    PARTIAL: Tone.LOOK,
    QUIET: Tone.GOOD,
}
_SIGNS = {UNREAD: "?", WARNING: "!", PARTIAL: "…", QUIET: "✓"}
Night = tuple[str, str, str, int]


def calendars(nights: Sequence[Night], dates: Dates = ISO, root: str = "") -> list[Section]:
    """The last year as a calendar, and the years before folded."""
    months = _months(nights, dates, root)
    sections = [Section("nights", "Nights", (Calendar(tuple(months[:MONTHS])),))]
    if months[MONTHS:]:
        earlier = (Calendar(tuple(months[MONTHS:])),)
        sections.append(Section("earlier", "Earlier nights", earlier, folded=True))
    return sections


def _months(nights: Sequence[Night], dates: Dates, root: str) -> list[Month]:
    by_month: dict[tuple[int, int], dict[int, Day]] = defaultdict(dict)
    for text, verdict, worst, eyes in nights:
        day = date.fromisoformat(text)
        by_month[day.year, day.month][day.day] = Day(
            number=day.day,
            href=f"{root}{report_page(text)}",
            tone=_TONES.get(worst, Tone.NEUTRAL),
            sign=_SIGNS.get(worst) or f"{eyes:,}",
            label=f"{dates.day(text)}, {words.WORST.get(worst, worst)}: {verdict}",
        )
    return [_month(date(*month, 1), by_month[month], dates) for month in sorted(by_month, reverse=True)]


def _month(first: date, days: dict[int, Day], dates: Dates) -> Month:
    weeks = Weeks().monthdayscalendar(first.year, first.month)
    return Month(
        dates.month(first),
        tuple(tuple(days.get(day, Day(day)) if day else None for day in week) for week in weeks),
    )
