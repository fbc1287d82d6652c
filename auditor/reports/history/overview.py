"""The first page of a job's folder: its calendar, its trends, its stores, its weeks."""

from collections.abc import Sequence
from itertools import groupby

from auditor.reports import words
from auditor.reports.cards import KEY
from auditor.reports.dates import ISO, Dates
from auditor.reports.document import Document, Items, Section, Span, Table, Text, Tone, link, plain
from auditor.reports.history.calendars import Night, calendars
from auditor.reports.history.charts import charts, precision
from auditor.reports.history.night import StoreNight
from auditor.reports.history.weeks import week_of
from auditor.reports.pages import memories_page, report_page, store_page, week_page, words_page
from auditor.reports.shown import one_line

_LISTED = 60  # verdicts that are listed one by one


def overview(
    subject: str, nights: Sequence[Night], of_stores: Sequence[StoreNight], dates: Dates = ISO
) -> Document:
    """All nights of the job ``subject`` on one page."""
    parts = [
        *calendars(nights, dates),
        charts(of_stores, dates),
        _stores(of_stores, dates),
        _weeks(nights),
        precision(of_stores, dates),
        _verdicts(nights, dates),
    ]
    return Document(
        verdict=words.counted(len(nights), "night", "nights"),
        tone=Tone.NEUTRAL,
        subject=subject,
        facts=tuple(_facts(nights, dates)),
        children=tuple(part for part in parts if part is not None),
        foot=(plain(words.SIGNS),),
    )


def _facts(nights: Sequence[Night], dates: Dates) -> list[Text]:
    if not nights:
        return []
    day, verdict, *_ = nights[-1]
    return [
        (Span("The latest, "), Span(dates.day(day), href=report_page(day)), Span(f": {verdict}")),
        (
            Span("Every memory that was audited is in the "),
            Span("list of memories", href=memories_page(1)),
            Span(", and every word of them in the "),
            Span("list of words", href=words_page(1)),
            Span("."),
        ),
    ]


def _stores(nights: Sequence[StoreNight], dates: Dates) -> Section:
    latest = {night.store: night for night in nights}
    rows = tuple(
        (
            link(one_line(name, KEY), store_page(name)),
            plain(words.STATUSES.get(night.status, night.status)),
            plain(f"{night.entries:,}"),
            plain(f"{night.open:,}"),
            plain(dates.day(night.date)),
        )
        for name, night in sorted(latest.items())
    )
    table = Table(("Store", "Was", "Memories", "Need your eyes", "Last audited"), rows[:500])
    return Section("stores", "Stores", (table,))


def _weeks(nights: Sequence[Night]) -> Section:
    lines = []
    for week, days in groupby(nights, key=lambda night: week_of(night[0])):
        signs = list(days)
        most = max(eyes for *_, eyes in signs)
        lines.append(
            (
                *link(week, week_page(week)),
                Span(f": {len(signs)} of 7 nights, at most {most:,} in need of eyes"),
            )
        )
    return Section("weeks", "Weeks", (Items(tuple(lines[::-1])),), folded=True)


def _verdicts(nights: Sequence[Night], dates: Dates) -> Section:
    rows = tuple(
        (link(dates.day(day), report_page(day)), plain(verdict))
        for day, verdict, *_ in nights[::-1][:_LISTED]
    )
    return Section("verdicts", "Verdicts", (Table(("Night", "Verdict"), rows),))
