import os
import signal
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from zoneinfo import ZoneInfo

import orjson
import pytest
from snapshot_fakes import store_of

from auditor.errors import SnapshotError
from auditor.records import NotChecked, Note, Severity, Speaker, Transcript, Turn
from auditor.snapshots.compression import blocks_of, write_blocks
from auditor.snapshots.manifest import document_of, manifest_of
from auditor.snapshots.repository import Repository
from auditor.snapshots.taking import take
from auditor.snapshots.verify import verify

START = datetime(2026, 11, 1, 3, tzinfo=UTC)


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path / "memory")


def taken(repository, memory, at=None, transcripts=()):
    at = at or START + timedelta(days=len(repository.snapshots()))
    night = take(repository, store_of(memory), "memory", at, transcripts)
    night.close()
    return night.manifest


def memory_in(repository, manifest):
    return {entry.key: entry.value for entry in repository.entries(manifest)}


LARGE = {
    f"key-{number:04}": f"value {number * 7919 % 1009} and {number * 104729 % 5003}" for number in range(3000)
}


# ---- What is kept ----


def test_transcripts_come_back_as_they_were(repository):
    turns = (
        Turn(Speaker.USER, "I moved — to 東京\n", 0, at=START, line=3),
        Turn(Speaker.TOOL, "ok", 1, name="crm", recalled=True),
    )
    transcripts = [
        Transcript("t2", turns, at=START, user="u1", source="chats/t2.json", writes=("home",)),
        Transcript("t1", ()),
    ]
    manifest = taken(repository, {"a": 1}, transcripts=transcripts)
    assert repository.transcripts(manifest) == transcripts
    assert manifest.transcripts.lines == 2


def test_half_a_character_in_a_transcript_costs_that_character_only(repository):
    transcript = Transcript("t", (Turn(Speaker.USER, "so\ud800so", 0),))
    manifest = taken(repository, {}, transcripts=[transcript])
    assert repository.transcripts(manifest)[0].turns[0].text == "so?so"


def test_problems_come_back_as_they_were(repository):
    problems = (NotChecked("", "k", "torn"), Note("", ("a", "b"), "duplicate", Severity.LOW, "twice", "id"))
    night = take(repository, store_of({}, problems=problems), "memory", START)
    night.close()
    assert repository.problems(night.manifest) == list(night.problems)


def test_a_manifest_says_the_same_when_read_back(repository):
    written = taken(repository, {"a": 1})
    assert repository.latest() == written
    assert repository.latest().sha256 == written.sha256
    assert document_of(written) == repository.manifest_path(written.id).read_bytes()


def test_only_the_owner_can_read_what_is_kept(repository):
    taken(repository, {"a": 1})
    paths = list(repository.folder.rglob("*"))
    assert {path.stat().st_mode & 0o777 for path in paths if path.is_file()} == {0o600}
    assert {path.stat().st_mode & 0o777 for path in [repository.folder, repository.cache]} == {0o700}


def test_the_same_nights_give_the_same_bytes(tmp_path):
    folders = []
    for name in "ab":
        repository = Repository(tmp_path / name)
        for memory in ({"a": 1, "b": 2}, {"b": 3, "c": 4}):
            taken(repository, memory)
        folders.append(
            {path.name: path.read_bytes() for path in repository.folder.rglob("*") if path.is_file()}
        )
    assert folders[0] == folders[1]


# ---- Dates ----


def test_a_date_names_its_last_snapshot_and_the_one_before(repository):
    times = [START, START + timedelta(hours=5), START + timedelta(days=2)]
    manifests = [taken(repository, {"a": number}, at) for number, at in enumerate(times)]
    assert repository.at_date(date(2026, 11, 1)) == (manifests[1], manifests[0])
    assert repository.at_date(date(2026, 11, 3)) == (manifests[2], manifests[1])
    with pytest.raises(SnapshotError, match="2026-11-02"):
        repository.at_date(date(2026, 11, 2))


def test_a_date_is_one_of_the_place_that_asks(repository):
    manifest = taken(repository, {"a": 1}, datetime(2026, 11, 1, 23, 30, tzinfo=UTC))
    assert repository.at_date(date(2026, 11, 2), ZoneInfo("Europe/Berlin")) == (manifest, None)


def test_an_empty_folder_has_no_snapshots(repository):
    assert repository.snapshots() == []
    assert repository.latest() is None


def test_two_snapshots_within_a_second_are_two(repository):
    for number in range(3):
        taken(repository, {"a": number}, START + timedelta(microseconds=number))
    assert [memory_in(repository, manifest)["a"] for manifest in repository.snapshots()] == [0, 1, 2]


# ---- Full snapshots and deltas ----


def test_a_night_with_few_changes_is_written_as_a_small_delta(repository):
    full = taken(repository, LARGE)
    changed = LARGE | dict.fromkeys(list(LARGE)[::60], "something else")
    delta = taken(repository, changed)
    assert (full.base, delta.base) == (None, full.id)
    assert delta.entries.bytes < full.entries.bytes * 0.05
    assert memory_in(repository, delta) == changed


def test_a_night_that_changes_most_is_written_in_full(repository):
    taken(repository, LARGE)
    changed = {key: value[::-1] for key, value in LARGE.items()}
    manifest = taken(repository, changed)
    assert manifest.base is None
    assert memory_in(repository, manifest) == changed


def test_now_and_then_a_quiet_store_is_written_in_full(repository):
    manifests = [taken(repository, LARGE) for _ in range(33)]
    assert [manifest.number for manifest in manifests if manifest.base is None] == [1, 32]
    assert memory_in(repository, manifests[-1]) == LARGE


def test_deltas_that_grew_too_large_together_end_with_a_full_snapshot(repository):
    keys = list(LARGE)
    memory = dict(LARGE)
    manifests = []
    for night in range(12):
        memory |= {
            key: sha256(f"{key} {night}".encode()).hexdigest()
            for key in keys[night * 200 : night * 200 + 200]
        }
        manifests.append(taken(repository, memory))
    assert 1 < sum(manifest.base is None for manifest in manifests) < 5
    assert memory_in(repository, manifests[-1]) == memory


def test_the_content_is_lines_of_json_in_the_order_of_their_bytes(repository):
    manifest = taken(repository, {"b": 1, "a b": 2, "a": 3, "é": 4, 'a"': 5})
    lines = list(repository.lines(manifest))
    assert lines == sorted(lines)
    assert [sorted(orjson.loads(line)) for line in lines] == [["key", "meta", "value"]] * 5


# ---- Broken files ----


def test_a_line_longer_than_a_block_is_read_whole(tmp_path):
    blocks = [b"a" * 300_000 + b"\nb\n", b"c" * 200_000 + b"\n"]
    write_blocks(tmp_path / "x", blocks)
    assert b"".join(blocks_of(tmp_path / "x")) == b"".join(blocks)
    assert all(block.endswith(b"\n") for block in blocks_of(tmp_path / "x"))


@pytest.mark.parametrize(
    "harm",
    [
        lambda data: data[:-9],
        lambda data: data[:20] + b"\0" + data[21:],
        lambda data: b"",
        lambda data: data[:4],
    ],
)
def test_a_damaged_file_is_an_expected_error(repository, harm):
    manifest = taken(repository, LARGE)
    path = repository.path(manifest.entries)
    path.write_bytes(harm(path.read_bytes()))
    with pytest.raises(SnapshotError):
        list(repository.lines(manifest))


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b"null", b'{"format": "x"}', b'{"format": 1}', b'{"format": 1, "id": 3}']
)
def test_what_is_no_manifest_is_an_expected_error(data):
    with pytest.raises(SnapshotError):
        manifest_of(data)


def test_a_manifest_of_a_later_format_asks_for_an_update(repository):
    document = orjson.loads(document_of(taken(repository, {})))
    with pytest.raises(SnapshotError, match="update memory-auditor"):
        manifest_of(orjson.dumps(document | {"format": 2}))


def test_a_manifest_of_an_earlier_format_is_brought_up_step_by_step(repository):
    manifest = taken(repository, {})
    document = orjson.loads(document_of(manifest))
    old = {"moment": document.pop("taken_at")} | document | {"format": -1}
    upgrades = {
        -1: lambda found: found | {"format": 0, "when": found.pop("moment")},
        0: lambda found: found | {"format": 1, "taken_at": found.pop("when")},
    }
    assert manifest_of(orjson.dumps(old), upgrades) == manifest


def test_a_manifest_cannot_lead_out_of_its_folder(repository):
    document = orjson.loads(document_of(taken(repository, {})))
    document["entries"]["file"] = "../elsewhere.zst"
    with pytest.raises(SnapshotError, match="not in its folder"):
        repository.blocks(manifest_of(orjson.dumps(document)))


def test_a_chain_that_bites_its_tail_is_refused(repository):
    document = orjson.loads(document_of(taken(repository, {})))
    document["base"] = document["id"]
    repository.manifest_path(document["id"]).write_bytes(orjson.dumps(document))
    with pytest.raises(SnapshotError, match="later snapshot"):
        repository.blocks(repository.latest())


# ---- Killed runs ----

KILLED = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
sys.path.insert(0, {tests!r})
from snapshot_fakes import store_of
from auditor.snapshots.repository import Repository
from auditor.snapshots.taking import take

class Killing(Repository):
    def {step}(self, *arguments):
        os.kill(os.getpid(), signal.SIGKILL)

take(Killing(Path({folder!r})), store_of({{"a": 2}}), "memory", datetime(2026, 11, 2, tzinfo=UTC))
"""


@pytest.mark.parametrize("step", ["blocks", "chain", "rows", "rows_path", "manifest_path"])
def test_after_a_kill_the_night_before_is_whole_and_the_next_completes(repository, step):
    first = taken(repository, {"a": 1})
    code = KILLED.format(tests=str(Path(__file__).parent), folder=str(repository.folder), step=step)
    done = subprocess.run([sys.executable, "-c", code], check=False, env=os.environ)
    assert done.returncode == -signal.SIGKILL
    assert repository.snapshots() == [first]
    assert verify(repository) == []
    second = taken(repository, {"a": 3}, START + timedelta(days=3))
    assert memory_in(repository, second) == {"a": 3}
    assert verify(repository) == []


def test_what_a_killed_run_left_is_cleared_away(repository):
    first = taken(repository, {"a": 1})
    left = [
        repository.folder / "20261102T000000.000000Z.entries.zst",
        repository.folder / ".20261102T000000.000000Z.json.abc.tmp",
        repository.cache / ".rows-x.abc.tmp",
    ]
    for path in left:
        path.write_bytes(b"torn")
    assert repository.snapshots() == [first]
    taken(repository, {"a": 2})
    assert not any(path.exists() for path in left)
    assert memory_in(repository, first) == {"a": 1}


def test_the_files_of_a_lost_manifest_are_not_cleared_away(repository):
    manifests = [taken(repository, LARGE | {"a": number}) for number in range(3)]
    repository.manifest_path(manifests[1].id).unlink()
    with pytest.raises(SnapshotError):
        taken(repository, {"a": 4}, START + timedelta(days=5))
    assert repository.path(manifests[1].entries).exists()
