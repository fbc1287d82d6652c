"""The first line of the report, and what it counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.records import Audit, ChangeKind, Finding, Note, Severity
from auditor.reports.document import Tone
from auditor.reports.words import counted, memories

_SEVERITIES = {severity: rank for rank, severity in enumerate(reversed(Severity))}
SERIOUS = frozenset({Severity.HIGH, Severity.CRITICAL})
OPEN = frozenset({"open", "reopened"})
UNDELIVERED = "alerts.undelivered"  # among a store's counts: how many alerts nobody has taken yet


@dataclass(frozen=True, slots=True)
class Tally:
    """What the page is about.

    ``alarms`` and ``notes`` are worst first, ``serious`` are the notes that need eyes; ``memories`` counts
    those that were there tonight and those whose removal is an alarm; ``unread`` and ``partial`` are
    store names.
    """

    alarms: Sequence[Finding]
    decided: Sequence[Finding]
    fine: Sequence[Finding]
    notes: Sequence[Note]
    serious: Sequence[Note]
    eyes: int
    memories: int
    not_checked: int
    unread: Sequence[str]
    partial: Sequence[str]
    first_audit: bool
    undelivered: int = 0

    @property
    def quiet(self) -> bool:
        """Whether nothing at all asks for the reader and everything was checked."""
        return not (self.eyes or self.serious or self.unread or self.partial or self.not_checked)


def tally(audit: Audit) -> Tally:
    """Count ``audit`` up for its reader."""
    findings = [finding for store in audit.stores for finding in store.findings]
    alarms = sorted((item for item in findings if item.alarm and item.state in OPEN), key=_worst_first)
    notes = sorted((note for store in audit.stores for note in store.notes), key=_worst_note_first)
    eyes = {(item.store, item.key) for item in alarms}
    gone = {(item.store, item.key) for item in alarms if item.change is ChangeKind.REMOVED}
    return Tally(
        alarms=alarms,
        decided=sorted(
            (item for item in findings if item.alarm and item.state not in OPEN), key=_worst_first
        ),
        fine=sorted(
            (item for item in findings if not item.alarm), key=lambda item: (item.kind, item.store, item.key)
        ),
        notes=notes,
        serious=[note for note in notes if note.severity in SERIOUS],
        eyes=len(eyes),
        memories=sum(store.entries for store in audit.stores) + len(gone),
        not_checked=sum(len(store.not_checked) for store in audit.stores),
        unread=[store.store for store in audit.stores if store.status == "unreadable"],
        partial=[store.store for store in audit.stores if store.status == "partial"],
        first_audit=bool(audit.stores) and all(store.first_audit for store in audit.stores),
        undelivered=sum(store.counts.get(UNDELIVERED, 0) for store in audit.stores),
    )


def verdict(count: Tally, stores: int) -> str:
    """The report's first line."""
    if stores and len(count.unread) == stores:
        line = "The store could not be read" if stores == 1 else f"None of {stores} stores could be read"
        verb = "needs" if count.eyes == 1 else "need"
        open_before = f"; from earlier nights {memories(count.eyes)} still {verb} your eyes"
        return "; ".join([f"{line}{open_before if count.eyes else ''}", *_undelivered(count)]) + "."
    parts = []
    if count.unread:
        parts.append(f"{len(count.unread)} of {stores} stores could not be read")
    if count.partial:
        parts.append(f"{counted(len(count.partial), 'store was', 'stores were')} read only in part")
    parts += [*_undelivered(count), *_needs(count)]
    if not parts and not count.not_checked:
        first = "First audit" if count.first_audit else "Quiet night"
        return f"{first}: nothing needs you."
    if not parts:
        unchecked = counted(count.not_checked, "thing was", "things were")
        parts.append(f"nothing needs you, but {unchecked} not checked")
    elif not count.eyes and not count.serious:
        parts.append("nothing that was read needs you")
    line = "; ".join(parts) + "."
    return f"First audit: {line}" if count.first_audit else line[0].upper() + line[1:]


def _undelivered(count: Tally) -> list[str]:
    """What nobody could be told, as parts of a sentence."""
    alerts = counted(count.undelivered, "alert", "alerts")
    return [f"{alerts} could not be delivered"] if count.undelivered else []


def _needs(count: Tally) -> list[str]:
    """What needs the reader's eyes, as parts of a sentence."""
    serious = len(count.serious)
    warnings = counted(serious, "warning", "warnings")
    if count.eyes:
        verb = "needs" if count.eyes == 1 and not serious else "need"
        also = f" and {warnings}" if serious else ""
        return [f"{count.eyes:,} of {memories(max(count.memories, count.eyes))}{also} {verb} your eyes"]
    if serious:
        return [f"{warnings} {'needs' if serious == 1 else 'need'} your eyes"]
    return []


def tone(count: Tally) -> Tone:
    """What the first line says to a reader in a hurry."""
    if count.unread:
        return Tone.BROKEN
    if any(item.severity in SERIOUS for item in count.alarms) or count.serious:
        return Tone.ALARM
    return Tone.LOOK if count.eyes or count.partial or count.undelivered else Tone.GOOD


def severity_rank(thing: Finding | Note) -> int:
    """0 for critical, and so on down to info."""
    return _SEVERITIES[thing.severity]


def _worst_first(finding: Finding) -> tuple[int, int, float, str, str, str]:
    return (
        _SEVERITIES[finding.severity],
        0 if finding.band == "act" else 1,
        -finding.confidence,
        finding.store,
        finding.key,
        finding.id,
    )


def _worst_note_first(note: Note) -> tuple[int, str, str, tuple[str, ...]]:
    return (_SEVERITIES[note.severity], note.kind, note.store, tuple(note.keys))
