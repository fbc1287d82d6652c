from datetime import UTC, datetime, timedelta

import orjson
import pytest
from snapshot_fakes import store_of

from auditor.records import Speaker, Transcript, Turn
from auditor.snapshots.manifest import Anchor
from auditor.snapshots.repository import Repository
from auditor.snapshots.taking import take
from auditor.snapshots.verify import ProblemKind, anchor_of, verify

START = datetime(2026, 11, 1, 3, tzinfo=UTC)
TALK = Transcript("t", (Turn(Speaker.USER, "hello", 0),))


def written(folder, memories, start=START):
    repository = Repository(folder)
    for number, memory in enumerate(memories):
        store = store_of(memory, partial="half")
        take(repository, store, "memory", start + timedelta(days=number), [TALK]).close()
    return repository


@pytest.fixture
def repository(tmp_path):
    memory = {f"k{number}": f"{number} and some more text" for number in range(100)}
    return written(tmp_path / "memory", [memory, memory | {"k1": "x"}, memory | {"k1": "x", "new": 1}])


def kinds(problems):
    return [problem.kind for problem in problems]


def test_untouched_snapshots_have_no_problems(repository):
    assert [manifest.base is None for manifest in repository.snapshots()] == [True, False, False]
    assert verify(repository, anchor_of(repository.latest())) == []


def test_a_changed_byte_is_found_in_every_file(repository):
    for path in sorted(path for path in repository.folder.iterdir() if path.is_file()):
        data = path.read_bytes()
        for at in {0, len(data) // 2, len(data) - 1}:
            path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            assert verify(repository, anchor_of_last(repository, data, path)), (path.name, at)
        path.write_bytes(data)
    assert verify(repository) == []


def anchor_of_last(repository, data, path):
    """The anchor of the chain as it was written; ``path`` is the file that was changed since, from ``data``."""
    changed = path.read_bytes()
    path.write_bytes(data)
    anchor = anchor_of(repository.latest())
    path.write_bytes(changed)
    return anchor


def test_a_missing_file_is_named(repository):
    manifest = repository.snapshots()[1]
    repository.path(manifest.transcripts).unlink()
    (problem,) = verify(repository)
    assert (problem.kind, problem.snapshot) == (ProblemKind.MISSING, manifest.id)
    assert manifest.transcripts.file in problem.text


def test_a_missing_base_is_found_from_the_snapshots_that_rest_on_it(repository):
    repository.path(repository.snapshots()[0].entries).unlink()
    assert kinds(verify(repository)) == [ProblemKind.MISSING, ProblemKind.CONTENT, ProblemKind.CONTENT]


def test_a_night_taken_out_of_the_middle_breaks_the_chain(repository):
    repository.manifest_path(repository.snapshots()[1].id).unlink()
    assert ProblemKind.CHAIN in kinds(verify(repository))


def test_a_cut_head_is_found(repository):
    repository.manifest_path(repository.snapshots()[0].id).unlink()
    assert ProblemKind.HEAD_CUT in kinds(verify(repository))


def test_a_cut_tail_is_found_with_an_anchor_only(repository):
    anchor = anchor_of(repository.latest())
    repository.manifest_path(repository.latest().id).unlink()
    assert verify(repository) == []
    assert kinds(verify(repository, anchor)) == [ProblemKind.TAIL_CUT]


def test_everything_gone_is_a_cut_tail(tmp_path):
    assert kinds(verify(Repository(tmp_path), Anchor(3, "ab" * 32))) == [ProblemKind.TAIL_CUT]


def test_a_chain_made_anew_is_found_with_an_anchor_only(repository, tmp_path):
    anchor = anchor_of(repository.latest())
    forged = written(tmp_path / "forged", [{"k": 1}, {"k": 2}, {"k": 3}])
    assert verify(forged) == []
    assert kinds(verify(forged, anchor)) == [ProblemKind.REBUILT]


def test_an_older_anchor_still_holds_when_nights_were_added(repository):
    anchor = anchor_of(repository.snapshots()[1])
    assert verify(repository, anchor) == []


def test_a_manifest_under_another_name_is_found(repository):
    path = repository.manifest_path(repository.latest().id)
    path.rename(path.with_name("20261109T000000.000000Z.json"))
    assert ProblemKind.MANIFEST in kinds(verify(repository))


def test_a_delta_that_does_not_give_its_content_is_found(repository):
    path = repository.manifest_path(repository.latest().id)
    document = orjson.loads(path.read_bytes())
    document["entries"]["content_sha256"] = "0" * 64
    path.write_bytes(orjson.dumps(document))
    assert kinds(verify(repository)) == [ProblemKind.CONTENT]


def test_an_unreadable_manifest_hides_no_other_problem(repository):
    first, second, _ = repository.snapshots()
    repository.manifest_path(second.id).write_bytes(b"{")
    repository.path(first.problems).unlink()
    assert {ProblemKind.MANIFEST, ProblemKind.CHAIN, ProblemKind.MISSING} <= set(kinds(verify(repository)))
