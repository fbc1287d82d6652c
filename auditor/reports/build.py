"""An audit as a report: the verdict, what needs eyes, what was fine, scores, what was not checked."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from auditor.records import Audit, Finding, NotChecked, Note, Severity, StoreAudit
from auditor.reports import words
from auditor.reports.cards import KEY, Setting, finding_card, note_card, setting_of, store_card
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
    code,
    plain,
    soft,
    strong,
)
from auditor.reports.scores import chart, scores_line
from auditor.reports.shown import one_line
from auditor.reports.size import within
from auditor.reports.verdict import SERIOUS, Tally, severity_rank, tally, tone, verdict

CARDS_BYTES = 110_000
ROWS_BYTES = 80_000
FINE_BYTES = 30_000
SHORT = 160  # characters of a sentence in a table
_HASH = 16  # digits of a hash that tell it apart; the JSON report has all of them
_IS_HASH = re.compile(r"[0-9a-f]{64}")
_ONE_CAUSE = 4  # findings from one conversation that are worth a sentence


def build(audit: Audit) -> Document:
    """The whole report of ``audit``; the same audit gives the same report."""
    setting = setting_of(audit, _zone(audit))
    count = tally(audit)
    eyes, unchecked = _needs_eyes(count, setting), _not_checked(audit)
    broken = bool(count.unread or count.partial)
    sections = (
        *((unchecked, eyes) if broken else (eyes,)),
        _decided(count),
        _fine(audit, count),
        _scores(audit),
        _notes(count),
        *(() if broken else (unchecked,)),
    )
    return Document(
        verdict=verdict(count, len(audit.stores)),
        tone=tone(count),
        subject=one_line(audit.job or ", ".join(store.store for store in audit.stores) or audit.command, KEY),
        facts=tuple(_facts(audit, count, setting)),
        children=tuple(section for section in sections if section is not None),
        foot=tuple(_foot(audit)),
        brief=_brief(audit, count, setting) if count.quiet else (),
    )


def _zone(audit: Audit) -> tzinfo:
    try:
        return ZoneInfo(audit.provenance.get("zone", "UTC"))
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


# ---- Under the verdict -------------------------------------------------------------------


def _facts(audit: Audit, count: Tally, setting: Setting) -> list[Text]:
    nothing_read = len(count.unread) == len(audit.stores)
    lines = [_looked_at(audit, count, setting), *([] if nothing_read else [_changes(audit, count)])]
    return [*lines, *_since_last_night(audit)]


def _since_last_night(audit: Audit) -> list[Text]:
    """What became of findings, where a ledger knows."""
    numbers = Counter[str]()
    for store in audit.stores:
        numbers.update({name: number for name, number in store.counts.items() if name in words.LIVES})
    known = [f"{numbers[name]:,} {text}" for name, text in words.LIVES.items() if numbers[name]]
    return [(Span("Findings: ", Style.STRONG), Span(f"{', '.join(known)}."))] if known else []


def _looked_at(audit: Audit, count: Tally, setting: Setting) -> Text:
    read = [store for store in audit.stores if store.status != "unreadable"]
    names = ", ".join(f"{one_line(store.store, KEY)} ({store.kind})" for store in read[:5])
    more = f" and {len(read) - 5} more" if len(read) > 5 else ""  # noqa: PLR2004 - names that fit a line
    entries = words.memories(sum(store.entries for store in read))
    what = f"{entries} in {names}{more}" if read else "nothing: no store could be read"
    first = ", audited for the first time" if count.first_audit and read else ""
    period = f"{setting.when(audit.since)} to " if audit.since else ""
    return (Span("Looked at: ", Style.STRONG), Span(f"{what}{first}; {period}{setting.when(audit.at)}."))


def _changes(audit: Audit, count: Tally) -> Text:
    kinds = Counter[str]()
    for store in audit.stores:
        kinds.update(_quiet(store))
    name = "Memories that are fine" if count.first_audit else "Changes that were fine"
    if not kinds:
        return (Span(f"{name}: ", Style.STRONG), Span("none."))
    listed = ", ".join(f"{number:,} {words.kind_words(kind)}" for kind, number in sorted(kinds.items()))
    return (Span(f"{name}: ", Style.STRONG), Span(f"{sum(kinds.values()):,} ({listed})."))


def _quiet(store: StoreAudit) -> Counter[str]:
    """The safe and expansion findings by kind; those of the findings where no count was kept."""
    if store.quiet:
        return Counter(dict(store.quiet))
    return Counter(finding.kind for finding in store.findings if not finding.alarm)


def _brief(audit: Audit, count: Tally, setting: Setting) -> tuple[Text, ...]:
    """Four lines that say all about a quiet night, and one more for notes of little weight."""
    unchecked = (
        f"{words.counted(count.not_checked, 'memory was', 'memories were')} not judged (see the JSON report)."
        if count.not_checked
        else "nothing was left out."
    )
    notes = ", ".join(sorted({words.kind_words(note.kind) for note in count.notes}))
    lines: list[Text] = [
        _looked_at(audit, count, setting),
        _changes(audit, count),
        (Span("Scores: ", Style.STRONG), Span(scores_line(audit)), Span("; ", Style.SOFT), Span(unchecked)),
        tuple(span for line in _foot(audit) for span in (*line, Span(" "))),
    ]
    if notes:
        lines.insert(
            3, (Span("Notes: ", Style.STRONG), Span(f"{len(count.notes)} of little weight: {notes}."))
        )
    return tuple(lines)


# ---- Sections ----------------------------------------------------------------------------


def _needs_eyes(count: Tally, setting: Setting) -> Section | None:
    """Findings and serious notes, worst first: as cards while there is room, then as a table."""
    things: list[Finding | Note] = sorted((*count.serious, *count.alarms), key=severity_rank)
    if not things:
        return None
    cards = (
        note_card(thing, setting) if isinstance(thing, Note) else finding_card(thing, setting)
        for thing in things
    )
    kept, used = within(cards, CARDS_BYTES)
    severities = Counter(thing.severity for thing in things)
    overview = ", ".join(f"{severities[name]:,} {name}" for name in reversed(Severity) if severities[name])
    children: list[Node] = [Paragraph(soft(f"{overview}; worst first."))] if len(things) > 1 else []
    children += [*_common_cause(count.alarms), *kept]
    if used < len(things):
        children += _rest(things[used:])
    return Section("eyes", "What needs your eyes", tuple(children))


def _common_cause(alarms: Sequence[Finding]) -> list[Paragraph]:
    """A sentence where many findings rest on one conversation: that is the place to look first."""
    sources = Counter(
        source for finding in alarms for source in {item.source for item in finding.evidence if item.source}
    )
    common = [(source, number) for source, number in sources.items() if number >= _ONE_CAUSE]
    return [
        Paragraph(
            (
                Span(f"{number} of these rest on one conversation, "),
                Span(one_line(source, KEY), Style.CODE),
                Span(": look there first."),
            )
        )
        for source, number in sorted(common, key=lambda item: (-item[1], item[0]))[:3]
    ]


def _rest(things: Sequence[Finding | Note]) -> list[Node]:
    rows = (
        (
            code(one_line(thing.key if isinstance(thing, Finding) else ", ".join(thing.keys[:3]), KEY)),
            plain(_what(thing)),
            plain(str(thing.severity)),
            plain(one_line(words.reason(thing) if isinstance(thing, Finding) else thing.reason, SHORT)),
            code(one_line(thing.id, KEY)),
        )
        for thing in things
    )
    kept, used = within(rows, ROWS_BYTES)
    nodes: list[Node] = [
        Paragraph(strong(f"{len(things):,} more, worst first")),
        Table(("Memory", "What", "Severity", "Why", "Id"), tuple(kept)),
    ]
    if used < len(things):
        nodes.append(Paragraph(plain(f"And {len(things) - used:,} more: the JSON report has all of them.")))
    return nodes


def _what(thing: Finding | Note) -> str:
    label = words.LABELS[thing.label] if isinstance(thing, Finding) else "Warning"
    return f"{label}: {words.kind_words(thing.kind)}"


def _decided(count: Tally) -> Section | None:
    if not count.decided:
        return None
    rows = (
        (
            code(one_line(finding.key, KEY)),
            plain(_what(finding)),
            plain(words.STATES.get(finding.state, finding.state)),
            code(one_line(finding.id, KEY)),
        )
        for finding in count.decided
    )
    kept, used = within(rows, FINE_BYTES)
    children: list[Node] = [Table(("Memory", "What", "Decided", "Id"), tuple(kept))]
    if used < len(count.decided):
        children.append(Paragraph(plain(f"And {len(count.decided) - used:,} more.")))
    return Section("decided", f"Already decided ({len(count.decided):,})", tuple(children), folded=True)


def _fine(audit: Audit, count: Tally) -> Section | None:
    total = sum(sum(_quiet(store).values()) for store in audit.stores)
    if not total:
        return None
    rows = (
        (
            code(one_line(finding.key, KEY)),
            plain(words.CHANGES[finding.change]),
            plain(words.KINDS.get(finding.kind, words.kind_words(finding.kind))),
            plain(one_line(words.reason(finding), SHORT)),
        )
        for finding in count.fine
    )
    kept, _ = within(rows, FINE_BYTES)
    children: list[Node] = [Table(("Memory", "Was", "Why that is fine", "In this case"), tuple(kept))]
    if len(kept) < total:
        children.append(Paragraph(soft(f"{total - len(kept):,} more are not listed here.")))
    title = "Memories that are fine" if count.first_audit else "Changes that were fine"
    return Section("fine", f"{title} ({total:,})", tuple(children), folded=True)


def _scores(audit: Audit) -> Section | None:
    if all(store.status == "unreadable" for store in audit.stores):
        return None
    children: list[Node] = [chart(audit)]
    if len(audit.stores) > 1:
        rows = (
            (plain(one_line(store.store, KEY)), plain(f"{store.entries:,}"), plain(scores_line(audit, store)))
            for store in audit.stores
        )
        children.append(Table(("Store", "Memories", "Scores"), tuple(within(rows, FINE_BYTES)[0])))
    return Section("scores", "Scores", tuple(children))


def _notes(count: Tally) -> Section | None:
    notes: Iterable[Note] = [note for note in count.notes if note.severity not in SERIOUS]
    if not notes:
        return None
    rows = (
        (
            plain(words.kind_words(note.kind)),
            code(one_line(", ".join(note.keys[:3]) or note.store, KEY)),
            plain(one_line(note.reason, SHORT)),
        )
        for note in notes
    )
    listed = tuple(within(rows, FINE_BYTES)[0])
    return Section("notes", "Notes", (Table(("Note", "Where", "What"), listed),))


def _not_checked(audit: Audit) -> Section:
    children: list[Node] = [store_card(store) for store in audit.stores if store.status != "ok"]
    if reasons := _reasons([item for store in audit.stores for item in store.not_checked]):
        children.append(Items(tuple(reasons)))
    if not children:
        return Section("unchecked", "What was not checked", (Paragraph(plain("Nothing was left out.")),))
    return Section("unchecked", "What was not checked, and why", tuple(children))


def _reasons(items: Sequence[NotChecked]) -> list[Text]:
    """One line a reason, with the first keys that it holds for."""
    by_reason: dict[str, list[str]] = {}
    for item in items:
        by_reason.setdefault(item.reason, []).append(item.key or item.store)
    lines = []
    for reason, keys in sorted(by_reason.items(), key=lambda pair: (-len(pair[1]), pair[0]))[:50]:
        more = f" and {len(keys) - 5:,} more" if len(keys) > 5 else ""  # noqa: PLR2004 - keys that fit a line
        named = [span for key in keys[:5] for span in (Span(", "), Span(one_line(key, KEY), Style.CODE))][1:]
        lines.append((Span(f"{one_line(reason, SHORT * 2)}: "), *named, Span(more)))
    return lines


def _foot(audit: Audit) -> list[Text]:
    """How the report was made: hashes, settings, versions."""
    lines: list[Text] = []
    for store in audit.stores[:20]:
        own = [(name, text) for name, text in store.provenance.items() if text != audit.policy]
        if own:
            lines.append((Span(f"{one_line(store.store, KEY)}: ", Style.STRONG), *_pairs(own)))
    own = [(name, text) for name, text in audit.provenance.items() if name not in {"options", "zone"}]
    policy = [("policy", audit.policy)] if audit.policy else []
    lines.append((Span("Made by: ", Style.STRONG), *_pairs([*policy, *own])))
    return lines


def _pairs(pairs: Iterable[tuple[str, str]]) -> list[Span]:
    spans: list[Span] = []
    for name, text in sorted((name, text) for name, text in pairs if text):
        shown = f"{text[:_HASH]}…" if _IS_HASH.fullmatch(text) else one_line(text, KEY)
        spans += [Span(f"{words.kind_words(name)} ", Style.SOFT), Span(shown, Style.CODE), Span("; ")]
    return [*spans[:-1], Span(".")]
