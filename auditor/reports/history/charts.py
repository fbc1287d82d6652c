"""Nights as figures: what goes up and down, and how often each kind of alarm was right."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from statistics import fmean

from auditor.reports import words
from auditor.reports.dates import ISO, Dates
from auditor.reports.decided import records_in
from auditor.reports.document import Line, Lines, Paragraph, Section, Table, plain, soft
from auditor.reports.history.night import ALARMS, StoreNight

YEAR = 366  # nights in one chart
_LEAST_SPAN = 0.1  # of a score's scale: a hundredth more or less is no mountain
Measure = Callable[[StoreNight], float | None]


def charts(nights: Sequence[StoreNight], dates: Dates = ISO) -> Section | None:
    """The last year as small charts; None where there is only one night."""
    by_date: dict[str, list[StoreNight]] = defaultdict(list)
    for night in nights:
        by_date[night.date].append(night)
    names = sorted(by_date)[-YEAR:]
    if len(names) < 2:  # noqa: PLR2004 - a line needs two points
        return None
    days = [by_date[day] for day in names]
    lines = [_score_line(name, days) for name in words.SCORES]
    lines += [_total(words.PLURALS[label], days, _counted(label)) for label in ALARMS]
    lines += [_total("Memories", days, lambda one: one.entries), _total("Comparisons made", days, _calls)]
    kept = tuple(line for line in lines if any(value is not None for value in line.values))
    return Section("trends", "How it went", (Lines(kept, dates.day(names[0]), dates.day(names[-1])),))


def _counted(label: str) -> Measure:
    return lambda night: night.labels.get(label, 0)


def _calls(night: StoreNight) -> float | None:
    return sum(number for name, number in night.counts.items() if name.startswith("funnel."))


def _score_line(name: str, days: Sequence[Sequence[StoreNight]]) -> Line:
    values = tuple(_mean([night.scores.get(name) for night in day]) for day in days)
    measured = [value for value in values if value is not None]
    low = min([*measured, 1 - _LEAST_SPAN])
    latest = f"{measured[-1]:.2f}" if measured else words.NOT_MEASURED
    return Line(words.SCORES[name][0], values, latest, round(low, 2), 1.0)


def _total(name: str, days: Sequence[Sequence[StoreNight]], measure: Measure) -> Line:
    """A sum over the stores that were read; unknown on a night when none was."""
    values = tuple(_sum([measure(night) for night in day if night.status != "unreadable"]) for day in days)
    measured = [value for value in values if value is not None]
    latest = f"{measured[-1]:,.0f}" if measured else words.NOT_MEASURED
    return Line(name, values, latest, 0.0, max([*measured, 1.0]))


def _mean(values: Sequence[float | None]) -> float | None:
    measured = [value for value in values if value is not None]
    return round(fmean(measured), 4) if measured else None


def _sum(values: Sequence[float | None]) -> float | None:
    measured = [value for value in values if value is not None]
    return sum(measured) if measured else None


def precision(nights: Sequence[StoreNight], dates: Dates = ISO) -> Section | None:
    """How often each kind of alarm was right, by what was decided, and how that went over the months."""
    latest = {night.store: night for night in nights}.values()
    records = records_in(night.counts for night in latest)
    if not records:
        return None
    rows = tuple(
        (
            plain(words.kind_words(kind)),
            plain(f"{record.decided:,}"),
            plain(f"{record.false:,}"),
            plain("" if record.precision is None else f"{record.precision:.0%}"),
        )
        for kind, record in records.items()
    )
    table = Table(("Kind of alarm", "Decided", "False alarms", "Right"), rows)
    months = "; ".join(f"{dates.month(f'{month}-01')} {share:.0%}" for month, share in _by_month(nights))
    about = (Paragraph(soft(words.PRECISION)), table, Paragraph(plain(f"Month by month: {months}.")))
    return Section("precision", "How often it was right", about)


def _by_month(nights: Sequence[StoreNight]) -> list[tuple[str, float]]:
    """The share of right alarms at the end of each month, over all that was decided until then."""
    last: dict[tuple[str, str], StoreNight] = {(night.date[:7], night.store): night for night in nights}
    months = []
    for month in sorted({month for month, _ in last})[-12:]:
        records = records_in(night.counts for (of, _), night in last.items() if of == month).values()
        right, decided = sum(one.right for one in records), sum(one.decided for one in records)
        if decided:
            months.append((month, right / decided))
    return months
