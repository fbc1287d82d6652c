"""The index's tables: entries under their keys, and a full-text index of their terms.

The full-text index is contentless and never deleted from (SQLite before 3.43 cannot): an entry that changes
gets a new number, and postings of numbers that are no more find nothing.
"""

import sqlite3
from array import array
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from auditor.changes.interface import Description
from auditor.snapshots.canonical import legible

_TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    due REAL,
    events INTEGER NOT NULL
);
CREATE TABLE lines (id INTEGER PRIMARY KEY, line BLOB NOT NULL);
CREATE TABLE dead (id INTEGER PRIMARY KEY);
CREATE VIRTUAL TABLE postings USING fts5(
    terms, content='', detail=none, columnsize=0,
    tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Z* C*' separators '{separator}'"
);
"""
_INDEXES = """
CREATE INDEX IF NOT EXISTS by_fingerprint ON entries (fingerprint);
CREATE INDEX IF NOT EXISTS by_due ON entries (due) WHERE due IS NOT NULL;
CREATE INDEX IF NOT EXISTS by_events ON entries (key) WHERE events;
"""
_TABLES_VERSION = 2
_BATCH = 4000
_CACHE_KIB = 32_000
_SEPARATOR = "\x1f"  # between terms: the only character that is part of none
_IN_TOKENS = str.maketrans({_SEPARATOR: " ", "\0": " "})
_MOST_DEAD = 0.5  # of the living: beyond it, dead postings slow every question down

Described = tuple[str, bytes, Description]


def opened(path: Path | None, version: str) -> sqlite3.Connection:
    """The database in ``path`` if it is whole and of this version, else a new one."""
    if path is not None and path.is_file():
        database = sqlite3.connect(path)
        with suppress(sqlite3.DatabaseError):
            if _about(database, "version") == _version(version):
                return _tuned(database)
        database.close()
    return created(path, version)


def created(path: Path | None, version: str) -> sqlite3.Connection:
    """An empty database in place of whatever is in ``path``."""
    if path is not None:
        for name in (path, path.with_name(f"{path.name}-journal")):
            name.unlink(missing_ok=True)
        path.touch(mode=0o600)
    database = _tuned(sqlite3.connect("" if path is None else path))
    if path is None:
        database.execute("PRAGMA journal_mode = OFF")
    database.executescript(_TABLES.replace("{separator}", _SEPARATOR))
    database.execute("INSERT INTO about VALUES ('version', ?)", (_version(version),))
    database.commit()
    return database


def tag(database: sqlite3.Connection) -> str:
    """The id of the snapshot that the content belongs to, or ""."""
    return _about(database, "snapshot")


def seal(database: sqlite3.Connection, snapshot: str) -> None:
    """Tag the content with its snapshot and keep it."""
    for statement in _INDEXES.strip().splitlines():
        database.execute(statement)
    database.execute("INSERT OR REPLACE INTO about VALUES ('snapshot', ?)", (snapshot,))
    database.commit()


def count(database: sqlite3.Connection) -> int:
    """How many entries there are."""
    return int(database.execute("SELECT count(*) FROM entries").fetchone()[0])


def worn(database: sqlite3.Connection) -> bool:
    """Whether too many postings lead nowhere."""
    living, last = database.execute("SELECT count(*), max(id) FROM entries").fetchone()
    return bool((last or 0) - living > max(living * _MOST_DEAD, _BATCH))


def insert(database: sqlite3.Connection, described: Iterable[Described]) -> None:
    """Add entries that are not there."""
    number = database.execute(
        "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'entries'"
    ).fetchone()[0]
    items = iter(described)
    while batch := list(islice(items, _BATCH)):
        numbered = list(enumerate(batch, start=number + 1))
        number += len(batch)
        database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", map(_entry_row, numbered))
        database.executemany("INSERT INTO lines VALUES (?, ?)", map(_line_row, numbered))
        database.executemany("INSERT INTO postings (rowid, terms) VALUES (?, ?)", map(_terms_row, numbered))


def delete(database: sqlite3.Connection, keys: Iterable[str]) -> None:
    """Remove the entries under ``keys``."""
    rows = [(key,) for key in keys]
    for statement in (
        "INSERT INTO dead SELECT id FROM entries WHERE key = ?",
        "DELETE FROM lines WHERE id = (SELECT id FROM entries WHERE key = ?)",
        "DELETE FROM entries WHERE key = ?",
    ):
        database.executemany(statement, rows)


_MATCHING = "FROM postings WHERE postings MATCH ? AND rowid NOT IN (SELECT id FROM dead) LIMIT ?"


def matching(database: sqlite3.Connection, query: str, most: int) -> Sequence[int]:
    """The numbers of up to ``most`` entries that ``query`` finds."""
    return array("q", (number for (number,) in database.execute(f"SELECT rowid {_MATCHING}", (query, most))))


def finds_more(database: sqlite3.Connection, query: str, most: int) -> bool:
    """Whether ``query`` finds more than ``most`` entries; to count them is faster than to fetch them."""
    counted = database.execute(f"SELECT count(*) FROM (SELECT 1 {_MATCHING})", (query, most + 1))  # noqa: S608  # no input in it
    return bool(counted.fetchone()[0] > most)


def keyed(database: sqlite3.Connection, numbers: Collection[int]) -> dict[int, str]:
    """The keys of the entries with these ``numbers``."""
    slots = ", ".join("?" * len(numbers))
    found = database.execute(f"SELECT id, key FROM entries WHERE id IN ({slots})", tuple(numbers))  # noqa: S608 - question marks
    return dict(found)


def lines(database: sqlite3.Connection, condition: str, values: Sequence[object]) -> list[bytes]:
    """The lines of the entries for which ``condition``, a constant of ours, holds."""
    found = database.execute(f"SELECT line FROM entries JOIN lines USING (id) WHERE {condition}", values)  # noqa: S608 - no input in it
    return [line for (line,) in found]


def keys(database: sqlite3.Connection) -> Iterable[str]:
    """The keys of all entries, sorted."""
    return (key for (key,) in database.execute("SELECT key FROM entries ORDER BY key"))


def copied(database: sqlite3.Connection) -> frozenset[str]:
    """The keys of the entries that share their fingerprint."""
    shared = "SELECT fingerprint FROM entries GROUP BY fingerprint HAVING count(*) > 1"
    found = database.execute(f"SELECT key FROM entries WHERE fingerprint IN ({shared})")  # noqa: S608 - no input in it
    return frozenset(key for (key,) in found)


def query_of(term: str) -> str:
    """The full-text query for ``term``, "" where nothing of it can be looked for."""
    token = legible(term).translate(_IN_TOKENS)
    return '"' + token.replace('"', '""') + '"' if token else ""


def _entry_row(numbered: tuple[int, Described]) -> tuple[object, ...]:
    number, (key, _, about) = numbered
    due = about.due_at.timestamp() if about.due_at else None
    return number, key, about.fingerprint, due, bool(about.events)


def _line_row(numbered: tuple[int, Described]) -> tuple[int, bytes]:
    return numbered[0], numbered[1][1]


def _terms_row(numbered: tuple[int, Described]) -> tuple[int, str]:
    number, (_, _, about) = numbered
    return number, legible(_SEPARATOR.join(sorted(about.terms))).replace("\0", " ")


def _version(described: str) -> str:
    return f"{described}, tables {_TABLES_VERSION}"


def _about(database: sqlite3.Connection, name: str) -> str:
    row = database.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
    return str(row[0]) if row else ""


def _tuned(database: sqlite3.Connection) -> sqlite3.Connection:
    database.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    return database
