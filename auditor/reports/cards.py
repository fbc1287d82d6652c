"""What needs eyes, each thing as a card: what, before and after, who said what, why, what to do."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from auditor.records import Audit, ChangeKind, Evidence, Finding, Note, Severity, StoreAudit
from auditor.reports import words
from auditor.reports.dates import Dates, dates_of
from auditor.reports.decided import Record, records_of
from auditor.reports.difference import difference, whole
from auditor.reports.document import (
    Card,
    Code,
    Difference,
    Items,
    Node,
    Paragraph,
    Quote,
    Span,
    Style,
    Text,
    Tone,
    code,
    plain,
    soft,
    strong,
)
from auditor.reports.excerpts import Place
from auditor.reports.pages import entry_page
from auditor.reports.shown import one_line, shown, value_text, value_texts

KEY = 120  # characters of a key, a name, a path
SENTENCE = 400  # characters of a reason or an advice
SAID = 400  # characters of one quoted turn
QUOTES = 3  # quoted turns of one finding
_TONES = {
    Severity.CRITICAL: Tone.ALARM,
    Severity.HIGH: Tone.ALARM,
    Severity.MEDIUM: Tone.LOOK,
    Severity.LOW: Tone.NEUTRAL,
    Severity.INFO: Tone.NEUTRAL,
}


@dataclass(frozen=True, slots=True)
class Setting:
    """What all cards of one page share.

    ``options`` is what a command needs to find its ledger again, ``said`` where cited turns can be read in
    their context, ``linked`` whether there are pages of single memories, ``records`` how often each kind
    of alarm was right, by the decisions that people have made.
    """

    at: datetime
    dates: Dates
    several_stores: bool
    keeps_state: bool
    options: str
    linked: bool = False
    said: Mapping[tuple[str, int], Place] = field(default_factory=dict)
    records: Mapping[str, Record] = field(default_factory=dict)

    def when(self, moment: datetime) -> str:
        """``moment`` in the reader's zone, to the minute."""
        return self.dates.moment(moment)


def finding_card(finding: Finding, setting: Setting, *, folded: bool = False) -> Card:
    """The card of an alarm."""
    children: list[Node] = []
    if finding.before is not None or finding.after is not None:
        children.append(_difference(finding))
    children += [_quote(item, setting) for item in finding.evidence[:QUOTES]]
    if len(finding.evidence) > QUOTES:
        more = words.counted(len(finding.evidence) - QUOTES, "more quotation", "more quotations")
        children.append(Paragraph(soft(f"{more} in the JSON report.")))
    children.append(Items(tuple(_details(finding, setting))))
    if setting.keeps_state and finding.id:
        children.append(Code(_commands(finding.id, setting.options)))
    return Card(
        anchor=f"finding-{finding.id}" if finding.id.isalnum() else "",
        title=_title(finding.key, finding.previous_key, finding.store, setting),
        badges=(
            words.LABELS[finding.label],
            words.kind_words(finding.kind),
            f"{finding.severity} severity",
            f"{finding.confidence:.0%} sure: {words.BANDS[finding.band]}",
            _since(finding, setting),
        ),
        tone=_TONES[finding.severity],
        children=tuple(children),
        lead=plain(shown(words.reason(finding), SENTENCE)),
        folded=folded,
    )


def note_card(note: Note, setting: Setting) -> Card:
    """The card of a note that is serious enough to be looked at."""
    children: list[Node] = []
    if len(note.keys) > 1:
        keys = [code(one_line(key, KEY)) for key in note.keys[:10]]
        more = [soft(f"and {len(note.keys) - 10:,} more")] if len(note.keys) > 10 else []  # noqa: PLR2004 - a list that is still read
        children.append(Items((*keys, *more)))
    if advice := words.NOTE_ADVICE.get(note.kind):
        children.append(Items(((Span("What to do: ", Style.STRONG), Span(advice)),)))
    key = note.keys[0] if len(note.keys) == 1 else ""
    return Card(
        anchor=f"note-{note.id}" if note.id.isalnum() else "",
        title=_title(key, None, note.store, setting) if key else strong(one_line(note.store, KEY)),
        badges=("Warning", words.kind_words(note.kind), f"{note.severity} severity", ""),
        tone=_TONES[note.severity],
        children=tuple(children),
        lead=plain(shown(note.reason, SENTENCE)),
    )


def store_card(store: StoreAudit) -> Card:
    """The card of a store that was not read, or only in part."""
    unread = store.status == "unreadable"
    return Card(
        anchor="",
        title=strong(one_line(store.store, KEY)),
        badges=("Not read" if unread else "Read in part", one_line(store.kind, KEY)),
        tone=Tone.BROKEN,
        children=(Items((plain(words.UNREAD if unread else words.PARTIAL),)),),
        lead=plain(shown(store.reason or "No reason was given.", SENTENCE)),
    )


def _title(key: str, previous: str | None, store: str, setting: Setting) -> Text:
    title = [Span(one_line(key, KEY), Style.CODE)]
    if previous is not None and previous != key:
        title += [Span(" formerly ", Style.SOFT), Span(one_line(previous, KEY), Style.CODE)]
    if setting.several_stores:
        title += [Span(" in ", Style.SOFT), Span(one_line(store, KEY))]
    return tuple(title)


def _since(finding: Finding, setting: Setting) -> str:
    if finding.state == "reopened":
        return "reopened"
    if finding.first_seen is None or finding.first_seen >= setting.at:
        return ""
    return f"open since {setting.dates.day_of(finding.first_seen)}"


def _difference(finding: Finding) -> Difference:
    """Both values; one alone where the other is missing or the same."""
    if finding.before is None or finding.after is None or finding.before == finding.after:
        return _one_side(finding)
    before, after, skipped = value_texts(finding.before, finding.after, finding.key)
    old, new = difference(before, after, skipped)
    return Difference(old, new)


def _one_side(finding: Finding) -> Difference:
    if finding.after is None:
        name = "Removed" if finding.change is ChangeKind.REMOVED else "Before"
        return Difference(whole(value_text(finding.before, finding.key)), None, before_name=name)
    name = {ChangeKind.ADDED: "Added", ChangeKind.UNCHANGED: "Still says"}.get(finding.change, "Now")
    return Difference(None, whole(value_text(finding.after, finding.key)), after_name=name)


def _quote(evidence: Evidence, setting: Setting) -> Quote:
    where: list[Span] = []
    if evidence.entry_key is not None:
        where.append(Span(one_line(evidence.entry_key, KEY), Style.CODE))
    elif evidence.source:
        where.append(Span(one_line(words.short_path(evidence.source), KEY), Style.CODE))
    if evidence.turn is not None:
        place = setting.said.get((evidence.source, evidence.turn))
        where.append(Span(f"turn {evidence.turn + 1}", href=place.href if place else ""))
    if evidence.at is not None:
        where.append(Span(setting.when(evidence.at)))
    separated = [piece for span in where for piece in (Span(", ", Style.SOFT), span)][1:]
    who = "Memory" if evidence.entry_key is not None else words.SPEAKERS.get(evidence.speaker)
    return Quote(
        who=who or one_line(evidence.speaker, KEY),
        text=plain(shown(evidence.text, SAID, evidence.entry_key or "")),
        where=tuple(separated),
    )


def _details(finding: Finding, setting: Setting) -> list[Text]:
    label = words.LABELS[finding.label].lower()
    row = one_line(finding.row, KEY)
    why = words.ROWS.get(finding.kind, row)
    advice = shown(words.step(finding.advice), SENTENCE) or words.ADVICE.get(finding.kind, words.DECIDE)
    lines: list[Text] = [
        (Span(f"Why “{label}”: ", Style.STRONG), Span(why), Span(f" (row {row})", Style.SOFT)),
        (Span("Who is affected: ", Style.STRONG), *_affected(finding)),
        (Span("What to do: ", Style.STRONG), Span(advice)),
    ]
    if finding.keep:
        kept, why = one_line(finding.keep, KEY), one_line(finding.keep_because, SENTENCE)
        lines.append(
            (Span("Suggestion: ", Style.STRONG), Span("keep "), Span(kept, Style.CODE), Span(f", for {why}."))
        )
    if finding.kind in setting.records:
        lines.append((Span("Until now: ", Style.STRONG), Span(setting.records[finding.kind].sentence)))
    if setting.linked:
        page = entry_page(finding.store, finding.key)
        lines.append((Span("History: ", Style.STRONG), Span("the life of this memory", href=page)))
    return lines


def _affected(finding: Finding) -> list[Span]:
    if not finding.owner:
        return [Span(words.NO_OWNER)]
    return [Span(one_line(finding.owner, KEY), Style.CODE), Span(", whose memory it is.")]


def _commands(finding_id: str, options: str) -> tuple[str, ...]:
    name = shlex.quote(one_line(finding_id, KEY)) + (f" {options}" if options else "")
    return (f"auditor explain {name}", f"auditor resolve {name} --as fixed")


def setting_of(
    audit: Audit,
    *,
    linked: bool = False,
    said: Mapping[tuple[str, int], Place] | None = None,
) -> Setting:
    """What the cards of ``audit`` share."""
    return Setting(
        at=audit.at,
        dates=dates_of(audit.provenance),
        several_stores=len(audit.stores) > 1,
        keeps_state=audit.command not in {"compare", "bench"},
        options=one_line(audit.provenance.get("options", ""), KEY),
        linked=linked,
        said=said or {},
        records=records_of(audit),
    )
