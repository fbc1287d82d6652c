"""What becomes of a finding from one night to the next: pure rules, no database.

found ──► open ──► resolved (mended, or said to be fixed) ──► reopened when it is found again
            └───► accepted / false_alarm / context_dependent ──► reopened by a new value, by what was
                      said about it since, or when the time that it was decided for is over
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from auditor.records import ChangeKind, Finding, Label, StoreAudit

UNREADABLE = "unreadable"


class State(StrEnum):
    """Where a finding stands."""

    OPEN = "open"
    REOPENED = "reopened"
    RESOLVED = "resolved"
    ACCEPTED = "accepted"
    FALSE_ALARM = "false_alarm"
    CONTEXT_DEPENDENT = "context_dependent"


ENTITLED = frozenset({"user", "record", "tool", "system"})
CONTENT_STAYS = frozenset({"equivalent", "metadata_only", "duplicate", "verified", "unverified", "moved"})
OPEN_STATES = frozenset({State.OPEN, State.REOPENED})


@dataclass(frozen=True, slots=True)
class Known:
    """A finding as the ledger holds it: its state, since when and why, and until when that was decided."""

    finding: Finding
    state: State
    why: str
    first_seen: datetime
    last_seen: datetime
    since: datetime
    until: datetime | None = None
    new: bool = False

    @property
    def open(self) -> bool:
        """Whether somebody should still look at it."""
        return self.state in OPEN_STATES


@dataclass(frozen=True, slots=True)
class Step:
    """What one night or one decision does to one finding.

    ``recorded`` says whether the ledger learns anything from it, ``seen`` whether the night found the
    fault itself, ``decided`` that a person did it.
    """

    finding: Finding
    state: State
    why: str
    recorded: bool
    seen: bool = True
    decided: bool = False


def steps_of_night(known: Mapping[str, Known], audit: StoreAudit, at: datetime) -> list[Step]:
    """What tonight's ``audit`` does to the findings already ``known`` and to new ones, by finding id."""
    alarms = {finding.id: finding for finding in audit.findings if finding.alarm}
    steps = [_when_found(known.get(finding.id), finding, at) for finding in alarms.values()]
    judged = _judged_anew(audit.findings) if audit.status != UNREADABLE else {}
    missing = [
        item for name, item in known.items() if name not in alarms and item.state is not State.RESOLVED
    ]
    later = [_when_not_found(item, judged) for item in missing]
    steps += [step for step in later if step.recorded or step.state in OPEN_STATES]
    return sorted(steps, key=lambda step: step.finding.id)


def _when_found(known: Known | None, finding: Finding, at: datetime) -> Step:
    if known is None:
        return Step(finding, State.OPEN, "found", recorded=True)
    new_value = finding.fingerprint != known.finding.fingerprint
    if known.open:
        moved = new_value or finding.key != known.finding.key
        return Step(finding, known.state, known.why, recorded=moved)
    if known.state is State.RESOLVED:
        return Step(finding, State.REOPENED, "found again after it was resolved", recorded=True)
    if new_value:
        return Step(finding, State.REOPENED, "the memory holds another value now", recorded=True)
    if known.until is not None and known.until <= at:
        return Step(finding, State.REOPENED, "the time it was decided for is over", recorded=True)
    if _said_since(finding, known.since):
        return Step(finding, State.REOPENED, "it was spoken of again since it was decided", recorded=True)
    return Step(finding, known.state, known.why, recorded=False)


def _said_since(finding: Finding, moment: datetime) -> bool:
    """Whether somebody entitled said something about it after ``moment``."""
    return any(
        item.at is not None and item.at > moment and item.speaker in ENTITLED for item in finding.evidence
    )


def with_known_ids(audit: StoreAudit, known: Mapping[str, Known]) -> StoreAudit:
    """``audit`` with the id of the known finding where the same fault was found under an entry's new key."""
    moved = {
        (item.finding.key, item.finding.kind): name
        for name, item in known.items()
        if item.finding.previous_key is not None
    }

    def identified(finding: Finding) -> Finding:
        if not finding.alarm or finding.id in known:
            return finding
        return replace(finding, id=moved.get((finding.key, finding.kind), finding.id))

    return replace(audit, findings=[identified(finding) for finding in audit.findings])


def _judged_anew(findings: Sequence[Finding]) -> dict[str, Finding]:
    """Tonight's finding on each entry that changed, under the key that it had last night."""
    changed = [finding for finding in findings if finding.change is not ChangeKind.UNCHANGED]
    return {finding.key: finding for finding in changed} | {
        finding.previous_key: finding for finding in changed if finding.previous_key is not None
    }


def _when_not_found(known: Known, judged: Mapping[str, Finding]) -> Step:
    """An open finding stays until its entry is changed or removed and then judged otherwise."""
    verdict = judged.get(known.finding.key)
    if verdict is not None and verdict.kind == "moved" and verdict.previous_key == known.finding.key:
        moved = replace(known.finding, key=verdict.key, previous_key=known.finding.key)
        return Step(moved, known.state, known.why, recorded=True, seen=False)
    if verdict is not None and known.open and (place := _new_place(verdict, known.finding)):
        moved = replace(known.finding, key=place, previous_key=known.finding.key)
        return Step(moved, known.state, known.why, recorded=True, seen=False)
    if verdict is None or not known.open or not _mends(verdict, known.finding):
        return Step(known.finding, known.state, known.why, recorded=False, seen=False)
    gone = verdict.change is ChangeKind.REMOVED
    why = "mended: the entry was removed" if gone else f"mended: now {verdict.label} ({verdict.kind})"
    return Step(known.finding, State.RESOLVED, why, recorded=True, seen=False)


def _new_place(verdict: Finding, fault: Finding) -> str | None:
    """The key under which the faulty content stands now, where its entry went and another took it over.

    A merge or a split mends nothing: an invention that is consolidated is still one.
    """
    taken_over = verdict.kind == "moved" and verdict.change is ChangeKind.REMOVED
    if not taken_over or fault.label is Label.STALE or fault.change is ChangeKind.REMOVED:
        return None
    return next((item.entry_key for item in verdict.evidence if item.entry_key), None)


def _mends(verdict: Finding, fault: Finding) -> bool:
    """Whether a change that was judged so takes away what was wrong.

    What is stale is found again every night while it is, so any change may have mended it. A loss is
    mended by what comes back. Any other fault stays while the change leaves its content in place.
    """
    if verdict.change is ChangeKind.REMOVED or fault.label is Label.STALE:
        return True
    if fault.change is ChangeKind.REMOVED:
        return verdict.change is ChangeKind.ADDED
    return verdict.kind not in CONTENT_STAYS
