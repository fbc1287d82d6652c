from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.changes.compare import compare, compare_entries, content_changed
from auditor.records import Change, ChangeKind, Entry
from auditor.snapshots.canonical import entry_of, line_of

values = st.sampled_from(["x", "y", 1, 1.0, None, {"a": [1]}, "long " * 200])
memories = st.dictionaries(st.text('abc"\\,é\n', max_size=4), values, max_size=20)
block_sizes = st.lists(st.integers(1, 6), min_size=1, max_size=4)


def blocks(memory, sizes=(3,)):
    """The content of ``memory``, in blocks of as many lines as ``sizes`` say in turn."""
    lines = iter(sorted(line_of(Entry(key, value)) + b"\n" for key, value in memory.items()))
    turn = 0
    while block := b"".join(islice(lines, sizes[turn % len(sizes)])):
        yield block
        turn += 1


@given(memories, memories, block_sizes, block_sizes)
def test_the_changes_applied_to_the_earlier_snapshot_give_the_later_one(before, after, sizes, others):
    memory = {line_of(Entry(key, value)): Entry(key, value) for key, value in before.items()}
    for change in compare(blocks(before, sizes), blocks(after, others)):
        if change.before:
            assert memory.pop(line_of(change.before)).key == change.key
        if change.after:
            memory[line_of(change.after)] = change.after
    assert set(memory) == {line_of(Entry(key, value)) for key, value in after.items()}


@given(memories, memories, block_sizes)
def test_each_key_changes_once_and_only_if_it_differs(before, after, sizes):
    changes = list(compare(blocks(before, sizes), blocks(after)))
    keys = [change.key for change in changes]
    assert len(set(keys)) == len(keys)
    for change in changes:
        kinds = {(True, False): ChangeKind.ADDED, (False, True): ChangeKind.REMOVED}
        assert change.kind is kinds.get((change.before is None, change.after is None), ChangeKind.CHANGED)
        assert (
            change.before is None or change.after is None or line_of(change.before) != line_of(change.after)
        )


@given(memories, block_sizes, block_sizes)
def test_equal_snapshots_do_not_differ_however_they_are_cut(memory, sizes, others):
    assert list(compare(blocks(memory, sizes), blocks(memory, others))) == []


@given(memories, memories)
def test_backwards_every_addition_is_a_removal(before, after):
    there = list(compare(blocks(before), blocks(after)))
    back = list(compare(blocks(after), blocks(before)))
    assert [(change.key, change.before, change.after) for change in there] == [
        (change.key, change.after, change.before) for change in back
    ]


def test_equal_lines_are_not_parsed():
    same = b'{"key":"a","meta":{},"value":this is no JSON}\n'
    old = [same, b'{"key":"b","meta":{},"value":1}\n']
    new = [same + b'{"key":"b","meta":{},"value":2}\n']
    (change,) = compare(old, new)
    assert (change.key, change.before.value, change.after.value) == ("b", 1, 2)


def test_a_key_that_begins_like_another_is_another():
    (change,) = compare_entries([Entry("a", 1), Entry("ab", 1)], [Entry("ab", 1)])
    assert change == Change(ChangeKind.REMOVED, "a", Entry("a", 1), None)


def test_entries_at_hand_are_compared_in_any_order():
    before = [Entry("b", 1), Entry("a", 1)]
    after = [Entry("c", 1), Entry("a", 1), Entry("b", 2)]
    assert [(change.kind.value, change.key) for change in compare_entries(before, after)] == [
        ("changed", "b"),
        ("added", "c"),
    ]


def test_what_has_no_canonical_form_is_refused():
    with pytest.raises(ValueError):
        list(compare_entries([], [Entry("a", float("nan"))]))


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        (Entry("k", 1, {"seen": 1}), Entry("k", 1, {"seen": 2}), False),
        (Entry("k", 1), Entry("k", 1.0), True),
        (Entry("k", 1), Entry("k", True), True),
        (Entry("k", {"a": 1, "b": 2}), Entry("k", {"b": 2, "a": 1}), False),
        (None, Entry("k", 1), True),
        (Entry("k", 1), None, True),
    ],
)
def test_content_is_told_from_what_the_store_knows_about_it(before, after, changed):
    assert content_changed(Change(ChangeKind.CHANGED, "k", before, after)) is changed


def test_lines_are_parsed_as_what_they_are():
    line = b'{"key":"k","meta":{"owner":"u1"},"value":["\xc3\xa9",1.0]}'
    assert entry_of(line) == Entry("k", ["é", 1.0], {"owner": "u1"})
