"""Which part of a record is its key, which is remembered, and which is about it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.stores.entries import entries_of_scenario, entry_of, entry_of_item
from auditor.stores.fields import is_volatile, time_text


def test_a_value_with_a_guard_is_an_entry_with_metadata():
    entry = entry_of("plan", {"value": "Pro", "expires_at": "2026-12-01", "source": "user", "note": 1})
    assert (entry.value, dict(entry.meta)) == (
        "Pro",
        {"expires_at": "2026-12-01", "source": "user", "note": 1},
    )


@pytest.mark.parametrize(
    "raw", [{"value": 5}, {"street": "12 Birch Row"}, ["a"], "text", None, 30, {"text": "a"}]
)
def test_anything_else_is_the_value_itself(raw):
    assert entry_of("k", raw) == entry_of("k", raw)
    assert entry_of("k", raw).value == raw
    assert not entry_of("k", raw).meta


def test_a_record_is_its_text_under_its_id():
    entry = entry_of_item(
        {"id": 7, "memory": "likes tea", "userId": "u1", "createdAt": 1794337500, "tags": ["a"]}
    )
    assert (entry.key, entry.value) == ("7", "likes tea")
    assert dict(entry.meta) == {"owner": "u1", "created_at": "2026-11-10T19:05:00Z", "tags": ["a"]}


def test_a_record_without_a_text_is_the_record_without_what_is_known_about_it():
    entry = entry_of_item(
        {"id": "c1", "name": "Dana", "phone": "1", "updated_at": "2026-01-01", "embedding": [1]}
    )
    assert entry.value == {"name": "Dana", "phone": "1"}
    assert dict(entry.meta) == {"updated_at": "2026-01-01"}


@pytest.mark.parametrize(
    ("item", "key"),
    [
        ("likes tea", "likes tea"),
        ({"text": "likes tea"}, "likes tea"),
        ({"name": "Dana", "phone": "1"}, "Dana"),
        ({"namespace": ["memories", "u1"], "key": "k1", "value": {"content": "x"}}, "memories.u1/k1"),
        ({"a": 1, "b": 2}, '{"a":1,"b":2}'),
    ],
)
def test_the_key_of_an_item_is_its_id_else_its_text(item, key):
    assert entry_of_item(item).key == key


def test_a_text_wrapped_in_an_object_is_unwrapped():
    assert entry_of_item({"key": "k", "value": {"content": "likes tea"}}).value == "likes tea"


def test_what_nested_metadata_says_counts_as_said_outside():
    entry = entry_of_item({"id": 1, "memory": "x", "metadata": {"user_id": "u", "hash": "0", "topic": "tea"}})
    assert dict(entry.meta) == {"owner": "u", "metadata": {"topic": "tea"}}


def test_scenarios_keep_every_field_so_that_moved_ones_can_be_told():
    (entry,) = entries_of_scenario([{"id": "m1", "content": "x", "embedding": [1], "hits": 2}])
    assert dict(entry.meta) == {"embedding": [1], "hits": 2}
    assert entries_of_scenario(None) == []
    assert [e.key for e in entries_of_scenario({"b": 1, "a": 2})] == ["b", "a"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1794337500, "2026-11-10T19:05:00Z"),
        (1794337500.5, "2026-11-10T19:05:00.500000Z"),
        (1794337500123, "2026-11-10T19:05:00.123000Z"),
        (1794337500123456789, "2026-11-10T19:05:00.123457Z"),
        ("1794337500", "2026-11-10T19:05:00Z"),
        ("2026-11-10 19:05:09", "2026-11-10T19:05:09Z"),
        ("2026-11-10T11:05:09-08:00", "2026-11-10T19:05:09Z"),
        ("2026-11-10", "2026-11-10"),
        ("next week", "next week"),
        (30, 30),
        (None, None),
    ],
)
def test_times_in_every_form_become_one(value, text):
    assert time_text(value) == text


@pytest.mark.parametrize(
    "name", ["embedding", "content_embedding", "last_accessed", "access_count", "hash", "vector"]
)
def test_what_moves_by_reading_is_left_out(name):
    assert is_volatile(name)
    assert not entry_of_item({"id": 1, "text": "x", name: 5}).meta


@pytest.mark.parametrize(
    "name", ["memory", "name", "count", "used_by", "view", "topic", "accessibility", "hashtags"]
)
def test_what_may_be_remembered_is_kept(name):
    assert not is_volatile(name)


@given(
    st.dictionaries(
        st.text(max_size=8), st.none() | st.integers() | st.text(max_size=8) | st.lists(st.integers())
    )
)
def test_any_record_has_a_key_and_nothing_raises(record):
    assert isinstance(entry_of_item(record).key, str)
    assert entry_of("k", record).key == "k"
