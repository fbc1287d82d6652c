"""The parts of the page: what needs eyes, what was decided and fine, scores, notes, what was not checked."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from auditor.records import Audit, Finding, NotChecked, Note, Severity, StoreAudit
from auditor.reports import words
from auditor.reports.cards import KEY, Setting, finding_card, note_card, store_card
from auditor.reports.causes import Group, grouped
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
from auditor.times import parse_time

CARDS_BYTES = 110_000
ROWS_BYTES = 80_000
FINE_BYTES = 30_000
SHORT = 160  # characters of a sentence in a table
_OPEN_CARDS = 8  # what a reader takes in at once; of the cards after them only the sentence is open


def quiet_kinds(store: StoreAudit) -> Counter[str]:
    """The safe and expansion findings by kind; those of the findings where no count was kept."""
    if store.quiet:
        return Counter(dict(store.quiet))
    return Counter(finding.kind for finding in store.findings if not finding.alarm)


def needs_eyes(count: Tally, setting: Setting) -> Section | None:
    """Findings and serious notes, worst first: as cards while there is room, then as a table."""
    groups, alone = grouped(count.alarms)
    ordered = _ordered([*count.serious, *groups, *alone])
    things = [thing for thing, _ in ordered]
    if not things:
        return None
    cards = (
        note_card(thing, setting)
        if isinstance(thing, Note)
        else finding_card(thing, setting, folded=_folded(place, thing, group))
        for place, (thing, group) in enumerate(ordered)
    )
    kept, used = within(cards, CARDS_BYTES)
    severities = Counter(thing.severity for thing in things)
    overview = ", ".join(f"{severities[name]:,} {name}" for name in reversed(Severity) if severities[name])
    children: list[Node] = [Paragraph(soft(f"{overview}; worst first."))] if len(things) > 1 else []
    number = 1
    for group, members in groupby(zip(kept, ordered, strict=False), key=lambda pair: pair[1][1]):
        own = [card for card, _ in members]
        children += [_group_section(group, own, setting, number)] if group else own
        number += group is not None
    if used < len(things):
        children += _rest(things[used:])
    return Section("eyes", "What needs your eyes", tuple(children))


Thing = Finding | Note


def _ordered(parts: Sequence[Group | Thing]) -> list[tuple[Thing, Group | None]]:
    """What needs eyes in the order of the page: a group stands where its worst finding would."""
    ordered: list[tuple[Thing, Group | None]] = []
    for part in sorted(parts, key=lambda one: severity_rank(_worst(one))):
        ordered += [(one, part) for one in part.findings] if isinstance(part, Group) else [(part, None)]
    return ordered


def _worst(part: Group | Thing) -> Thing:
    return part.findings[0] if isinstance(part, Group) else part


def _folded(place: int, thing: Thing, group: Group | None) -> bool:
    """Whether a card only shows its sentence: all but the first of a group, and what comes late."""
    return place >= _OPEN_CARDS or (group is not None and thing is not group.findings[0])


def _group_section(group: Group, cards: Sequence[Node], setting: Setting, number: int) -> Section:
    """The findings that one cause explains, under one heading."""
    return Section(
        f"cause-{number}",
        f"{len(group.findings):,} from one {words.kind_words(group.cause.kind)}",
        (Paragraph(_cause_text(group, setting)), *cards),
    )


def _cause_text(group: Group, setting: Setting) -> Text:
    cause = group.cause
    if cause.kind == "batch":
        moment = parse_time(cause.name)
        name = Span(setting.when(moment) if moment else cause.name, Style.STRONG)
    else:
        shown = words.short_path(cause.name) if cause.kind == "conversation" else cause.name
        place = next((place for (source, _), place in setting.said.items() if source == cause.name), None)
        name = Span(one_line(shown, KEY), Style.CODE, place.page_top if place else "")
    return (name, Span(f". {words.CAUSES[cause.kind]}"))


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
