"""A database is read while another process writes it: committed rows, nothing torn, nothing left behind."""

import re
import sqlite3
import subprocess
import sys
import time
from collections import Counter

import pytest
from store_samples import read_all

from auditor.errors import StoreBusyError, StoreUnreadableError
from auditor.stores.recognise import open_store

WRITER = """
import sqlite3, sys, time
path, mode = sys.argv[1:]
connection = sqlite3.connect(path, isolation_level=None)
connection.execute(f"PRAGMA journal_mode = {mode}")
connection.execute("PRAGMA wal_autocheckpoint = 50")
connection.execute("CREATE TABLE memories (id INTEGER PRIMARY KEY, memory TEXT, updated_at TEXT)")
print("ready", flush=True)
number = 0
while True:
    number += 1
    connection.execute("BEGIN")
    for part in range(2):
        row = (number % 400 * 2 + part, f"fact {number} {part} " + "x" * 300)
        connection.execute("INSERT OR REPLACE INTO memories VALUES (?, ?, NULL)", row)
    connection.execute("COMMIT")
    time.sleep(0.003)
"""


@pytest.fixture
def writer(tmp_path, request):
    """A process that writes the same 400 pairs of rows over and over: a growing file takes ever longer."""
    path = tmp_path / "live.db"
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), request.param], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    yield path
    process.kill()
    process.wait()
    process.stdout.close()


@pytest.mark.slow  # a look at a busy store waits for up to two seconds
@pytest.mark.parametrize("writer", ["wal", "delete"], indirect=True)
def test_a_store_written_meanwhile_is_read_in_whole_transactions_each_time(writer):
    time.sleep(0.1)
    last, read = 0, 0
    for looks in range(500):
        if read >= 25 and looks >= 50:
            break
        try:
            entries, _, problems = read_all(open_store(writer))
        except StoreBusyError:
            continue
        read += 1
        assert problems == []
        facts = Counter(re.search(r"fact (\d+)", str(entry.value))[1] for entry in entries)
        assert set(facts.values()) <= {2}
        assert len(entries) >= last
        last = len(entries)
    assert read >= 25
    assert last > 0
    beside = {path.name for path in writer.parent.iterdir()}
    assert beside <= {"live.db", "live.db-wal", "live.db-shm", "live.db-journal"}


def memories(path, mode="wal"):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA journal_mode = {mode}")
    connection.execute("CREATE TABLE memories (id INTEGER PRIMARY KEY, memory TEXT)")
    connection.execute("INSERT INTO memories VALUES (1, 'likes tea')")
    return connection


def test_a_live_wal_database_is_read_with_its_uncheckpointed_rows(tmp_path):
    connection = memories(tmp_path / "m.db")
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    entries, _, _ = read_all(open_store(tmp_path / "m.db"))
    assert [entry.value for entry in entries] == ["likes tea"]
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before
    connection.close()


def test_what_is_not_committed_is_not_read(tmp_path):
    connection = memories(tmp_path / "m.db")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO memories VALUES (2, 'perhaps')")
    entries, _, _ = read_all(open_store(tmp_path / "m.db"))
    assert [entry.value for entry in entries] == ["likes tea"]
    connection.close()


def test_a_transaction_that_a_crash_broke_off_is_rolled_back_in_the_copy_only(tmp_path):
    connection = memories(tmp_path / "m.db", "delete")
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE memories SET memory = 'likes coffee'")
    for number in range(2, 200):
        connection.execute("INSERT INTO memories VALUES (?, ?)", (number, "x" * 2000))
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for path in list(tmp_path.glob("m.db*")):
        (crashed / path.name).write_bytes(path.read_bytes())
    connection.close()
    before = {path.name: path.read_bytes() for path in crashed.iterdir()}
    assert "m.db-journal" in before
    entries, _, _ = read_all(open_store(crashed / "m.db"))
    assert [entry.value for entry in entries] == ["likes tea"]
    assert {path.name: path.read_bytes() for path in crashed.iterdir()} == before


def test_a_cleanly_closed_wal_database_in_a_read_only_folder_is_read(tmp_path):
    memories(tmp_path / "m.db").close()
    tmp_path.chmod(0o500)
    try:
        entries, _, _ = read_all(open_store(tmp_path / "m.db"))
        assert len(entries) == 1
        assert [path.name for path in tmp_path.iterdir()] == ["m.db"]
    finally:
        tmp_path.chmod(0o700)


def test_a_cut_database_is_unreadable_and_not_smaller(tmp_path):
    connection = memories(tmp_path / "m.db", "delete")
    connection.executemany("INSERT INTO memories VALUES (?, ?)", [(n, "x" * 900) for n in range(2, 200)])
    connection.close()
    data = (tmp_path / "m.db").read_bytes()
    (tmp_path / "m.db").write_bytes(data[: len(data) // 2])
    with pytest.raises(StoreUnreadableError):
        read_all(open_store(tmp_path / "m.db"))
