"""The decision log: who decided what about a finding and why; append-only, each line seals the one before."""

import hashlib
import sqlite3
from dataclasses import asdict, dataclass
from datetime import datetime

import orjson

from auditor.ledger.lifecycle import State
from auditor.times import parse_time, rfc3339

START = "0" * 64
DECISIONS = {
    "fixed": State.RESOLVED,
    "accepted": State.ACCEPTED,
    "false-alarm": State.FALSE_ALARM,
    "context-dependent": State.CONTEXT_DEPENDENT,
    "reopen": State.REOPENED,
}


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the log.

    ``decision`` is a key of ``DECISIONS``; ``until`` is when it ends by itself; ``context`` says where the
    memory is right ("live keys"), for context-dependent. ``at`` is filled in by the ledger.
    """

    finding: str
    decision: str
    who: str
    note: str = ""
    until: datetime | None = None
    context: str = ""
    at: datetime | None = None


def seal(decision: Decision, previous: str) -> str:
    """SHA-256 over the line before and this one's sorted JSON, in hex."""
    document = {**asdict(decision), "at": rfc3339(decision.at) if decision.at else None}
    document["until"] = rfc3339(decision.until) if decision.until else None
    content = orjson.dumps([previous, document], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(content).hexdigest()


def head(connection: sqlite3.Connection) -> tuple[int, str]:
    """How many decisions there are, and the seal of the last."""
    row = connection.execute("SELECT seq, hash FROM decisions ORDER BY seq DESC LIMIT 1").fetchone()
    return (int(row["seq"]), str(row["hash"])) if row else (0, START)


def append(connection: sqlite3.Connection, decision: Decision) -> None:
    """Write ``decision`` at the end of the log, inside the caller's transaction."""
    assert decision.at is not None
    count, previous = head(connection)
    connection.execute(
        "INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            count + 1,
            rfc3339(decision.at),
            decision.who,
            decision.finding,
            decision.decision,
            decision.note,
            rfc3339(decision.until) if decision.until else None,
            decision.context,
            previous,
            seal(decision, previous),
        ),
    )


def read(connection: sqlite3.Connection, finding: str | None = None) -> list[Decision]:
    """All decisions, or those about one finding, oldest first."""
    rows = connection.execute(
        "SELECT * FROM decisions WHERE ?1 IS NULL OR finding = ?1 ORDER BY seq", (finding,)
    )
    return [_decision(row) for row in rows]


def problems(connection: sqlite3.Connection, anchors: dict[int, str]) -> list[str]:
    """What shows that the log was tampered with; ``anchors`` are heads written down elsewhere, by count."""
    found, previous = [], START
    seals = {0: START}
    for place, row in enumerate(connection.execute("SELECT * FROM decisions ORDER BY seq"), start=1):
        if row["seq"] != place:
            found.append(f"decision {place}: missing (the next one is number {row['seq']})")
        if row["previous"] != previous or row["hash"] != seal(_decision(row), previous):
            found.append(f"decision {row['seq']}: does not match its seal")
        previous = row["hash"]
        seals[int(row["seq"])] = previous
    found += [
        f"decision {count}: a run has written down another seal, the log was cut or rebuilt"
        for count, expected in sorted(anchors.items())
        if seals.get(count) != expected
    ]
    return found


def _decision(row: sqlite3.Row) -> Decision:
    return Decision(
        finding=row["finding"],
        decision=row["decision"],
        who=row["who"],
        note=row["note"],
        until=parse_time(row["until"]),
        context=row["context"],
        at=parse_time(row["at"]),
    )
