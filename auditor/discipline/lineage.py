"""Follows what a record was made from to the roots: missing evidence, beliefs that rest on themselves."""

from collections.abc import Iterator, Mapping, Sequence

from auditor.discipline.record import AGENT_INFERRED, USER_CORRECTION, USER_STATED, Record
from auditor.discipline.violation import Violation
from auditor.records import Severity

_SHOWN = 3


def by_id(records: Sequence[Record]) -> Mapping[str, Record]:
    """``records`` by their id; of several with one id the last."""
    return {record.id: record for record in records}


def ancestors(record: Record, held: Mapping[str, Record]) -> set[str]:
    """The ids in ``held`` that ``record`` was made from, at any remove; it may be among them (a circle)."""
    found: set[str] = set()
    waiting = list(record.lineage or ())
    while waiting:
        one = waiting.pop()
        if one in held and one not in found:
            found.add(one)
            waiting += held[one].lineage or ()
    return found


def roots(record: Record, held: Mapping[str, Record]) -> list[Record]:
    """Those of its ancestors that were made from nothing; itself where it has none."""
    found = ancestors(record, held)
    if not found:
        return [record]
    return [held[one] for one in sorted(found) if not ancestors(held[one], held) - {one}]


def missing_evidence(records: Sequence[Record]) -> Iterator[Violation]:
    """A living conclusion whose evidence is not in the store."""
    held = by_id(records)
    # Lineage may point outside the store (a message, a trace): missing only where our ids are meant.
    internal = any(one in held for record in records for one in record.lineage or ())
    for record in records:
        gone = [one for one in record.lineage or () if one not in held]
        if record.live and gone and (internal or record.kind in {"semantics", "procedures"}):
            reason = f"It rests on {_named(gone)}, which {_is_or_are(gone)} not in the store."
            yield Violation(record.id, "missing_evidence", Severity.HIGH, reason, tuple(gone))


def superseded_evidence(records: Sequence[Record]) -> Iterator[Violation]:
    """A living conclusion some of whose evidence was replaced."""
    held = by_id(records)
    for record in records:
        old = [one for one in record.lineage or () if one in held and _replaced(held[one])]
        if record.live and old and record.state not in {"disputed", "context_dependent"}:
            whole = len(old) == len(record.lineage or ())
            reason = f"It rests on {_named(old)}, which {_is_or_are(old)} replaced or rolled back."
            severity = Severity.HIGH if whole else Severity.MEDIUM
            yield Violation(record.id, "superseded_evidence", severity, reason, tuple(old))


def laundered(records: Sequence[Record]) -> Iterator[Violation]:
    """A living conclusion whose every root is what a model made up or inferred, whatever their count."""
    held = by_id(records)
    for record in records:
        if not record.live or not record.lineage or record.confirmed:
            continue
        if record.id in ancestors(record, held):
            reason = "It was made from itself, through what was made from it."
            yield Violation(record.id, "circular", Severity.HIGH, reason)
            continue
        base = roots(record, held) if ancestors(record, held) else []
        if not base or any(root.source != AGENT_INFERRED or root.confirmed for root in base):
            continue
        made_up = all(root.model_made for root in base)
        told = "a model made up" if made_up else "was inferred"
        reason = f"All {len(base)} of its sources are what {told}; that they agree proves nothing."
        if len(base) == 1:
            reason = f"Its one source is what {told}; nobody else ever said it."
        severity = Severity.HIGH if made_up or len(base) == 1 else Severity.MEDIUM
        yield Violation(record.id, "laundered", severity, reason, tuple(root.id for root in base))


def model_only(records: Sequence[Record]) -> Iterator[Violation]:
    """A living record that by its own source a model made up; not where a laundered conclusion names it."""
    named = {other for one in laundered(records) for other in one.others}
    for record in records:
        alone = not (record.lineage or record.evidence or record.confirmed)
        if record.live and record.model_made and alone and record.id not in named:
            reason = f"By its own source ({record.told}) only a model said it, and nobody confirmed it."
            yield Violation(record.id, "model_only", Severity.LOW, reason)


def overruled(records: Sequence[Record]) -> Iterator[Violation]:
    """What a user said, replaced by what only a model said."""
    held = by_id(records)
    for record in records:
        if record.source not in {USER_STATED, USER_CORRECTION} or record.superseded_by is None:
            continue
        if record.superseded_by not in held:
            continue
        winner = held[record.superseded_by]
        base = roots(winner, held)
        if winner.id != record.id and all(
            root.source == AGENT_INFERRED and not root.confirmed for root in base
        ):
            reason = f"A user said it, and {winner.id!r} replaced it, which only a model said."
            yield Violation(record.id, "overruled", Severity.HIGH, reason, (winner.id,))


def _replaced(record: Record) -> bool:
    return record.status == "superseded" or bool(record.superseded_by and record.status != "deleted")


def _named(ids: Sequence[str]) -> str:
    shown = ", ".join(repr(one) for one in ids[:_SHOWN])
    return shown if len(ids) <= _SHOWN else f"{shown} and {len(ids) - _SHOWN} more"


def _is_or_are(ids: Sequence[str]) -> str:
    return "is" if len(ids) == 1 else "are"
