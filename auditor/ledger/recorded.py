"""A night's findings laid beside what the ledger knew: new, reopened, still open, mended, decided."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from auditor.ledger.interface import Recorded
from auditor.ledger.lifecycle import Known, State, Step
from auditor.ledger.precision import track_record
from auditor.records import StoreAudit


def recorded_night(
    audit: StoreAudit, known: Mapping[str, Known], steps: Sequence[Step], at: datetime
) -> Recorded:
    """Sort tonight's ``steps`` by what they mean, and lay them into the ``audit``."""
    before = [known.get(step.finding.id) for step in steps]
    after = [_known_after(step, old, at) for step, old in zip(steps, before, strict=True)]
    groups = [_group(step, old, new) for step, old, new in zip(steps, before, after, strict=True)]

    def of_group(name: str) -> tuple[Known, ...]:
        return tuple(item for item, group in zip(after, groups, strict=True) if group == name)

    counted = {f"findings.{name}": groups.count(name) for name in sorted(set(groups))}
    standing = {item.finding.id: item.finding for item in after}
    carried = [item.finding for step, item in zip(steps, after, strict=True) if item.open and not step.seen]
    findings = [standing[item.id] if item.alarm else item for item in audit.findings]
    return Recorded(
        audit=replace(
            audit,
            findings=(*findings, *carried),
            counts={**audit.counts, **counted, **track_record(known.values())},
        ),
        new=of_group("new"),
        reopened=of_group("reopened"),
        still_open=of_group("still_open"),
        mended=of_group("mended"),
        decided=of_group("decided"),
    )


def _known_after(step: Step, before: Known | None, at: datetime) -> Known:
    first_seen = before.first_seen if before else at
    return Known(
        finding=replace(step.finding, state=step.state, first_seen=first_seen),
        state=step.state,
        why=step.why,
        first_seen=first_seen,
        last_seen=at if step.seen or before is None else before.last_seen,
        since=at if step.recorded or before is None else before.since,
        until=before.until if before else None,
        new=before is None or before.new,
    )


def _group(step: Step, before: Known | None, after: Known) -> str:
    if after.state is State.RESOLVED:
        return "mended"
    if not after.open:
        return "decided"
    if after.new:
        return "new"
    reopened_tonight = step.recorded and before is not None and not before.open
    return "reopened" if reopened_tonight else "still_open"
