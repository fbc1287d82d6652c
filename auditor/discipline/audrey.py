"""An Audrey store whole: also its replaced rows, its contradictions, its consolidation runs, its text index.

Both generations of its schema are read (v0.3.3 has no agent, context, usage or text index).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from auditor.discipline.record import Record, record_of
from auditor.discipline.violation import Violation
from auditor.records import Entry, Json, Severity
from auditor.stores.fields import meta_of
from auditor.stores.sqlite_database import SqliteDatabase, sqlite_database

_MEMORIES = ("episodes", "semantics", "procedures")
_JSON = ("tags", "conditions", "evidence_episode_ids", "trigger_conditions", "context", "resolution")
_LEFT_OUT = ("embedding", "content", "embedding_model", "embedding_version", "id")
_OPEN = frozenset(("open", "reopened", ""))


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two claims that the store itself calls contradictory, and what it did about that."""

    id: str
    claims: tuple[str, str]
    state: str
    resolution: Json


@dataclass(frozen=True, slots=True)
class Run:
    """One consolidation: what went in and what came out."""

    id: str
    inputs: Sequence[str]
    outputs: Sequence[str]
    status: str


@dataclass(frozen=True, slots=True)
class Held:
    """All that an Audrey store holds."""

    records: Sequence[Record]
    contradictions: Sequence[Contradiction]
    runs: Sequence[Run]


def read(path: Path) -> Held:
    """The store at ``path``, from a private copy with what is only in its -wal.

    Raises:
        StoreUnreadableError: It cannot be read.
    """
    with sqlite_database(path) as database:
        tables = {table.name: table.columns for table in database.tables()}
        records = [
            record_of(_entry(table, row))
            for table in _MEMORIES
            if table in tables
            for row in _rows(database, table, tables[table])
        ]
        contradictions = [
            Contradiction(
                _text(row, "id"),
                (_text(row, "claim_a_id"), _text(row, "claim_b_id")),
                _text(row, "state"),
                row.get("resolution"),
            )
            for row in _rows(database, "contradictions", tables.get("contradictions", ()))
        ]
        runs = [
            Run(
                _text(row, "id"),
                _ids(row, "input_episode_ids"),
                _ids(row, "output_memory_ids"),
                _text(row, "status"),
            )
            for row in _rows(database, "consolidation_runs", tables.get("consolidation_runs", ()))
        ]
    return Held(records, contradictions, runs)


def problems(held: Held) -> Iterator[Violation]:
    """What is wrong with the store by its own tables."""
    yield from open_conflicts(held)
    yield from rolled_back_output(held)
    yield from miscounted(held)


def open_conflicts(held: Held) -> Iterator[Violation]:
    """Both sides of a contradiction that are served as if there were none."""
    records = {record.id: record for record in held.records}
    for one in held.contradictions:
        pair = [records[claim] for claim in one.claims if claim in records]
        gone = [claim for claim in one.claims if claim not in records]
        if gone:
            reason = f"The contradiction {one.id!r} names {gone[0]!r}, which is not in the store."
            yield Violation(one.claims[0], "dangling_contradiction", Severity.LOW, reason, tuple(gone))
        elif all(record.live for record in pair) and not any(record.state == "dormant" for record in pair):
            conditioned = any(
                record.state == "context_dependent" or record.meta.get("conditions") for record in pair
            )
            if one.state == "context_dependent" and (conditioned or _has_conditions(one.resolution)):
                continue
            told = "is open" if one.state in _OPEN else f"is marked {one.state}"
            reason = f"It contradicts {one.claims[1]!r}; the contradiction {told}, and both are served."
            yield Violation(one.claims[0], "open_conflict", Severity.HIGH, reason, (one.claims[1],))


def rolled_back_output(held: Held) -> Iterator[Violation]:
    """What a consolidation that was rolled back or failed made, and that is still served."""
    records = {record.id: record for record in held.records}
    for run in held.runs:
        for output in run.outputs if run.status in {"rolled_back", "failed"} else ():
            if output in records and records[output].live:
                reason = f"The consolidation {run.id!r} that made it is {run.status}, and it is still served."
                yield Violation(output, "rolled_back_output", Severity.HIGH, reason)


def miscounted(held: Held) -> Iterator[Violation]:
    """A conclusion that claims more evidence than it names, or more kinds of source than there are."""
    records = {record.id: record for record in held.records}
    for record in held.records:
        claimed = record.meta.get("source_type_diversity")
        sources = {records[one].told for one in record.lineage or () if one in records}
        names = len(set(record.lineage or ()))
        whole = all(one in records for one in record.lineage or ())
        if not record.live or record.lineage is None or not whole:
            continue
        if isinstance(claimed, int) and claimed > max(len(sources), 1):
            reason = f"It claims evidence of {claimed} kinds of source; its evidence has {len(sources)}."
            yield Violation(record.id, "miscounted_evidence", Severity.MEDIUM, reason)
        elif record.observations is not None and record.observations > names:
            reason = f"It claims {record.observations} pieces of evidence and names {names}."
            yield Violation(record.id, "miscounted_evidence", Severity.MEDIUM, reason)


def linked_pairs(held: Held) -> set[frozenset[str]]:
    """The pairs of ids that the store itself ties together."""
    return {frozenset(one.claims) for one in held.contradictions}


def _has_conditions(resolution: Json) -> bool:
    return isinstance(resolution, Mapping) and bool(resolution.get("conditions"))


def _entry(table: str, row: Mapping[str, Json]) -> Entry:
    fields = {name: value for name, value in row.items() if name not in _LEFT_OUT}
    fields["namespace"] = table
    # Kept beside what a night reads: the marks that move when the store itself changes a row.
    if table == "episodes":
        fields["confidence"] = row.get("source_reliability")
    return Entry(_text(row, "id"), row.get("content"), meta_of(fields, keep_volatile=True))


def _rows(database: SqliteDatabase, table: str, columns: Sequence[str]) -> Iterator[dict[str, Json]]:
    kept = [column for column in columns if column != "embedding"]
    if not kept:
        return
    names = ", ".join('"' + column.replace('"', '""') + '"' for column in kept)
    for row in database.execute(f'SELECT {names} FROM "{table}" ORDER BY rowid'):  # noqa: S608  # quoted
        yield {column: _value(column, value) for column, value in zip(kept, row, strict=True)}


def _value(column: str, value: object) -> Json:
    if isinstance(value, bytes):
        plain = value.decode("utf-8", "replace")
        if column in _JSON:
            with suppress(ValueError, RecursionError):
                parsed: Json = json.loads(plain)
                return parsed
        return plain
    return value if isinstance(value, int | float) else None


def _text(row: Mapping[str, Json], name: str) -> str:
    value = row.get(name)
    return value if isinstance(value, str) else ""


def _ids(row: Mapping[str, Json], name: str) -> tuple[str, ...]:
    value = row.get(name)
    with suppress(ValueError, RecursionError):
        value = json.loads(value) if isinstance(value, str) else value
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()
