"""The vendors' own programs write while the auditor reads: nothing torn, nothing lost, nothing left, no lock held."""

import os
import re
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import pytest

from auditor.errors import StoreBusyError
from auditor.stores.recognise import find_stores, open_database

pytestmark = [pytest.mark.vendors, pytest.mark.slow]

PYTHON = (
    Path(os.environ.get("AUDITOR_VENDORS", Path(__file__).parents[2] / ".venv-vendors")) / "bin" / "python"
)
READINGS = 50 if os.environ.get("AUDITOR_TESTS") == "long" else 10
_MOST_LOOKS = 40 * READINGS
_SIDE_FILE = re.compile(r".*-(wal|shm|journal)$")
FACT = re.compile(r"fact \d+(, \d+)?")
KINDS = {"mem0": "mem0", "langgraph_sqlite": "langgraph", "chroma": "chroma"}


@dataclass
class Writer:
    """A vendor's program that is writing into ``place``; ``wrote`` is the last write that it is sure of."""

    place: Path
    process: subprocess.Popen[str]
    wrote: int = 0

    def follow(self) -> None:
        """Hear what it wrote, until it ends."""
        for line in self.process.stdout:
            self.wrote = int(line.removeprefix("wrote "))


@pytest.fixture
def writing(tmp_path):
    """Starts the writer of the given name."""
    if not PYTHON.exists():
        pytest.skip("the vendors' packages are not installed (make test-vendors)")
    started = []

    def start(name, place=None):
        place = place or tmp_path / "store"
        place.mkdir(exist_ok=True)
        command = [str(PYTHON), str(Path(__file__).parent / "vendor_writers.py"), name, str(place)]
        with (tmp_path / "errors").open("w") as errors:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        started.append(process)
        assert process.stdout.readline() == "ready\n", (tmp_path / "errors").read_text()
        writer = Writer(place, process)
        Thread(target=writer.follow, daemon=True).start()
        return writer

    yield start
    for process in started:
        process.kill()
        process.wait()


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


def read(store) -> dict[str, str]:
    """What is remembered, by key; a busy or damaged store raises."""
    found = {entry.key: entry.value for row in store.rows() for entry in store.entries(row)}
    assert not store.partial
    assert not list(store.problems())
    return found


def numbers(found: dict[str, str]) -> list[int]:
    return sorted(int(re.findall(r"\d+", value)[0]) for value in found.values())


def readings(writer, look):
    """What each of ``READINGS`` looks gives while the writer goes on, with what was surely written before."""
    looks = done = 0
    while done < READINGS and looks < _MOST_LOOKS:
        looks += 1
        sure = writer.wrote
        try:
            yield sure, look()
        except StoreBusyError:
            continue
        done += 1
        time.sleep(0.01)
    assert done == READINGS


@pytest.mark.parametrize("vendor", sorted(KINDS))
def test_a_store_is_read_whole_each_time(writing, vendor):
    writer = writing(vendor)
    before = names(writer.place)

    def look():
        ((_, store),) = find_stores(writer.place)
        assert store.kind == KINDS[vendor]
        return read(store)

    last: dict[str, str] = {}
    for sure, found in readings(writer, look):
        assert all(FACT.fullmatch(value) for value in found.values())
        assert numbers(found) == list(range(len(found))), "a fact is missing or doubled"
        assert len(found) > sure, "what was surely written is not there"
        assert set(last) <= set(found), "what was there is gone"
        changed = {key for key in last if last[key] != found[key]}
        assert {found[key].partition(",")[0] for key in changed} <= {"fact 0"}
        last = found
    assert writer.process.poll() is None, "the writer met a lock"
    assert writer.wrote > 0
    assert {name for name in names(writer.place) - before if not _SIDE_FILE.match(name)} == set()


@pytest.mark.parametrize("vendor", sorted([*KINDS, "openai_agents"]))
def test_nothing_of_the_audit_is_left_when_the_writer_has_gone(writing, vendor):
    writer = writing(vendor)
    with suppress(StoreBusyError):
        for _, store in find_stores(writer.place):
            list(store.rows())
    writer.process.kill()
    writer.process.wait()
    before = {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in writer.place.rglob("*")}
    for _, store in find_stores(writer.place):
        list(store.rows())
        list(store.transcripts())
    assert {
        path: (path.stat().st_mtime_ns, path.stat().st_size) for path in writer.place.rglob("*")
    } == before


def test_a_session_of_the_agents_sdk_is_read_in_whole_exchanges(writing):
    writer = writing("openai_agents")

    def look():
        ((_, store),) = find_stores(writer.place)
        return [turn.text for talk in store.transcripts() for turn in talk.turns]

    last: list[str] = []
    for sure, found in readings(writer, look):
        assert found == [f"{word} {n}" for n in range(len(found) // 2) for word in ("fact", "noted")]
        assert len(found) >= max(2 * sure, len(last))
        last = found
    assert writer.process.poll() is None, "the writer met a lock"


@pytest.mark.needs_postgres
def test_a_postgres_store_is_read_in_one_picture_each_time(writing, postgres):
    writer = writing("langgraph_postgres", postgres.socket)

    def look():
        store = open_database(postgres.url)
        assert store.kind == "langgraph"
        return read(store)

    for sure, found in readings(writer, look):
        assert numbers(found) == list(range(len(found)))
        assert len(found) > sure
    assert writer.process.poll() is None, "the writer met a lock"
