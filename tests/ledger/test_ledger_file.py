"""The ledger as a file: upgrades, damage, kills, and a log that shows when it was tampered with."""

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from auditor.errors import LedgerError
from auditor.ledger import Anchor, Decision, Ledger, schema
from auditor.records import Band, ChangeKind, Finding, Label, Severity, StoreAudit

NIGHT = datetime(2026, 11, 1, 3, tzinfo=UTC)
FAULT = Finding(
    "notes",
    "diet",
    ChangeKind.CHANGED,
    Label.STALE,
    "expired",
    Severity.MEDIUM,
    0.9,
    Band.ACT,
    "It has expired.",
    "expired",
    id="f1",
)


def one_night(ledger) -> None:
    run = ledger.open_run("s1", NIGHT, Anchor(1, "m1"))
    ledger.finish_run(run, ledger.record(run, StoreAudit("notes", "json", "ok", findings=(FAULT,))).audit)


def test_only_the_owner_may_read_it(tmp_path):
    path = tmp_path / "ledger.sqlite"
    Ledger(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_older_ledger_is_brought_up_to_date_with_all_that_it_holds(tmp_path):
    path = tmp_path / "ledger.sqlite"
    with Ledger(path) as ledger:
        one_night(ledger)
        ledger._connection.executescript(
            "DROP TABLE trust; DROP TABLE opinions; DROP TABLE remarks; DROP TABLE vectors; DROP TABLE judgements; ALTER TABLE runs DROP COLUMN reason; ALTER TABLE runs DROP COLUMN discipline; PRAGMA user_version = 1;"
        )
    with Ledger(path) as ledger:
        assert ledger.finding("f1").finding.reason == "It has expired."
        assert ledger.judgement("k") is None
        assert ledger._connection.execute("PRAGMA user_version").fetchone()[0] == len(schema.STEPS)


def test_a_newer_ledger_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "ledger.sqlite"
    with Ledger(path) as ledger:
        ledger._connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(LedgerError, match="newer memory-auditor"):
        Ledger(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"not a database at all" * 100, b"SQLite format 3\0" + b"\xff" * 500])
def test_a_damaged_ledger_is_one_clear_line(tmp_path, content):
    path = tmp_path / "ledger.sqlite"
    path.write_bytes(content)
    with pytest.raises(LedgerError, match="move it aside"):
        Ledger(path)


def test_a_killed_write_leaves_the_night_before(tmp_path):
    path = tmp_path / "ledger.sqlite"
    with Ledger(path) as ledger:
        one_night(ledger)
    killed = subprocess.run(
        [
            sys.executable,
            "-c",
            (
                "import os, signal, sys; from pathlib import Path; from auditor.ledger import Ledger\n"
                "ledger = Ledger(Path(sys.argv[1])); connection = ledger._connection\n"
                "connection.execute('PRAGMA cache_size = 1'); connection.execute('BEGIN IMMEDIATE')\n"
                "connection.execute('DELETE FROM events')\n"
                "connection.executemany('INSERT INTO judgements VALUES (?, ?, 0, ?, ?, ?)',"
                " [(str(n), 'x' * 900, 's', 'r', 't') for n in range(2000)])\n"
                "os.kill(os.getpid(), signal.SIGKILL)"
            ),
            str(path),
        ],
        check=False,
        env=os.environ,
    )
    assert killed.returncode == -signal.SIGKILL
    with Ledger(path) as ledger:
        assert [known.finding.id for known in ledger.findings()] == ["f1"]
        assert ledger.judgement("1") is None


def decided(path) -> Ledger:
    ledger = Ledger(path)
    one_night(ledger)
    for decision in ("accepted", "reopen", "false-alarm"):
        ledger.decide(Decision("f1", decision, who="ann", note=f"because of {decision}"))
    return ledger


def test_the_decision_log_says_who_when_what_and_why(tmp_path):
    with decided(tmp_path / "ledger.sqlite") as ledger:
        log = ledger.decisions("f1")
        assert [(line.decision, line.who, line.note) for line in log] == [
            ("accepted", "ann", "because of accepted"),
            ("reopen", "ann", "because of reopen"),
            ("false-alarm", "ann", "because of false-alarm"),
        ]
        assert all(line.at is not None for line in log)
        assert ledger.log_problems() == []


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE decisions SET note = 'because I say so' WHERE seq = 2",
        "DELETE FROM decisions WHERE seq = 2",
        "DELETE FROM decisions WHERE seq = 1",
        "UPDATE decisions SET hash = previous WHERE seq = 3",
    ],
)
def test_a_changed_or_missing_decision_is_noticed(tmp_path, tampering):
    with decided(tmp_path / "ledger.sqlite") as ledger:
        for kind in ("changed", "deleted"):
            ledger._connection.execute(f"DROP TRIGGER decisions_are_never_{kind}")
        ledger._connection.execute(tampering)
        assert ledger.log_problems()


def test_a_log_that_was_cut_is_noticed_by_the_seal_that_the_next_night_wrote_down(tmp_path):
    with decided(tmp_path / "ledger.sqlite") as ledger:
        ledger.open_run("s2", NIGHT.replace(day=2), Anchor(2, "m2"))
        ledger._connection.execute("DROP TRIGGER decisions_are_never_deleted")
        ledger._connection.execute("DELETE FROM decisions WHERE seq = 3")
        assert ledger.log_problems() == [
            "decision 3: a run has written down another seal, the log was cut or rebuilt"
        ]


def test_the_decision_log_refuses_to_be_changed(tmp_path):
    with (
        decided(tmp_path / "ledger.sqlite") as ledger,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
    ):
        ledger._connection.execute("DELETE FROM decisions")
