"""What a store held on a date comes back: as a file, as a patch that does it, and into the store itself."""

import json
import os
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from auditor.changes.json_patch import patch
from auditor.cli import auditor
from auditor.errors import StoreBusyError
from auditor.runs.restoring import apply, as_of, writing
from auditor.snapshots.repository import Repository
from auditor.stores.recognise import open_store

FIRST = datetime(2026, 11, 1, 3, 10, tzinfo=UTC)
THEN, NOW = "2026-11-01", "2026-11-02"


def call(*args):
    return CliRunner().invoke(auditor, [str(arg) for arg in args], prog_name="auditor")


@pytest.fixture
def two_nights(tmp_path, monkeypatch):
    """A store with one content on the first night and another on the second; its path."""
    monkeypatch.chdir(tmp_path)

    def make(name, then, now):
        store = tmp_path / name
        store.parent.mkdir(parents=True, exist_ok=True)
        for number, content in enumerate((then, now)):
            store.write_text(content, encoding="utf-8")
            os.utime(store, (number, number))
            place = store.parent if store.suffix == ".md" else store
            at = (FIRST + timedelta(days=number)).isoformat()
            assert call("snapshot", "--store", place, "--at", at).exit_code == 0
        return store

    return make


def restore(store, *options, path=None):
    place = path or store
    return call("restore", "--store", place.name, "--date", THEN, "--path", place, *options)


def applied(document, operations):
    """RFC 6902 done by hand: add, remove and replace of members."""
    for operation in operations:
        *way, last = [
            part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")[1:]
        ] or [None]
        target = document
        for part in way:
            target = target[part]
        if last is None:
            document = operation["value"]
        elif operation["op"] == "remove":
            del target[last]
        else:
            assert (last in target) == (operation["op"] == "replace")
            target[last] = operation["value"]
    return document


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(-2, 2) | st.text("a/~b", max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("a/~b", max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(JSON, JSON)
def test_a_patch_makes_one_document_the_other(now, then):
    made = applied(json.loads(json.dumps(now)), json.loads(json.dumps(list(patch(now, then)))))
    assert json.dumps(made, sort_keys=True) == json.dumps(then, sort_keys=True)
    assert list(patch(then, then)) == []


PAIRS = {
    "object.json": (
        '{\n  "city": "Oslo",\n  "allergy": {"value": "peanuts", "source": "user"},\n  "n": 1.0\n}\n',
        '{\n  "city": "Rom",\n  "allergy": {"value": "none", "source": "user"},\n  "n": 1,\n  "new": true\n}\n',
    ),
    "list.json": (
        '[{"id": "a", "memory": "likes tea", "user_id": "u1"}, {"id": "b", "memory": "has a cat", "user_id": "u1"}]',
        '[{"id": "a", "memory": "likes coffee", "user_id": "u1"}]',
    ),
    "lines.jsonl": (
        """{"id": "a", "text": "likes tea", "created_at": "2026-01-01T00:00:00Z"}
{"id": "b", "text": "has a cat", "created_at": "2026-01-02T00:00:00Z"}
""",
        '{"id": "b", "text": "has two cats", "created_at": "2026-01-02T00:00:00Z"}\n',
    ),
    "inner.json": (
        '{"version": 3, "memories": [{"id": "a", "text": "likes tea"}, {"id": "b", "text": "x"}]}',
        '{"version": 3, "memories": [{"id": "a", "text": "likes cocoa"}, {"id": "b", "text": "x"}]}',
    ),
    "notes/me.md": (
        "# Me\n\n- likes tea\n- has a cat\n\n# Work\n\n- in Oslo\n",
        "# Me\n\n- likes coffee\n\n# Work\n\n- in Oslo\n",
    ),
}


def entries(place):
    store = open_store(place)
    return {
        entry.key: (entry.value, dict(entry.meta)) for row in store.rows() for entry in store.entries(row)
    }


@pytest.mark.parametrize("name", PAIRS)
def test_a_store_is_written_back_as_it_was_with_a_backup_beside(two_nights, name, tmp_path):
    then, now = PAIRS[name]
    store = two_nights(name, then, now)
    place = store.parent if store.suffix == ".md" else store
    store.write_text(then, encoding="utf-8")
    wanted = entries(place)
    store.write_text(now, encoding="utf-8")
    store.chmod(0o640)
    result = restore(store, "--apply", "--yes", path=place)
    assert result.exit_code == 0, result.output
    [backup] = store.parent.glob("*.before-restore-*")
    assert backup.read_text(encoding="utf-8") == now
    backup.unlink()
    assert entries(place) == wanted
    assert store.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", [name for name in PAIRS if name.endswith(".json")])
def test_the_patch_makes_the_file_what_it_was(two_nights, name, tmp_path):
    then, now = PAIRS[name]
    store = two_nights(name, then, now)
    assert restore(store, "--patch", "--out", "p.json").exit_code == 0
    operations = json.loads((tmp_path / "p.json").read_text())
    assert operations
    assert applied(json.loads(now), operations) == json.loads(then)
    assert store.read_text() == now


def test_one_entry_is_written_back_and_the_others_stay(two_nights):
    store = two_nights("object.json", *PAIRS["object.json"])
    shown = restore(store, "--key", "allergy", "--apply", "--yes")
    assert "~ allergy: none -> peanuts" in shown.stdout
    assert json.loads(store.read_text()) == {
        "city": "Rom", "allergy": {"value": "peanuts", "source": "user"}, "n": 1, "new": True,
    }  # fmt: skip


def test_the_file_holds_what_was_there_and_is_private(two_nights, tmp_path):
    store = two_nights("object.json", *PAIRS["object.json"])
    assert restore(store, "--key", "allergy").exit_code == 0
    file = tmp_path / f"restored-object.json-{THEN}.json"
    assert json.loads(file.read_text())["entries"] == [
        {"key": "allergy", "value": "peanuts", "meta": {"source": "user"}}
    ]
    assert file.stat().st_mode & 0o077 == 0


def test_nothing_is_written_without_a_yes(two_nights):
    store = two_nights("object.json", *PAIRS["object.json"])
    result = restore(store, "--apply")
    assert result.exit_code == 2
    assert store.read_text() == PAIRS["object.json"][1]


def test_a_store_that_changed_since_its_snapshot_is_left_alone(two_nights):
    store = two_nights("object.json", *PAIRS["object.json"])
    store.write_text('{"city": "Bern"}')
    result = restore(store, "--apply", "--yes")
    assert result.exit_code == 2
    assert "changed since its newest snapshot" in result.stderr
    assert store.read_text() == '{"city": "Bern"}'


def test_a_file_that_is_written_in_between_is_left_alone(two_nights, tmp_path):
    store = two_nights("object.json", *PAIRS["object.json"])
    repository = Repository(tmp_path / "snapshots" / "object.json")
    made = writing(as_of(repository, FIRST.date(), UTC, None), open_store(store), repository)
    store.write_text('{"city": "Bern"}')
    with pytest.raises(StoreBusyError):
        apply(made, FIRST)
    assert store.read_text() == '{"city": "Bern"}'
    assert list(tmp_path.glob("*.before-restore-*")) == []


def test_a_database_is_not_written_back(tmp_path, monkeypatch):
    import sqlite3
    from contextlib import closing

    monkeypatch.chdir(tmp_path)
    with closing(sqlite3.connect("m.sqlite")) as database:
        database.execute("CREATE TABLE memories (id TEXT PRIMARY KEY, content TEXT)")
        database.execute("INSERT INTO memories VALUES ('a', 'likes tea')")
        database.commit()
        call("snapshot", "--store", "m.sqlite", "--at", FIRST.isoformat())
        database.execute("UPDATE memories SET content = 'likes coffee'")
        database.commit()
    call("snapshot", "--store", "m.sqlite", "--at", (FIRST + timedelta(days=1)).isoformat())
    result = restore(tmp_path / "m.sqlite", "--apply", "--yes")
    assert result.exit_code == 2
    assert "not written back" in result.stderr
    assert restore(tmp_path / "m.sqlite", "--patch", "--out", "p.json").exit_code == 0
    assert json.loads((tmp_path / "p.json").read_text()) == [
        {"op": "replace", "path": "/a/value", "value": "likes tea"}
    ]


def test_an_entry_that_was_never_there_is_one_line(two_nights):
    store = two_nights("object.json", *PAIRS["object.json"])
    result = restore(store, "--key", "new")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
