"""A flat file is read while another process rewrites it: whole, or told to be busy or unreadable."""

import subprocess
import sys
import time

import pytest

from auditor.errors import StoreUnreadableError
from auditor.files import atomic_writer, read_stable, write_atomically
from auditor.stores.recognise import open_store

WRITER = """
import json, os, sys, time
path, how = sys.argv[1:]
def text(number):
    return json.dumps({f"k{part}": f"night {number} " + "x" * 500 for part in range(400)})
number = 0
while True:
    number += 1
    if how == "replaced":
        with open(path + ".tmp", "w") as file:
            file.write(text(number))
        os.replace(path + ".tmp", path)
    else:
        whole = text(number)
        with open(path, "w") as file:
            file.write(whole[:70_000])
            file.flush()
            time.sleep(0.004)
            file.write(whole[70_000:])
    if number == 1:
        print("ready", flush=True)
    time.sleep(0.03)
"""


@pytest.mark.parametrize("how", ["replaced", "rewritten"])
def test_a_file_that_is_written_meanwhile_is_read_whole_or_not_at_all(tmp_path, how):
    path = tmp_path / "memory.json"
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), how], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline() == "ready\n"
        whole = 0
        for _ in range(50):
            try:
                store = open_store(path, "json")
                entries = [entry for row in store.rows() for entry in store.entries(row)]
            except StoreUnreadableError:
                continue
            whole += 1
            assert len(entries) == 400
            assert len({entry.value.split("x")[0] for entry in entries}) == 1
        assert whole
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_an_atomic_write_is_whole_or_leaves_what_was_there(tmp_path):
    path = tmp_path / "report.md"
    write_atomically(path, b"old")

    def write_half():
        with atomic_writer(path) as file:
            file.write(b"half of the n")
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        write_half()
    assert path.read_bytes() == b"old"
    assert [child.name for child in tmp_path.iterdir()] == ["report.md"]
    write_atomically(path, b"new", mode=0o644)
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_file_larger_than_the_limit_is_not_read(tmp_path):
    path = tmp_path / "big"
    path.write_bytes(b"x" * 100)
    with pytest.raises(StoreUnreadableError, match="more than the limit"):
        read_stable(path, limit=99)
    assert len(read_stable(path, limit=100)) == 100


def test_a_file_that_rests_is_read_without_waiting(tmp_path):
    path = tmp_path / "m.json"
    path.write_bytes(b"{}")
    time.sleep(0.05)
    start = time.perf_counter()
    read_stable(path)
    assert time.perf_counter() - start < 0.015
