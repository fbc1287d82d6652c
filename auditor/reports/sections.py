"""The parts of the page: what needs eyes, what was decided and fine, scores, notes, what was not checked."""

from collections import Counter
from collections.abc import Sequence

from auditor.records import Audit, Finding, NotChecked, Note, Severity, StoreAudit
from auditor.reports import words
from auditor.reports.cards import KEY, Setting, finding_card, note_card, store_card
from auditor.reports.document import (
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
from auditor.reports.verdict import SERIOUS, Tally, severity_rank

CARDS_BYTES = 110_000
ROWS_BYTES = 80_000
FINE_BYTES = 30_000
SHORT = 160  # characters of a sentence in a table
_ONE_CAUSE = 4  # findings from one conversation that are worth a sentence


def quiet_kinds(store: StoreAudit) -> Counter[str]:
    """The safe and expansion findings by kind; those of the findings where no count was kept."""
    if store.quiet:
        return Counter(dict(store.quiet))
    return Counter(finding.kind for finding in store.findings if not finding.alarm)


def needs_eyes(count: Tally, setting: Setting) -> Section | None:
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


def decided(count: Tally) -> Section | None:
    """Alarms about which a person has already decided, folded."""
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


def fine(audit: Audit, count: Tally) -> Section | None:
    """Changes that ask for nothing, folded."""
    total = sum(sum(quiet_kinds(store).values()) for store in audit.stores)
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


def scores(audit: Audit) -> Section | None:
    """The scores, of each store too where there are several."""
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


def notes(count: Tally) -> Section | None:
    """The notes that can wait; serious ones are among what needs eyes."""
    lesser = [note for note in count.notes if note.severity not in SERIOUS]
    if not lesser:
        return None
    rows = (
        (
            plain(words.kind_words(note.kind)),
            code(one_line(", ".join(note.keys[:3]) or note.store, KEY)),
            plain(one_line(note.reason, SHORT)),
        )
        for note in lesser
    )
    listed = tuple(within(rows, FINE_BYTES)[0])
    return Section("notes", "Notes", (Table(("Note", "Where", "What"), listed),))


def not_checked(audit: Audit) -> Section:
    """What could not be audited, each with its reason; also that nothing was left out."""
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
