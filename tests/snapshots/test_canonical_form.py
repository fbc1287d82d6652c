from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.records import Entry
from auditor.snapshots.canonical import (
    entry_of,
    is_removal,
    key_of,
    key_part,
    key_part_of,
    legible,
    line_of,
    removal_of,
)

texts = st.text(st.characters(exclude_categories=("Cs",)))
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
entries = st.builds(Entry, texts, values, st.dictionaries(texts, values, max_size=4))


def reordered(value):
    if isinstance(value, dict):
        return {name: reordered(value[name]) for name in reversed(value)}
    if isinstance(value, list):
        return [reordered(part) for part in value]
    return value


@given(entries)
def test_an_entry_is_read_back_from_its_line_as_it_was(entry):
    again = entry_of(line_of(entry))
    assert again == entry
    assert repr(again.value) == repr(reordered_names(entry.value))


def reordered_names(value):
    """``value`` with the names of its objects in the order of their bytes."""
    if isinstance(value, dict):
        return {name: reordered_names(value[name]) for name in sorted(value, key=str.encode)}
    if isinstance(value, list):
        return [reordered_names(part) for part in value]
    return value


@given(entries)
def test_the_order_of_names_does_not_show(entry):
    assert line_of(Entry(entry.key, reordered(entry.value), reordered(entry.meta))) == line_of(entry)


@given(entries)
def test_a_line_holds_no_newline_and_no_zero_byte(entry):
    assert not {b"\n", b"\r", b"\0", b"\t"} & {bytes([byte]) for byte in line_of(entry)}


@given(entries)
def test_the_key_is_read_without_the_rest_of_the_line(entry):
    line = line_of(entry)
    assert key_of(line) == entry.key
    assert key_part(line) == key_part_of(entry.key)


@given(entries, entries)
def test_lines_are_ordered_as_their_keys_are(one, other):
    if one.key != other.key:
        lines = line_of(one), line_of(other)
        assert (lines[0] < lines[1]) == (key_part(lines[0]) < key_part(lines[1]))
        assert not lines[1].startswith(key_part(lines[0]))


@given(entries)
def test_a_removal_is_told_from_every_entry_and_sorts_with_its_key(entry):
    line = line_of(entry)
    assert is_removal(removal_of(line))
    assert not is_removal(line)
    assert key_part(removal_of(line)) == key_part(line)


def test_an_entry_whose_value_looks_like_a_removal_is_none():
    assert not is_removal(line_of(Entry("k", {"removed": True})))


@pytest.mark.parametrize("key", ['","', '","meta":', "\\", '\\"', '",', "", "\n", "a\\", "ключ"])
def test_keys_made_to_confuse_are_found_whole(key):
    assert key_of(line_of(Entry(key, '","meta":'))) == key


def test_whole_numbers_and_decimals_and_forms_of_a_letter_stay_apart():
    lines = {line_of(Entry("k", value)) for value in (1, 1.0, True, "1", "é", "e\u0301")}
    assert len(lines) == 6


def deep(levels):
    value = "x"
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [
        2**64,
        -(2**63) - 1,
        float("nan"),
        [{"a": float("inf")}],
        -float("inf"),
        "\ud800",
        {"\udfff": 1},
        {1: 2},
        deep(300),
        b"x",
        {1, 2},
        object(),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_json_cannot_hold_is_refused(value):
    with pytest.raises(ValueError):
        line_of(Entry("k", value))
    with pytest.raises(ValueError):
        line_of(Entry("k", None, {"m": value}))


def test_a_key_that_is_half_a_character_is_refused():
    with pytest.raises(ValueError):
        line_of(Entry("\ud83d", 1))


def test_null_beside_real_numbers_is_no_infinity():
    assert (
        line_of(Entry("k", [None, 1.5, {"a": None}]))
        == b'{"key":"k","meta":{},"value":[null,1.5,{"a":null}]}'
    )


def test_mappings_and_tuples_are_written_as_objects_and_lists():
    entry = Entry("k", (1, MappingProxyType({"b": (), "a": 2})), MappingProxyType({}))
    assert line_of(entry) == b'{"key":"k","meta":{},"value":[1,{"a":2,"b":[]}]}'


@pytest.mark.parametrize("line", [b"", b"{}", b"[]", b"null", b'{"key":"a"}', b"\xff"])
def test_what_is_no_line_of_an_entry_is_refused(line):
    with pytest.raises(ValueError):
        entry_of(line)


def test_text_is_made_legible():
    assert legible("a\ud800b") == "a?b"
    assert legible("日本 é") == "日本 é"
