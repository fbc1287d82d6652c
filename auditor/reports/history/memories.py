"""The life of one memory, the list of all memories, and the page of one store."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from auditor.ledger.codec import finding_of
from auditor.records import ALARMS, Finding, Label
from auditor.reports import words
from auditor.reports.cards import KEY, Setting, finding_card
from auditor.reports.dates import ISO, Dates
from auditor.reports.document import (
    Document,
    Items,
    Node,
    Paragraph,
    Section,
    Span,
    Style,
    Table,
    Text,
    Tone,
    code,
    link,
    plain,
    soft,
)
from auditor.reports.history.charts import charts, precision
from auditor.reports.history.night import OPEN, StoreNight
from auditor.reports.pages import entry_page, memories_page, report_page, store_page
from auditor.reports.shown import masked_line, one_line, value_text
from auditor.reports.size import within
from auditor.reports.verdict import OPEN as OPEN_STATES

UP = "../"
_PAGE_BYTES = 230_000
_EVENTS = 200  # of one memory, the newest first
_VALUE = 120
_NIGHTS = 400
_OPEN = 200
_FEW = 100  # memories that need no letters
_HEAD = ("Memory", "Says, or said last", "Last verdict", "Store", "Night", "Events")
Memory = tuple[str, str, str, int, int, Mapping[str, Any]]


def life(subject: str, events: Sequence[tuple[str, Mapping[str, Any]]], setting: Setting) -> Document:
    """Every version of one memory, the newest first: what it said, who said what, what was found."""
    findings = [(day, finding_of(document)) for day, document in events]
    last = findings[-1][1]
    alarms = words.counted(sum(finding.alarm for _, finding in findings), "alarm", "alarms")
    changes = words.counted(len(findings), "event", "events")
    latest = {finding.id: place for place, (_, finding) in enumerate(findings)}
    quiet = replace(setting, keeps_state=False)
    store = link(one_line(last.store, KEY), f"{UP}{store_page(last.store)}")
    cards = (
        _event(day, finding, setting if latest[finding.id] == place else quiet, place)
        for place, (day, finding) in [*enumerate(findings)][::-1][:_EVENTS]
    )
    kept, used = within(cards, _PAGE_BYTES)
    nodes: list[Node] = list(kept)
    if used < len(findings):
        nodes.append(
            Paragraph(soft(f"{len(findings) - used:,} earlier ones are in the reports of their nights."))
        )
    return Document(
        verdict=f"The life of {one_line(last.key, KEY)}",
        tone=Tone.NEUTRAL,
        subject=subject,
        facts=(
            (
                Span("In "),
                *store,
                Span(f": {changes} since {setting.dates.day(findings[0][0])}, with {alarms}."),
            ),
            (Span("Now: ", Style.STRONG), Span(_now(last))),
        ),
        children=(Section("life", "What happened to it, the newest first", tuple(nodes)),),
        foot=(soft(words.LIFE),),
        index=f"{UP}index.html",
    )


def _now(finding: Finding) -> str:
    if finding.after is None:
        return "it is gone."
    return one_line(value_text(finding.after, finding.key), 400)


def _event(day: str, finding: Finding, setting: Setting, place: int) -> Node:
    """The card of a finding, with its night for a title and its state among what is known of it."""
    if not finding.alarm or finding.state not in OPEN_STATES:
        setting = replace(setting, keeps_state=False)
    card = finding_card(finding, setting)
    state = "" if finding.state in OPEN_STATES or not finding.alarm else words.STATES.get(finding.state, "")
    title = (
        *link(setting.dates.day(day), f"{UP}{report_page(day)}"),
        Span(f" {words.CHANGES[finding.change]}", Style.SOFT),
    )
    quiet = () if finding.alarm else (Tone.GOOD,)
    return replace(
        card,
        anchor=f"event-{place + 1}",
        title=(*title, Span(f" as {one_line(finding.key, KEY)}", Style.SOFT)),
        badges=(*card.badges, state),
        tone=quiet[0] if quiet else card.tone,
    )


def memory_lists(
    subject: str, memories: Iterable[Memory], with_page: frozenset[str], dates: Dates = ISO
) -> Iterable[tuple[int, Document]]:
    """All memories by key, on as many pages as it takes, numbered from 1."""
    pages: list[list[tuple[str, tuple[Text, ...]]]] = [[]]
    left = _PAGE_BYTES
    for memory in memories:
        row = _memory_row(memory, with_page, dates)
        cost = sum(len(span.text.encode()) + 40 for text in row for span in text)
        if cost > left:
            pages.append([])
            left = _PAGE_BYTES
        left -= cost
        pages[-1].append((memory[1][:1].upper() or "–", row))
    for number, rows in enumerate(pages, start=1):
        yield number, _memory_list(subject, number, len(pages), rows)


def _memory_row(memory: Memory, with_page: frozenset[str], dates: Dates) -> tuple[Text, ...]:
    store, key, day, number, _, document = memory
    page, name, label = entry_page(store, key), masked_line(key, KEY), Label(document["label"])
    value = document["before"] if document["after"] is None else document["after"]
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    state = f", {words.STATES.get(document['state'], document['state'])}" if label in ALARMS else ""
    return (
        link(name, f"{UP}{page}", Style.CODE) if page in with_page else code(name),
        plain(masked_line(text, _VALUE)),
        plain(f"{words.LABELS[label]}: {words.kind_words(document['kind'])}{state}"),
        plain(masked_line(store, KEY)),
        link(dates.day(day), f"{UP}{report_page(day)}"),
        plain(f"{number:,}"),
    )


def _memory_list(
    subject: str, number: int, pages: int, rows: Sequence[tuple[str, tuple[Text, ...]]]
) -> Document:
    letters: dict[str, list[tuple[Text, ...]]] = {}
    for letter, row in rows:
        letters.setdefault(one_line(letter, 1), []).append(row)
    parts = letters if len(rows) > _FEW else {"All memories": [row for _, row in rows]}
    sections = [
        Section(f"at-{place}", letter, (Table(_HEAD, tuple(own)),))
        for place, (letter, own) in enumerate(parts.items(), start=1)
    ]
    others: list[Text] = [
        link(f"Page {other}", f"{UP}{memories_page(other)}")
        for other in range(1, pages + 1)
        if other != number
    ]
    around = [Section("pages", "All pages", (Items(tuple(others)),))] if others else []
    return Document(
        verdict="Memories" if pages == 1 else f"Memories, page {number} of {pages}",
        tone=Tone.NEUTRAL,
        subject=subject,
        facts=(plain(words.FIND),),
        children=(*sections, *around),
        foot=(),
        index=f"{UP}index.html",
    )


def store_document(
    subject: str,
    store: str,
    nights: Sequence[StoreNight],
    memories: Sequence[Memory],
    with_page: frozenset[str],
    *,
    dates: Dates = ISO,
) -> Document:
    """All about one store: its trends, what is open in it, its nights."""
    last = nights[-1]
    waiting = [one for one in memories if one[5]["label"] in last.labels and one[5]["state"] in OPEN]
    parts = [
        Section(
            "open",
            f"Waits for somebody ({len(waiting):,})",
            (Table(_HEAD, tuple(_memory_row(one, with_page, dates) for one in waiting[:_OPEN])),),
        )
        if waiting
        else None,
        charts(nights, dates),
        precision(nights, dates),
        _store_nights(nights, dates),
    ]
    entries, day = words.memories(last.entries), dates.day(last.date)
    what = f"{entries} in a store of kind {last.kind or 'unknown'} on {day}."
    return Document(
        verdict=one_line(store, KEY),
        tone=Tone.NEUTRAL,
        subject=subject,
        facts=(plain(what),),
        children=tuple(part for part in parts if part is not None),
        foot=(),
        index=f"{UP}index.html",
    )


def _store_nights(nights: Sequence[StoreNight], dates: Dates) -> Section:
    rows = tuple(
        (
            link(dates.day(night.date), f"{UP}{report_page(night.date)}"),
            plain(words.STATUSES.get(night.status, night.status)),
            plain(f"{night.entries:,}"),
            plain(f"{night.open:,}"),
        )
        for night in nights[::-1][:_NIGHTS]
    )
    table = Table(("Night", "Was", "Memories", "Need your eyes"), rows)
    return Section("nights", "Its nights", (table,))
