"""The rows of the ledger as records, and records as rows; every change of a finding's state is an event."""

import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import orjson

from auditor.ledger.codec import finding_document, finding_of
from auditor.ledger.discipline import answers_in
from auditor.ledger.interface import Run, RunSummary
from auditor.ledger.lifecycle import Known, State, Step
from auditor.records import PastNight, Scores
from auditor.times import parse_time, rfc3339

TREND = 29  # nights before tonight: with it, a month
_KNOWN = """
SELECT * FROM (
    SELECT e.*, f.first_seen, f.last_seen, min(e.run) OVER (PARTITION BY e.finding) AS first_run,
        row_number() OVER (PARTITION BY e.finding ORDER BY e.run DESC, e.decided DESC, e.seq DESC) AS age
    FROM events e JOIN findings f ON f.id = e.finding
    WHERE e.run < ?
) WHERE age = 1 ORDER BY finding
"""


def known_before(connection: sqlite3.Connection, run: int) -> dict[str, Known]:
    """Every finding by id as the runs before number ``run``, and the decisions after them, left it."""
    finished = connection.execute(
        "SELECT coalesce(max(id), 0) FROM runs WHERE finished_at IS NOT NULL AND id < ?", (run,)
    ).fetchone()[0]
    rows = connection.execute(_KNOWN, (run,))
    return {row["finding"]: _known(row, new=row["first_run"] > finished) for row in rows}


def history(connection: sqlite3.Connection, run: int) -> list[PastNight]:
    """The finished nights before number ``run``, at most ``TREND`` of them, oldest first."""
    rows = connection.execute(
        "SELECT audited_at, scores, discipline FROM runs WHERE id < ? AND finished_at IS NOT NULL"
        " AND status NOT IN ('unreadable', 'passed_over') ORDER BY id DESC LIMIT ?",
        (run, TREND),
    )
    nights = [
        PastNight(
            _time(row["audited_at"]), Scores(**orjson.loads(row["scores"])), answers_in(row["discipline"])
        )
        for row in rows
    ]
    return nights[::-1]


def write_night(connection: sqlite3.Connection, run: Run, steps: list[Step]) -> None:
    """Replace what an earlier attempt at this night wrote; what people decided since stays."""
    connection.execute("DELETE FROM events WHERE run = ? AND NOT decided", (run.id,))
    at = rfc3339(run.at)
    connection.executemany(
        "INSERT INTO findings VALUES (?1, ?2, ?2) ON CONFLICT DO UPDATE SET last_seen = ?2",
        [(step.finding.id, at) for step in steps if step.seen],
    )
    for step in steps:
        if step.recorded:
            write_event(connection, run.id, step, run.at)
    connection.execute("DELETE FROM findings WHERE id NOT IN (SELECT finding FROM events)")


def write_event(
    connection: sqlite3.Connection, run: int, step: Step, at: datetime, until: datetime | None = None
) -> None:
    """Note that ``step`` happened to its finding in or, if it was decided, after ``run``."""
    finding = step.finding
    connection.execute(
        "INSERT INTO events (run, decided, finding, at, state, why, until, label, kind, key, severity,"
        " fingerprint, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            run,
            int(step.decided),
            finding.id,
            rfc3339(at),
            step.state,
            step.why,
            rfc3339(until) if until else None,
            finding.label,
            finding.kind,
            finding.key,
            finding.severity,
            finding.fingerprint,
            text_of(finding_document(finding)),
        ),
    )


def text_of(document: Mapping[str, Any]) -> str:
    """``document`` as sorted JSON."""
    return orjson.dumps(document, option=orjson.OPT_SORT_KEYS).decode()


def run_of(row: sqlite3.Row, at: datetime, *, replay: bool) -> Run:
    """The run in ``row``, audited again at ``at``."""
    return Run(int(row["id"]), row["window"], at, replay, int(row["decisions"]), row["decisions_hash"])


def summary_of(row: sqlite3.Row) -> RunSummary:
    """How the night in ``row`` went."""
    return RunSummary(
        window=row["window"],
        at=_time(row["audited_at"]),
        status=row["status"],
        reason=row["reason"],
        finished=parse_time(row["finished_at"]),
        counts=orjson.loads(row["counts"]),
        scores=orjson.loads(row["scores"]),
        reports=orjson.loads(row["reports"]),
    )


def _time(text: str) -> datetime:
    moment = parse_time(text)
    assert moment is not None
    return moment


def _known(row: sqlite3.Row, *, new: bool) -> Known:
    first_seen, state = _time(row["first_seen"]), State(row["state"])
    finding = finding_of(orjson.loads(row["document"]))
    return Known(
        finding=replace(finding, state=state, first_seen=first_seen),
        state=state,
        why=row["why"],
        first_seen=first_seen,
        last_seen=_time(row["last_seen"]),
        since=_time(row["at"]),
        until=parse_time(row["until"]),
        new=new,
    )
