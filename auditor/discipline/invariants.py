"""The seven invariants of a record, each over one whole snapshot (docs/lint.md).

A rule that needs a field no record has stays silent: what a store cannot answer is told once, not per record.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime

from auditor.discipline.lineage import ancestors, by_id
from auditor.discipline.record import AGENT_INFERRED, LEVELS, USER_CORRECTION, Record
from auditor.discipline.sensitive import sensitive_kinds
from auditor.discipline.violation import Violation
from auditor.records import Json, Severity
from auditor.times import end_of

_TALK = "session"  # what one conversation or trace can show at most
_POLICY = re.compile(r"(?<![a-z])(polic(y|ies)|limits?|permissions?|entitlements?|refunds?|quotas?)(?![a-z])")
_FIGURE = re.compile(r"\d")


def i1_inferred_wider_than_evidence(records: Sequence[Record]) -> Iterator[Violation]:
    """An inferred record whose scope is wider than its evidence, unconfirmed."""
    held = by_id(records)
    for record in records:
        if not record.live or record.source != AGENT_INFERRED or record.confirmed or record.level is None:
            continue
        levels = [held[one].level for one in record.lineage or () if one in held]
        shown = max((rank(level) for level in levels if level), default=rank(_TALK))
        if rank(record.level) > shown:
            reason = (
                f"It was inferred and nobody confirmed it, yet it holds for the whole {record.level}; its "
            )
            reason += f"evidence reaches no further than one {LEVELS[shown]}."
            yield Violation(record.id, "I1", Severity.MEDIUM, reason)


def i2_policy_by_value(records: Sequence[Record]) -> Iterator[Violation]:
    """A policy that is kept as a value instead of a pointer to where it is kept."""
    for record in records:
        if not record.live or record.value is None:
            continue
        if record.authority == "policy":
            yield Violation(
                record.id, "I2", Severity.HIGH,
                "A policy is kept as a value: it is applied after it changed. Keep a pointer instead.",
            )  # fmt: skip
        elif record.authority is None and policy_like(record):
            yield Violation(
                record.id, "I2", Severity.LOW,
                "It is called a policy or a limit and holds a figure: read it from where it is kept instead.",
            )  # fmt: skip


def i3_no_correction_route(records: Sequence[Record]) -> Iterator[Violation]:
    """A record that names no way to correct it, in a store whose records have such a field."""
    for record in records:
        if record.live and record.route == "":
            yield Violation(record.id, "I3", Severity.LOW, "It does not say how a user can correct it.")


def i4_correction_broadened(records: Sequence[Record]) -> Iterator[Violation]:
    """A correction that reaches further than what was corrected, without a confirmation."""
    held = by_id(records)
    for record in records:
        if not record.live or record.last_confirmed_at:
            continue
        if record.broadened:
            reason = "The correction was broadened beyond the corrected instance, and nobody confirmed that."
            yield Violation(record.id, "I4", Severity.MEDIUM, reason)
        elif record.source == USER_CORRECTION:
            for old in (held[one] for one in record.supersedes if one in held):
                if _wider(record, old):
                    reason = f"The correction holds further than {old.id!r}, which it corrects, unconfirmed."
                    yield Violation(record.id, "I4", Severity.MEDIUM, reason, (old.id,))
                    break


def i5_ended_yet_served(records: Sequence[Record], at: datetime) -> Iterator[Violation]:
    """A record that is over and still marked active, or beside the one that replaced it."""
    held = by_id(records)
    replaced = {old: record.id for record in records if record.live for old in record.supersedes}
    others: tuple[str, ...]
    for record in records:
        claims = record.state in {"active", "current", "valid", "live"}
        successor = replaced.get(record.id) or record.superseded_by
        end = end_of(record.valid_until) if record.valid_until else None
        if record.status == "deleted" and claims:
            reason, others = "It was deleted and is still marked active.", ()
        elif claims and record.superseded_by and record.superseded_by in held:
            reason, others = f"{successor!r} replaced it and it is still marked active.", (str(successor),)
        elif record.live and record.id in replaced and record.id != successor:
            reason, others = f"{successor!r} replaced it and both are still served.", (str(successor),)
        elif record.live and end is not None and end <= at:
            reason, others = f"It ended on {record.valid_until} and is still served.", ()
        else:
            continue
        yield Violation(record.id, "I5", Severity.HIGH, reason, others)


def i6_sensitive_without_end(records: Sequence[Record]) -> Iterator[Violation]:
    """Sensitive content that is kept without an end."""
    for record in records:
        if record.live and not record.valid_until and (kinds := sensitive_kinds(record)):
            reason = f"It holds sensitive content ({', '.join(kinds)}) and has no end date."
            yield Violation(record.id, "I6", Severity.MEDIUM, reason)


def i7_deletion_not_carried_through(records: Sequence[Record]) -> Iterator[Violation]:
    """What survives the deletion of what it was made from; a tombstone with a value; an id used twice."""
    held = by_id(records)
    for record in records:
        if record.status == "deleted" and record.value is not None:
            yield Violation(
                record.id, "I7", Severity.MEDIUM,
                "It was deleted and its content is still in the store: a tombstone keeps no value.",
            )  # fmt: skip
        gone = sorted(one for one in ancestors(record, held) if held[one].status == "deleted")
        if record.live and gone:
            reason = f"It was made from {gone[0]!r}, which was deleted, and is still served."
            yield Violation(record.id, "I7", Severity.HIGH, reason, tuple(gone))
    counts: dict[str, int] = defaultdict(int)
    for record in records:
        counts[record.id] += 1
    for key, count in counts.items():
        if count > 1:
            yield Violation(key, "I7", Severity.MEDIUM, f"{count} records have this id; an id is used once.")


def policy_like(record: Record) -> bool:
    """Whether key or tags call it a policy, a limit or a permission, and its value holds a figure."""
    return is_policy_like(record.key, record.meta.get("tags"), record.value)


def is_policy_like(key: str, tags: Json, value: Json) -> bool:
    """Whether ``key`` or ``tags`` name a policy, a limit or a permission, and ``value`` holds a figure."""
    labels = [key, *(tags if isinstance(tags, list | tuple) else [])]
    named = any(isinstance(label, str) and _POLICY.search(label.lower()) for label in labels)
    return named and bool(_FIGURE.search(str(value)))


def rank(level: str) -> int:
    """How wide ``level`` is: 0 the narrowest."""
    return LEVELS.index(level)


def _wider(new: Record, old: Record) -> bool:
    if new.level and old.level and rank(new.level) > rank(old.level):
        return True
    return bool(old.bindings) and not old.bindings.keys() <= new.bindings.keys()
