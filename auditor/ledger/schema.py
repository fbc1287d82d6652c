"""The ledger's tables, and the steps that bring an older ledger up to date.

A step is never edited once it was published: a new version is a new step at the end.
"""

import os
import sqlite3
from pathlib import Path

from auditor.errors import LedgerError

_RUNS_AND_FINDINGS = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    window TEXT NOT NULL UNIQUE,
    audited_at TEXT NOT NULL,
    command TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    status TEXT NOT NULL,
    counts TEXT NOT NULL,
    scores TEXT NOT NULL,
    policy TEXT NOT NULL,
    manifest TEXT NOT NULL,
    chain INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    decisions_hash TEXT NOT NULL,
    reports TEXT NOT NULL
) STRICT;
CREATE TABLE findings (
    id TEXT PRIMARY KEY,
    first_seen TEXT NOT NULL,
    last_seen TEXT NOT NULL
) STRICT;
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs (id),
    decided INTEGER NOT NULL,
    finding TEXT NOT NULL REFERENCES findings (id),
    at TEXT NOT NULL,
    state TEXT NOT NULL,
    why TEXT NOT NULL,
    until TEXT,
    label TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    severity TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    document TEXT NOT NULL
) STRICT;
CREATE INDEX events_by_finding ON events (finding, run, decided, seq);
CREATE INDEX events_by_run ON events (run, decided);
CREATE TABLE decisions (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    finding TEXT NOT NULL,
    decision TEXT NOT NULL,
    note TEXT NOT NULL,
    until TEXT,
    context TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;
CREATE TRIGGER decisions_are_never_changed BEFORE UPDATE ON decisions
BEGIN SELECT raise(ABORT, 'the decision log is append-only'); END;
CREATE TRIGGER decisions_are_never_deleted BEFORE DELETE ON decisions
BEGIN SELECT raise(ABORT, 'the decision log is append-only'); END;
"""
_JUDGEMENTS = """
CREATE TABLE judgements (
    key TEXT PRIMARY KEY,
    relation TEXT NOT NULL,
    confidence REAL NOT NULL,
    stage TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;
"""
_REASONS = """
ALTER TABLE runs ADD COLUMN reason TEXT NOT NULL DEFAULT '';
"""
_OPINIONS = """
CREATE TABLE opinions (
    key TEXT PRIMARY KEY,
    stance TEXT NOT NULL,
    confidence REAL NOT NULL,
    judge TEXT NOT NULL,
    raw TEXT NOT NULL,
    prompt TEXT NOT NULL,
    policy TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;
CREATE TABLE remarks (
    key TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;
CREATE TABLE vectors (
    key TEXT PRIMARY KEY,
    vector BLOB NOT NULL
) STRICT;
"""
_TRUST = """
CREATE TABLE trust (
    key TEXT NOT NULL,
    run INTEGER NOT NULL REFERENCES runs (id),
    what TEXT NOT NULL,
    who TEXT NOT NULL,
    root TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (key, run, what, who, root)
) STRICT, WITHOUT ROWID;
CREATE INDEX trust_by_run ON trust (run);
"""
_DISCIPLINE = """
ALTER TABLE runs ADD COLUMN discipline TEXT NOT NULL DEFAULT '{}';
"""
STEPS = (_RUNS_AND_FINDINGS, _JUDGEMENTS, _REASONS, _OPINIONS, _TRUST, _DISCIPLINE)


def connect(path: Path) -> sqlite3.Connection:
    """The ledger at ``path``, made (readable by its owner only) or brought up to date first.

    Raises:
        LedgerError: the file is damaged, no ledger, or of a newer version.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    try:
        connection = sqlite3.connect(path, timeout=30, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        _upgrade(connection, path)
    except sqlite3.DatabaseError as error:
        raise LedgerError(
            f"{path}: the ledger cannot be read ({error}); move it aside to start a new one"
        ) from error
    return connection


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _upgrade(connection: sqlite3.Connection, path: Path) -> None:
    """Take every missing step, each whole or not at all."""
    if _version(connection) > len(STEPS):
        raise LedgerError(
            f"{path}: written by a newer memory-auditor (ledger version {_version(connection)}, "
            f"this one knows {len(STEPS)}); upgrade memory-auditor"
        )
    while (version := _version(connection)) < len(STEPS):
        connection.executescript(
            f"BEGIN IMMEDIATE; {STEPS[version]} PRAGMA user_version = {version + 1}; COMMIT;"
        )
