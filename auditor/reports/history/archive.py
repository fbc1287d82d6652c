"""What the dated JSON reports of a folder say, laid out so that pages over all nights are quick to make.

It is a copy of what the JSON reports hold and nothing else: it can be deleted, and is made again.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Self

import orjson
import structlog

from auditor.reports.history.night import StoreNight, store_nights, worst_of

NAME = ".history.sqlite3"
_VERSION = 1
_SCHEMA = f"""
CREATE TABLE nights (
    date TEXT PRIMARY KEY, stamp TEXT NOT NULL, verdict TEXT NOT NULL, worst TEXT NOT NULL,
    eyes INTEGER NOT NULL, published INTEGER NOT NULL
) STRICT;
CREATE TABLE store_nights (date TEXT NOT NULL, store TEXT NOT NULL, night TEXT NOT NULL,
    PRIMARY KEY (store, date)) STRICT;
CREATE TABLE events (
    store TEXT NOT NULL, key TEXT NOT NULL, date TEXT NOT NULL, previous_key TEXT, alarm INTEGER NOT NULL,
    signature TEXT NOT NULL, finding BLOB NOT NULL, PRIMARY KEY (store, key, date, signature)
) STRICT;
CREATE INDEX events_by_date ON events (date);
PRAGMA user_version = {_VERSION};
"""
_LATEST = """
SELECT signature FROM events WHERE store = ? AND key = ? AND date < ? ORDER BY date DESC LIMIT 1
"""


class Archive:
    """The archive of the reports in ``folder``; use it as a context manager."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        path = folder / NAME
        try:
            self._connection = _opened(path)
        except sqlite3.DatabaseError:  # damaged or of another version: what it held is in the JSON reports
            path.unlink(missing_ok=True)
            self._connection = _opened(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    # ---- Taking in ----

    def sync(self, verdicts: Mapping[str, str]) -> None:
        """Take in the nights whose reports are new or were written again; ``verdicts`` are all, by date."""
        known = dict(self._connection.execute("SELECT date, stamp FROM nights"))
        with self._connection:
            for date in known.keys() - verdicts.keys():
                self._forget(date)
            for date, verdict in sorted(verdicts.items()):
                path = self._folder / f"{date}.json"
                stamp = _stamp(path)
                if stamp and known.get(date) != stamp:
                    self._try(date, stamp, verdict, path)

    def _try(self, date: str, stamp: str, verdict: str, path: Path) -> None:
        """A report that somebody else wrote or cut off is left out of the history."""
        self._connection.execute("SAVEPOINT night")
        try:
            self._take(date, stamp, verdict, orjson.loads(path.read_bytes()))
        except (ValueError, LookupError, TypeError) as error:
            self._connection.execute("ROLLBACK TO night")
            structlog.get_logger().warning("history.report_left_out", report=str(path), error=repr(error))
        self._connection.execute("RELEASE night")

    def _take(self, date: str, stamp: str, verdict: str, document: Mapping[str, Any]) -> None:
        self._forget(date)
        worst, eyes = worst_of(document)
        row = (date, stamp, verdict, worst, eyes)
        self._connection.execute("INSERT INTO nights VALUES (?, ?, ?, ?, ?, 0)", row)
        nights = ((date, night.store, night.dumped()) for night in store_nights(date, document))
        self._connection.executemany("INSERT INTO store_nights VALUES (?, ?, ?)", nights)
        for finding in document["findings"]:
            self._take_finding(date, finding)

    def _take_finding(self, date: str, finding: Mapping[str, Any]) -> None:
        """A finding is an event when it says something else about its memory than the night before."""
        signature = "|".join(str(finding[name]) for name in ("id", "fingerprint", "state", "label", "kind"))
        place = (finding["store"], finding["key"], date)
        before = self._connection.execute(_LATEST, place).fetchone()
        if before is None or before[0] != signature:
            alarm = finding["label"] not in {"safe", "expansion"}
            self._connection.execute(
                "INSERT OR REPLACE INTO events VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*place, finding["previous_key"], alarm, signature, orjson.dumps(finding)),
            )

    def _forget(self, date: str) -> None:
        for table in ("nights", "store_nights", "events"):
            self._connection.execute(f"DELETE FROM {table} WHERE date = ?", (date,))  # noqa: S608 - our names

    # ---- Giving out ----

    def nights(self) -> list[tuple[str, str, str, int]]:
        """Date, verdict, worst label and number of memories that need eyes of each night, oldest first."""
        return list(self._connection.execute("SELECT date, verdict, worst, eyes FROM nights ORDER BY date"))

    def store_nights(self, store: str | None = None) -> list[StoreNight]:
        """The nights of ``store``, or of all stores, oldest first."""
        rows = self._connection.execute(
            "SELECT night FROM store_nights WHERE ?1 IS NULL OR store = ?1 ORDER BY date, store", (store,)
        )
        return [StoreNight.loaded(row[0]) for row in rows]

    def unpublished(self) -> list[str]:
        """The dates whose pages are still to be written."""
        rows = self._connection.execute("SELECT date FROM nights WHERE NOT published ORDER BY date")
        return [row[0] for row in rows]

    def published(self) -> None:
        """Take down that the pages of all nights are written."""
        with self._connection:
            self._connection.execute("UPDATE nights SET published = 1")

    def memories_of(self, dates: Iterable[str]) -> list[tuple[str, str]]:
        """Store and key of the memories with an event on one of ``dates``, alarms first."""
        rows = self._connection.execute(
            "SELECT store, key FROM events WHERE date IN (SELECT value FROM json_each(?))"
            " GROUP BY store, key ORDER BY max(alarm) DESC, store, key",
            (orjson.dumps(list(dates)).decode(),),
        )
        return rows.fetchall()

    def life(self, store: str, key: str) -> list[tuple[str, Mapping[str, Any]]]:
        """Every event of one memory by date, the oldest first, also under the keys that it had before."""
        events: dict[tuple[str, str], Mapping[str, Any]] = {}
        keys, done = [key], set[str]()
        while keys:
            name = keys.pop()
            done.add(name)
            for date, signature, finding in self._connection.execute(
                "SELECT date, signature, finding FROM events WHERE store = ? AND key = ?", (store, name)
            ):
                document = events[date, signature] = orjson.loads(finding)
                before = document["previous_key"]
                keys += [before] if before and before not in done else []
        return [(date, events[date, signature]) for date, signature in sorted(events)]

    def memories(self) -> Iterator[tuple[str, str, str, int, int, Mapping[str, Any]]]:
        """Store, key, last date, number of events, whether any was an alarm, last finding; by key.

        The last finding is that of the last date: with one ``max`` alone SQLite takes a row from where it is.
        """
        with closing(
            self._connection.execute(
                "SELECT store, key, max(date), count(*), sum(alarm) > 0, finding FROM events"
                " GROUP BY store, key ORDER BY key, store"
            )
        ) as rows:
            for store, key, date, number, alarm, finding in rows:
                yield store, key, date, number, alarm, orjson.loads(finding)

    def findings_on(self, date: str) -> list[Mapping[str, Any]]:
        """The findings that were events on ``date``."""
        rows = self._connection.execute(
            "SELECT finding FROM events WHERE date = ? ORDER BY store, key", (date,)
        )
        return [orjson.loads(row[0]) for row in rows]


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=30)
    try:
        path.chmod(0o600)
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        _lay_out(connection, version)
    except BaseException:
        connection.close()
        raise
    return connection


def _lay_out(connection: sqlite3.Connection, version: int) -> None:
    if version == 0:
        connection.executescript(_SCHEMA)
    elif version != _VERSION:
        raise sqlite3.DatabaseError("of another version")


def _stamp(path: Path) -> str:
    try:
        status = path.stat()
    except OSError:
        return ""
    return f"{status.st_size}-{status.st_mtime_ns}"
