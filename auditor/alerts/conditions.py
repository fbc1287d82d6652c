"""The conditions that hold after a night: open findings, notes, stores that could not be read."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from auditor.alerts.interface import Condition, What
from auditor.ledger import Recorded
from auditor.records import Finding, Note, Severity, StoreAudit

OF_STORES = frozenset({What.FINDING, What.NOTE, What.STORE, What.CONVERSATIONS})
OPEN = frozenset({"open", "reopened"})
# Notes about what one night did; they happen anew each time, where the others go on.
HAPPENINGS = frozenset({"mass_deletion", "mass_change", "retired_together", "growth", "missed_write"})


def conditions_of(at: datetime, nights: Sequence[Recorded]) -> list[Condition]:
    """What is wrong after the ``nights`` of one audit, made at the moment ``at``, by subject."""
    found = {condition.subject: condition for night in nights for condition in _of_store(at, night.audit)}
    return [found[subject] for subject in sorted(found)]


class Scope:
    """Which conditions a night is about, and which it can say the end of: those of stores it could read."""

    def __init__(self, nights: Sequence[Recorded]) -> None:
        self._status = {night.audit.store: night.audit.status for night in nights}

    def holds(self, old: Condition) -> bool:
        """Whether ``old`` is over when it is not among the night's conditions."""
        status = self._status.get(old.store)
        if old.what not in OF_STORES or status is None:
            return False
        return status == "ok" or old.what is What.STORE or (status == "partial" and old.what is What.FINDING)

    def covers(self, old: Condition) -> bool:
        """Whether ``old`` is about one of the night's stores, or about a channel."""
        return old.what is What.CHANNEL or (old.what in OF_STORES and old.store in self._status)


def _of_store(at: datetime, store: StoreAudit) -> Iterator[Condition]:
    if store.status != "ok":
        severity = Severity.HIGH if store.status == "unreadable" else Severity.MEDIUM
        yield Condition(
            subject=f"store/{store.store}/{store.status}",
            what=What.STORE,
            severity=severity,
            kind=store.status,
            since=at,
            store=store.store,
            reason=store.reason,
        )
    unread = store.counts.get("conversations.unreadable", 0)
    if unread:
        yield Condition(
            subject=f"conversations/{store.store}",
            what=What.CONVERSATIONS,
            severity=Severity.MEDIUM,
            kind="unreadable",
            since=at,
            store=store.store,
            reason=f"{unread} could not be read",
        )
    if store.status == "unreadable":
        return  # what was open before stands as it is
    for finding in store.findings:
        if finding.alarm and finding.state in OPEN:
            yield _of_finding(at, finding)
    for note in store.notes:
        if note.kind != "unreadable":  # the store's status says so
            yield _of_note(at, note)


def _of_finding(at: datetime, finding: Finding) -> Condition:
    return Condition(
        subject=f"finding/{finding.store}/{finding.id}",
        what=What.FINDING,
        severity=finding.severity,
        kind=finding.kind,
        since=finding.first_seen or at,
        store=finding.store,
        keys=(finding.key,),
        label=finding.label,
        finding=finding.id,
        rivals=[said.entry_key for said in finding.evidence if said.entry_key is not None],
        reason=finding.reason,
        before=finding.before,
        after=finding.after,
    )


def _of_note(at: datetime, note: Note) -> Condition:
    keys = sorted(note.keys)
    identity = f"note/{note.store}/{note.kind}/{note.id or '|'.join(keys)}"
    return Condition(
        subject=f"{identity}/{at.isoformat()}" if note.kind in HAPPENINGS else identity,
        what=What.NOTE,
        severity=note.severity,
        kind=note.kind,
        since=at,
        store=note.store,
        keys=keys,
        reason=note.reason,
    )
