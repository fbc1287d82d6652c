"""What the nights have learned about entries, as rows: when content came, and who said it too."""

import sqlite3
from collections.abc import Mapping
from datetime import datetime

from auditor.ledger import decisions
from auditor.ledger.lifecycle import Known, State
from auditor.ledger.plain import plain_text
from auditor.records import Confirmation
from auditor.snapshots.canonical import legible
from auditor.times import parse_time, rfc3339
from auditor.trust.history import Context, History, Learned, with_kind

_WRITTEN, _CONFIRMED = "written", "confirmed"
_KNOWN = """
WITH came AS (SELECT key, max(run) AS run FROM trust WHERE what = 'written' AND run < ?1 GROUP BY key)
SELECT t.key, t.what, t.who, t.root, t.at FROM trust t LEFT JOIN came USING (key)
WHERE t.run < ?1 AND t.run >= coalesce(came.run, 0) AND (t.what != 'written' OR t.run = came.run)
ORDER BY t.key, t.run, t.who, t.root
"""


def history_before(connection: sqlite3.Connection, run: int) -> History:
    """What the runs before number ``run`` have learned."""
    first = connection.execute("SELECT audited_at FROM runs WHERE id < ? ORDER BY id LIMIT 1", (run,))
    since = next((parse_time(row["audited_at"]) for row in first), None)
    written, unfit = dict[str, datetime](), dict[str, frozenset[str]]()
    confirmed: dict[str, list[Confirmation]] = {}
    for row in connection.execute(_KNOWN, (run,)):
        moment = parse_time(row["at"])
        if row["what"] == _CONFIRMED:
            one = Confirmation(row["key"], row["who"], row["root"], moment)
            confirmed.setdefault(one.key, []).append(one)
        elif row["what"] == _WRITTEN and moment is not None:
            written[row["key"]] = moment
        else:
            unfit[row["key"]] = with_kind(unfit.get(row["key"], frozenset()), row["what"])
    return History(since, written, confirmed, unfit)


def write_learned(connection: sqlite3.Connection, run: int, night: Learned, at: datetime) -> None:
    """Replace what an earlier attempt at the night of ``run`` wrote, inside the caller's transaction."""
    connection.execute("DELETE FROM trust WHERE run = ?", (run,))
    rows = [(legible(key), run, _WRITTEN, "", "", rfc3339(at)) for key, at in night.written.items()]
    rows += [
        (legible(one.key), run, _CONFIRMED, one.by, legible(one.root), rfc3339(one.at))
        for one in night.confirmed
        if one.at is not None
    ]
    rows += [(legible(key), run, kind, "", "", rfc3339(at)) for key, kind in night.unfit]
    connection.executemany("INSERT OR REPLACE INTO trust VALUES (?, ?, ?, ?, ?, ?)", rows)


def contexts(
    connection: sqlite3.Connection, known: Mapping[str, Known], states: Mapping[str, State]
) -> dict[str, Context]:
    """Where entries are right, by key: what people wrote when they decided so.

    Args:
        connection: The ledger.
        known: All findings before tonight, by id.
        states: What tonight made of findings, by id.
    """
    found = {}
    for name, item in known.items():
        if item.state is states.get(name, item.state) is State.CONTEXT_DEPENDENT:
            told = [one for one in decisions.read(connection, name) if one.at == item.since]
            text = next((one.context or one.note for one in told), item.why)
            found[item.finding.key] = Context(plain_text(text), item.finding.fingerprint)
    return found
