"""What is to be told, before it is told: one SQLite file a job, in which nothing is lost by a kill.

A message and the conditions that it is about are written in one transaction; each attempt to send it is
written down before it is made, and its outcome after. A message that was accepted is never sent again.
"""

import os
import secrets
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import orjson

from auditor.alerts.interface import MAX_KEY, MAX_KEYS, Condition, Message, Undelivered, What
from auditor.errors import LedgerError
from auditor.ledger.plain import plain_text
from auditor.records import Severity
from auditor.times import parse_time, rfc3339

VERSION = 1
KEPT = timedelta(days=90)  # how long a delivered message is remembered, without what it said
_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE standing (subject TEXT PRIMARY KEY, store TEXT NOT NULL, document TEXT NOT NULL) STRICT;
CREATE TABLE messages (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    channel TEXT NOT NULL,
    created_at TEXT NOT NULL,
    document TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    tried_at TEXT,
    not_before TEXT,
    error TEXT NOT NULL DEFAULT '',
    delivered_at TEXT
) STRICT;
CREATE INDEX messages_by_channel ON messages (channel, delivered_at, seq);
CREATE TABLE disabled (
    channel TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    at TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
CREATE TABLE tellings (window TEXT PRIMARY KEY, undelivered TEXT NOT NULL) STRICT;
PRAGMA user_version = {VERSION};
COMMIT;
"""


@dataclass(frozen=True, slots=True)
class Posted:
    """A message in the outbox: for whom, since when, how often and how it was tried."""

    message: Message
    channel: str
    created_at: datetime
    attempts: int
    tried_at: datetime | None
    not_before: datetime | None
    error: str
    delivered_at: datetime | None


class Outbox:
    """The outbox at ``path``, made where there is none, readable by its owner only.

    Raises:
        LedgerError: The file is damaged or of a newer version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = _connected(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside is written, or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    # ---- What stands ---------------------------------------------------------------------

    def note(self, name: str, default: str) -> str:
        """What is noted under ``name``; ``default`` is noted where nothing is."""
        self._connection.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (name, default))
        row = self._connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return str(row["value"])

    def change_note(self, name: str, value: str) -> None:
        """Note ``value`` under ``name``."""
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    def salt(self) -> str:
        """A random text of this outbox's own."""
        return self.note("salt", secrets.token_hex(16))

    def standing(self) -> dict[str, Condition]:
        """The conditions that were told and still hold, by subject; without memory values."""
        rows = self._connection.execute("SELECT subject, document FROM standing ORDER BY subject")
        return {row["subject"]: _condition(orjson.loads(row["document"])) for row in rows}

    def stand(self, conditions: Sequence[Condition], gone: Sequence[str]) -> None:
        """From now on ``conditions`` hold, and those with the subjects ``gone`` do not."""
        self._connection.executemany(
            "INSERT OR REPLACE INTO standing VALUES (?, ?, ?)",
            [(one.subject, one.store, _condition_text(one)) for one in conditions],
        )
        self._connection.executemany("DELETE FROM standing WHERE subject = ?", [(one,) for one in gone])

    # ---- Messages ------------------------------------------------------------------------

    def post(self, channel: str, message: Message, at: datetime) -> None:
        """Put ``message`` into the outbox; once, however often this is called."""
        self._connection.execute(
            "INSERT OR IGNORE INTO messages (id, channel, created_at, document) VALUES (?, ?, ?, ?)",
            (message.id, channel, rfc3339(at), orjson.dumps(message.document).decode()),
        )

    def waiting(self, channel: str | None = None) -> list[Posted]:
        """The messages that were not accepted yet, the oldest first."""
        rows = self._connection.execute(
            "SELECT * FROM messages WHERE delivered_at IS NULL AND (?1 IS NULL OR channel = ?1) ORDER BY seq",
            (channel,),
        )
        return [_posted(row) for row in rows]

    def delivered(self) -> list[Posted]:
        """The messages that were accepted in the last 90 days, the oldest first, without their content."""
        rows = self._connection.execute("SELECT * FROM messages WHERE delivered_at IS NOT NULL ORDER BY seq")
        return [_posted(row) for row in rows]

    def begin(self, message: Message, at: datetime) -> None:
        """Write down that ``message`` is about to be sent."""
        self._connection.execute(
            "UPDATE messages SET attempts = attempts + 1, tried_at = ?, error = 'cut short' WHERE id = ?",
            (rfc3339(at), message.id),
        )

    def accept(self, message: Message, at: datetime) -> None:
        """Write down that ``message`` was accepted, and forget what it said."""
        self._connection.execute(
            "UPDATE messages SET delivered_at = ?, error = '', not_before = NULL, document = '{}'"
            " WHERE id = ?",
            (rfc3339(at), message.id),
        )

    def fail(self, message: Message, error: str, not_before: datetime | None) -> None:
        """Write down that ``message`` was not accepted, and when to try again."""
        self._connection.execute(
            "UPDATE messages SET error = ?, not_before = ? WHERE id = ?",
            (error, rfc3339(not_before) if not_before else None, message.id),
        )

    def forget_delivered(self, now: datetime) -> None:
        """Forget messages that were accepted long ago."""
        self._connection.execute("DELETE FROM messages WHERE delivered_at < ?", (rfc3339(now - KEPT),))

    def forget(self, store: str, findings: Collection[str], keys: Collection[str]) -> None:
        """Remove what stands or waits about these findings and keys of ``store``; inside a transaction."""
        for subject, old in self.standing().items():
            if old.store == store and (old.finding in findings or set(old.keys) & set(keys)):
                self._connection.execute("DELETE FROM standing WHERE subject = ?", (subject,))
        for posted in self.waiting():
            document = posted.message.document
            events = document["data"]["events"]
            left = [
                event
                for event in events
                if event.get("finding") not in findings and not set(event.get("keys", ())) & set(keys)
            ]
            if len(left) < len(events):
                data = {
                    **document["data"],
                    "events": left,
                    "omitted": document["data"]["omitted"] + len(events) - len(left),
                }
                text = orjson.dumps({**document, "data": data}).decode()
                self._connection.execute(
                    "UPDATE messages SET document = ? WHERE id = ?", (text, posted.message.id)
                )

    # ---- Channels ------------------------------------------------------------------------

    def disable(self, channel: str, fingerprint: str, at: datetime, reason: str) -> None:
        """Leave ``channel`` alone, as it is configured now, until it is enabled."""
        self._connection.execute(
            "INSERT OR REPLACE INTO disabled VALUES (?, ?, ?, ?)", (channel, fingerprint, rfc3339(at), reason)
        )

    def enable(self, channel: str) -> None:
        """Use ``channel`` again."""
        self._connection.execute("DELETE FROM disabled WHERE channel = ?", (channel,))

    def disabled(self) -> dict[str, tuple[str, str]]:
        """The fingerprints under which channels are left alone and the reasons, by channel."""
        rows = self._connection.execute("SELECT * FROM disabled ORDER BY channel")
        return {row["channel"]: (row["fingerprint"], row["reason"]) for row in rows}

    # ---- Outcomes ------------------------------------------------------------------------

    def undelivered(self) -> list[Undelivered]:
        """What waits for each channel, and why."""
        rows = self._connection.execute(
            "SELECT channel, count(*) AS messages, max(seq), error FROM messages WHERE delivered_at IS NULL"
            " GROUP BY channel ORDER BY channel"
        ).fetchall()
        reasons = {name: reason for name, (_, reason) in self.disabled().items()}
        return [
            Undelivered(
                row["channel"],
                row["messages"],
                reasons.get(row["channel"]) or row["error"] or "not tried yet",
            )
            for row in rows
        ]

    def remember(self, window: str, undelivered: Sequence[Undelivered]) -> None:
        """Keep how the telling of the night ``window`` went, for its report to be made again."""
        rows = [[item.channel, item.messages, item.reason] for item in undelivered]
        self._connection.execute(
            "INSERT OR REPLACE INTO tellings VALUES (?, ?)", (window, orjson.dumps(rows).decode())
        )

    def remembered(self, window: str) -> list[Undelivered]:
        """How the telling of the night ``window`` went."""
        row = self._connection.execute("SELECT * FROM tellings WHERE window = ?", (window,)).fetchone()
        return [Undelivered(*item) for item in orjson.loads(row["undelivered"])] if row else []


def _connected(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    try:
        connection = sqlite3.connect(path, timeout=30, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if version == 0:
            connection.executescript(_SCHEMA)
    except sqlite3.DatabaseError as error:
        raise LedgerError(
            f"{path}: the outbox of alerts cannot be read ({error}); move it aside to start a new one"
        ) from error
    if version > VERSION:
        raise LedgerError(f"{path}: written by a newer memory-auditor; upgrade memory-auditor")
    return connection


def _posted(row: sqlite3.Row) -> Posted:
    created = parse_time(row["created_at"])
    assert created is not None
    return Posted(
        message=Message(row["id"], orjson.loads(row["document"])),
        channel=row["channel"],
        created_at=created,
        attempts=row["attempts"],
        tried_at=parse_time(row["tried_at"]),
        not_before=parse_time(row["not_before"]),
        error=row["error"],
        delivered_at=parse_time(row["delivered_at"]),
    )


def _condition_text(condition: Condition) -> str:
    memories = condition.what in {What.FINDING, What.NOTE}
    return orjson.dumps(
        {
            "subject": condition.subject,
            "what": condition.what,
            "severity": condition.severity,
            "kind": condition.kind,
            "since": rfc3339(condition.since),
            "turned": rfc3339(condition.turned) if condition.turned else None,
            "store": condition.store,
            "keys": [plain_text(key, limit=MAX_KEY) for key in condition.keys[:MAX_KEYS]],
            "label": str(condition.label),
            "finding": condition.finding,
            "reason": "" if memories else plain_text(condition.reason),
        }
    ).decode()


def _condition(document: Mapping[str, Any]) -> Condition:
    since = parse_time(document["since"])
    assert since is not None
    known = {**document, "what": What(document["what"]), "severity": Severity(document["severity"])}
    times = {"since": since, "turned": parse_time(document["turned"])}
    return Condition(**{**known, **times, "keys": tuple(document["keys"])})
