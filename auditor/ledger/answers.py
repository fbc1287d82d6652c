"""What models answered and which vectors they made, kept in a ledger across nights."""

import sqlite3
from collections.abc import Mapping, Sequence

from auditor.models.interface import Opinion, Stance
from auditor.times import Clock, rfc3339

_MOST_VECTORS = 50_000  # the newest; 384 numbers each, 77 MB
_AT_ONCE = 500  # SQLite takes at least 999 parameters


class LedgerAnswers:
    """The memory of answers and vectors in the ledger behind ``connection``; each write is whole."""

    def __init__(self, connection: sqlite3.Connection, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock

    def opinion(self, key: str) -> Opinion | None:
        """The answer remembered under ``key``."""
        row = self._connection.execute("SELECT * FROM opinions WHERE key = ?", (key,)).fetchone()
        return Opinion(Stance(row["stance"]), row["confidence"], row["judge"], row["raw"]) if row else None

    def remember_opinion(self, key: str, opinion: Opinion, prompt: str, policy: str) -> None:
        """Remember an answer, its prompt's hash and the policy's fingerprint; the first one stays."""
        self._connection.execute(
            "INSERT OR IGNORE INTO opinions VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                key,
                opinion.stance,
                opinion.confidence,
                opinion.judge,
                opinion.raw,
                prompt,
                policy,
                rfc3339(self._clock.now()),
            ),
        )

    def remark(self, key: str) -> str | None:
        """What was written down under ``key``."""
        row = self._connection.execute("SELECT text FROM remarks WHERE key = ?", (key,)).fetchone()
        return str(row["text"]) if row else None

    def remember_remark(self, key: str, text: str) -> None:
        """Write ``text`` down under ``key``, in place of what stood there."""
        self._connection.execute(
            "INSERT OR REPLACE INTO remarks VALUES (?, ?, ?)", (key, text, rfc3339(self._clock.now()))
        )

    def vectors(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """The vectors remembered under ``keys``, as they were written."""
        found: dict[str, bytes] = {}
        for start in range(0, len(keys), _AT_ONCE):
            some = keys[start : start + _AT_ONCE]
            places = ",".join("?" * len(some))
            rows = self._connection.execute(
                f"SELECT key, vector FROM vectors WHERE key IN ({places})",  # noqa: S608 - question marks
                some,
            )
            found |= {row["key"]: row["vector"] for row in rows}
        return found

    def remember_vectors(self, vectors: Mapping[str, bytes]) -> None:
        """Remember vectors by key, and no more than the newest 50,000 in all."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?)", vectors.items())
        self._connection.execute(
            "DELETE FROM vectors WHERE rowid <= (SELECT max(rowid) FROM vectors) - ?", (_MOST_VECTORS,)
        )
        self._connection.execute("COMMIT")
