"""The digest of a week: what came, what went, what still waits."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from auditor.ledger.codec import finding_of
from auditor.reports import words
from auditor.reports.cards import KEY
from auditor.reports.dates import ISO, Dates
from auditor.reports.document import (
    Document,
    Node,
    Paragraph,
    Section,
    Span,
    Style,
    Table,
    Text,
    Tone,
    link,
    plain,
    soft,
)
from auditor.reports.history.calendars import Night
from auditor.reports.history.charts import charts
from auditor.reports.history.night import ALARMS, OPEN, StoreNight
from auditor.reports.pages import entry_page, report_page
from auditor.reports.shown import one_line

UP = "../"
_ROWS = 100
_SHORT = 160
_LIVES = {
    "findings.new": "new",
    "findings.reopened": "reopened",
    "findings.mended": "mended",
}


def week_of(day: str) -> str:
    """The ISO week of a date, "2026-W48"."""
    year, week, _ = date.fromisoformat(day).isocalendar()
    return f"{year}-W{week:02}"


def digest(
    subject: str,
    week: str,
    nights: Sequence[Night],
    of_stores: Sequence[StoreNight],
    findings: Sequence[tuple[str, Mapping[str, Any]]],
    *,
    dates: Dates = ISO,
) -> Document:
    """The week ``week`` of the job ``subject``; ``findings`` are its events by date, oldest first."""
    alarms = [(day, one) for day, one in findings if one["label"] in ALARMS and one["state"] in OPEN]
    decided = [(day, one) for day, one in findings if one["label"] in ALARMS and one["state"] not in OPEN]
    parts = [
        _nights(nights, dates),
        _list("raised", "Raised this week", alarms, dates),
        _list("decided", "Decided this week", decided, dates),
        charts(of_stores, dates),
    ]
    return Document(
        verdict=_verdict(week, nights, alarms),
        tone=Tone.NEUTRAL,
        subject=subject,
        facts=(_lives(of_stores),),
        children=tuple(part for part in parts if part is not None),
        foot=(soft(words.WEEK),),
        index=f"{UP}index.html",
    )


def _verdict(week: str, nights: Sequence[Night], alarms: Sequence[object]) -> str:
    quiet = sum(not eyes for *_, eyes in nights)
    raised = words.counted(len(alarms), "finding was", "findings were")
    number = words.counted(len(nights), "night", "nights")
    return f"Week {week}: {raised} raised in {number}, {quiet} of which needed nobody."


def _lives(nights: Sequence[StoreNight]) -> Text:
    totals = {name: sum(night.counts.get(name, 0) for night in nights) for name in _LIVES}
    latest = {night.store: night.open for night in nights}
    parts = [f"{totals[name]:,} {word}" for name, word in _LIVES.items()]
    waiting = f"{sum(latest.values()):,} still open at its end."
    return (Span("Findings: ", Style.STRONG), Span(f"{', '.join(parts)}; {waiting}"))


def _nights(nights: Sequence[Night], dates: Dates) -> Section:
    rows = tuple(
        (link(dates.weekday(day), f"{UP}{report_page(day)}"), plain(verdict)) for day, verdict, *_ in nights
    )
    return Section("nights", "Its nights", (Table(("Night", "Verdict"), rows),))


def _list(
    anchor: str, title: str, findings: Sequence[tuple[str, Mapping[str, Any]]], dates: Dates
) -> Section | None:
    if not findings:
        return None
    rows = []
    for day, document in findings[:_ROWS]:
        finding = finding_of(document)
        rows.append(
            (
                link(one_line(finding.key, KEY), f"{UP}{entry_page(finding.store, finding.key)}", Style.CODE),
                plain(f"{words.LABELS[finding.label]}: {words.kind_words(finding.kind)}"),
                plain(words.STATES.get(finding.state, finding.state)),
                plain(one_line(words.reason(finding), _SHORT)),
                plain(dates.day(day)),
            )
        )
    nodes: list[Node] = [Table(("Memory", "What", "State", "Why", "Night"), tuple(rows))]
    if len(findings) > _ROWS:
        nodes.append(Paragraph(soft(f"And {len(findings) - _ROWS:,} more, in the reports of its nights.")))
    return Section(anchor, f"{title} ({len(findings):,})", tuple(nodes))
