"""What only two copies of a store together show: silent edits, ids used again, evidence that went away."""

from collections.abc import Iterator, Sequence

from auditor.discipline.record import Record
from auditor.discipline.violation import Violation
from auditor.records import Severity

_MARKS = ("updated_at", "last_reinforced_at", "hash", "content_hash", "version", "revision")


def edited_silently(
    before: Sequence[Record], after: Sequence[Record], *, appends: bool
) -> Iterator[Violation]:
    """An entry whose content changed while the marks that its writer moves with it did not.

    Args:
        before: The records of the earlier copy.
        after: Those of the later one.
        appends: Whether the store never changes an entry in place, so that any change is such an edit.
    """
    old = {record.id: record for record in before}
    for record in after:
        past = old.get(record.id)
        if past is None or past.value is None or record.value is None or past.value == record.value:
            continue
        marks = [name for name in _MARKS if name in past.meta]
        still = bool(marks) and all(past.meta.get(name) == record.meta.get(name) for name in marks)
        if still or (appends and not marks):
            kept = " and ".join(marks) or "this store never changes an entry in place"
            why = f"{kept} did not move with it" if marks else kept
            reason = f"Its content was changed past its writer: {why}."
            yield Violation(record.id, "silent_edit", Severity.HIGH, reason)


def used_again(before: Sequence[Record], after: Sequence[Record]) -> Iterator[Violation]:
    """An id that belonged to a deleted record and now belongs to another."""
    deleted = {record.id for record in before if record.status == "deleted"}
    for record in after:
        if record.id in deleted and record.status != "deleted":
            reason = "A deleted record had this id, and another has it now: ids are never used again."
            yield Violation(record.id, "I7", Severity.HIGH, reason)


def survivors(before: Sequence[Record], after: Sequence[Record]) -> Iterator[Violation]:
    """A record made from one that is gone since the earlier copy."""
    now = {record.id for record in after}
    gone = {record.id for record in before} - now
    for record in after:
        lost = [one for one in record.lineage or () if one in gone]
        if record.live and lost:
            reason = f"It was made from {lost[0]!r}, which was deleted since the last copy."
            yield Violation(record.id, "I7", Severity.HIGH, reason, tuple(lost))


def confirmed_away(before: Sequence[Record], after: Sequence[Record]) -> Iterator[Violation]:
    """An entry whose source became a better one while its content stayed the same."""
    old = {record.id: record for record in before}
    for record in after:
        past = old.get(record.id)
        if past is None or past.value != record.value or past.model_made is False or record.model_made:
            continue
        if record.source is not None and not record.last_confirmed_at:
            reason = f"Its source was {past.told!r} and is {record.told!r} now, with nothing new said."
            yield Violation(record.id, "source_raised", Severity.HIGH, reason)


def between(before: Sequence[Record], after: Sequence[Record], *, appends: bool) -> Iterator[Violation]:
    """All of these."""
    yield from edited_silently(before, after, appends=appends)
    yield from used_again(before, after)
    yield from survivors(before, after)
    yield from confirmed_away(before, after)
