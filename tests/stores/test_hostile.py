"""Whatever lies at a path, the answer is a result or a documented error, and damage is never a deletion."""

import os
import random
import shutil
import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from store_samples import NIGHTS, read_all

from auditor.errors import StoreUnreadableError, TranscriptUnreadableError
from auditor.stores.json_store import JsonStore
from auditor.stores.recognise import find_stores, kinds, open_store
from auditor.testing import damage
from auditor.transcripts.reading import conversations_at

JSONISH = st.recursive(
    st.sampled_from([b"1", b'"a"', b"null", b"NaN", b'"\\ud800"', b"1e999", b"[", b"}", b"", b"\xff"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda parts: b"[" + b",".join(parts) + b"]"),
        st.lists(inner, max_size=4).map(lambda parts: b"{" + b",".join(b'"k":' + p for p in parts) + b"}"),
        st.lists(inner, max_size=4).map(b"\n".join),
    ),
    max_leaves=12,
)
NAMES = st.sampled_from(["m.json", "m.jsonl", "m.md", "m.db", "memory.txt", "m.af", "m"])


def read_somehow(path):
    for _, store in find_stores(path):
        try:
            read_all(store)
        except StoreUnreadableError:
            continue


@given(data=st.one_of(st.binary(max_size=400), JSONISH), name=NAMES)
def test_arbitrary_bytes_give_a_result_or_a_documented_error(tmp_path_factory, data, name):
    folder = tmp_path_factory.mktemp("store")
    (folder / name).write_bytes(data)
    read_somehow(folder)
    for kind in kinds():
        try:
            read_all(open_store(folder / name, kind))
        except StoreUnreadableError as error:
            assert str(error)  # noqa: PT017 -- either is right
    try:
        conversations_at(folder / name)
    except TranscriptUnreadableError as error:
        assert str(error)  # noqa: PT017 -- either is right


@pytest.mark.slow
@pytest.mark.parametrize("night", NIGHTS, ids=lambda path: f"{path.parent.name}-{path.name}")
@settings(max_examples=250 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 25)
@given(seed=st.integers(0, 2**32))
def test_a_damaged_copy_gives_a_result_or_a_documented_error(night, seed, tmp_path_factory):
    folder = tmp_path_factory.mktemp("damaged") / "store"
    shutil.copytree(night, folder)
    damage(random.Random(seed), folder)
    read_somehow(folder)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b'{"a": 1, "b": {', "not valid JSON"),
        (b'[{"id": 1}, {"id"', "not valid JSON"),
        (b'["x\xe9"]', "UTF-8"),
        (b"[" * 50_000 + b"]" * 50_000, "levels deep"),
        (b"42", "neither an object nor a list"),
    ],
)
def test_a_damaged_json_file_is_unreadable_and_says_why(tmp_path, data, reason):
    path = tmp_path / "memory.json"
    path.write_bytes(data)
    with pytest.raises(StoreUnreadableError, match=reason):
        list(JsonStore(path).rows())


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (b"NaN", "NaN"),
        (b'"\\ud800"', "surrogate"),
        (b"9" * 30, "64 bits"),
        (b"[" * 300 + b"]" * 300, "levels deep"),
    ],
)
def test_one_value_that_cannot_be_kept_hides_no_other_and_is_not_gone(tmp_path, value, reason):
    path = tmp_path / "memory.json"
    path.write_bytes(b'{"bad": ' + value + b', "good": 1}')
    entries, _, problems = read_all(JsonStore(path))
    assert [entry.key for entry in entries] == ["good"]
    (problem,) = problems
    assert problem.key == "bad"
    assert reason in problem.reason


@pytest.mark.parametrize(
    "text", ['{"a": 1, "b": 2, "a": 3}', '{"b": 2, "a": 3, "a": 3}', '{"a": 3, "a": 3, "b": 2}']
)
def test_a_key_that_occurs_twice_is_told_and_the_last_one_counts(tmp_path, text):
    path = tmp_path / "memory.json"
    path.write_text(text)
    entries, _, problems = read_all(JsonStore(path))
    assert {entry.key: entry.value for entry in entries} == {"a": 3, "b": 2}
    assert [problem.key for problem in problems] == ["a"]


def test_a_damaged_store_in_a_folder_stays_visible(tmp_path):
    (tmp_path / "memory.json").write_bytes(b'{"a": ')
    (tmp_path / "facts.db").write_bytes(b"SQLite format 3\0 and then nothing")
    (tmp_path / "empty.json").write_bytes(b"")
    found = find_stores(tmp_path)
    assert [name for name, _ in found] == ["empty.json", "facts.db", "memory.json"]
    for _, store in found:
        with pytest.raises(StoreUnreadableError):
            list(store.rows())


def test_a_pipe_or_a_folder_instead_of_a_file_is_no_hang(tmp_path):
    import os

    os.mkfifo(tmp_path / "memory.json")
    with pytest.raises(StoreUnreadableError, match="not a regular file"):
        list(JsonStore(tmp_path / "memory.json").rows())
    with pytest.raises(StoreUnreadableError):
        list(JsonStore(tmp_path).rows())


def test_a_pickle_that_asks_for_anything_is_refused(tmp_path):
    import base64
    import pickle
    import sqlite3

    class Trap:
        def __reduce__(self):
            return (eval, ("1/0",))

    place = tmp_path / "collection" / "mem0"
    place.mkdir(parents=True)
    with sqlite3.connect(place / "storage.sqlite") as connection:
        connection.execute("CREATE TABLE points (id TEXT PRIMARY KEY, point BLOB)")
        key = base64.b64encode(pickle.dumps("m1")).decode()
        connection.execute("INSERT INTO points VALUES (?, ?)", (key, pickle.dumps(Trap())))
    connection.close()
    ((_, store),) = find_stores(tmp_path)
    entries, _, problems = read_all(store)
    assert entries == []
    assert problems[0].key == "m1"
    assert "not read" in problems[0].reason


def test_links_that_lead_round_in_a_circle_are_passed_over(tmp_path):
    (tmp_path / "facts.md").write_text("- Ana lives in Porto\n", encoding="utf-8")
    (tmp_path / "self.md").symlink_to("self.md")
    (tmp_path / "up").symlink_to(tmp_path)
    ((_, store),) = find_stores(tmp_path)
    assert [entry.value for entry in read_all(store)[0]] == ["- Ana lives in Porto"]


def test_a_front_matter_whose_number_is_too_long_to_be_written_is_read_line_by_line(tmp_path):
    text = f"---\nname: facts\nsize: 0x{'f' * 9000}\n---\n- Ana lives in Porto\n"
    (tmp_path / "facts.md").write_text(text, encoding="utf-8")
    ((_, store),) = find_stores(tmp_path)
    (entry,) = read_all(store)[0]
    assert entry.meta["name"] == "facts"


def test_a_pipe_in_the_place_of_a_databases_log_is_told_and_not_waited_for(tmp_path):
    with sqlite3.connect(tmp_path / "m.sqlite") as database:
        database.execute("CREATE TABLE memories (id TEXT, content TEXT)")
    os.mkfifo(tmp_path / "m.sqlite-wal")
    with pytest.raises(StoreUnreadableError, match="not a regular file"):
        read_all(open_store(tmp_path / "m.sqlite"))


def test_five_thousand_equal_bullets_get_keys_of_their_own_in_no_time(tmp_path):
    (tmp_path / "facts.md").write_text("- likes tea\n" * 5000, encoding="utf-8")
    ((_, store),) = find_stores(tmp_path)
    keys = [entry.key for entry in read_all(store)[0]]
    assert len(set(keys)) == 5000
    assert [keys[0], keys[1], keys[4999]] == [
        "facts.md#- likes tea", "facts.md#- likes tea (2)", "facts.md#- likes tea (5000)"
    ]  # fmt: skip
