from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from auditor.records import Entry
from auditor.snapshots.canonical import line_of, removal_of
from auditor.snapshots.delta import applied, combined, offset_of
from auditor.snapshots.merge import Kept, merged
from auditor.snapshots.sorting import Sorter

memories = st.dictionaries(st.text('abc"\\,é', max_size=3), st.sampled_from("xyz"), max_size=12)


def lines(memory):
    return sorted(line_of(Entry(key, value)) for key, value in memory.items())


def in_blocks(content, sizes):
    """The lines of ``content`` in blocks of one or more, as ``sizes`` say in turn."""
    blocks, at, turn = [], 0, 0
    while at < len(content):
        size = sizes[turn % len(sizes)]
        blocks.append(b"".join(line + b"\n" for line in content[at : at + size]))
        at, turn = at + size, turn + 1
    return blocks


def delta(before, after):
    edits = [line_of(Entry(key, value)) for key, value in after.items() if before.get(key) != value]
    return sorted(edits + [removal_of(line_of(Entry(key, 0))) for key in before if key not in after])


block_sizes = st.lists(st.integers(1, 5), min_size=1, max_size=4)


@given(memories, memories, block_sizes)
def test_a_delta_applied_to_the_earlier_content_gives_the_later_one(before, after, sizes):
    content = b"".join(applied(in_blocks(lines(before), sizes), delta(before, after)))
    assert content == b"".join(in_blocks(lines(after), sizes))


@given(st.lists(memories, min_size=2, max_size=5), block_sizes)
def test_combined_deltas_do_what_they_do_one_after_the_other(nights, sizes):
    deltas = [delta(before, after) for before, after in pairwise(nights)]
    content = b"".join(applied(in_blocks(lines(nights[0]), sizes), combined(deltas)))
    assert content.splitlines() == lines(nights[-1])


@given(st.lists(st.text('ab,"', max_size=3), min_size=1, unique=True), st.text('ab,"', max_size=3))
def test_the_offset_of_a_key_is_where_its_line_stands_or_would(keys, wanted):
    content = lines(dict.fromkeys(keys, "v"))
    part = line_of(Entry(wanted, "v")).removesuffix(b'{},"value":"v"}')
    below = [line for line in content if line < part]
    assert offset_of(b"".join(line + b"\n" for line in content), part) == sum(len(line) + 1 for line in below)


@given(memories, memories, st.sets(st.integers(0, 11)), block_sizes)
def test_a_merge_passes_every_line_once_and_pairs_those_of_one_key(before, fresh, gone, sizes):
    old = lines(before)
    numbers = sorted(number for number in gone if number < len(old))
    new = [(line, b"d" * 16) for line in lines(fresh)]
    kept, edits = [], []
    for step in merged(in_blocks(old, sizes), numbers, new):
        if isinstance(step, Kept):
            assert step.lines == step.block.count(b"\n") > 0
            kept += step.block.splitlines()
        else:
            edits.append(step)
    assert sorted(kept + [edit.old for edit in edits if edit.old]) == old
    assert [line for edit in edits for line in edit.new] == new
    leaving = {old[number] for number in numbers}
    assert {edit.old for edit in edits if edit.old and not edit.stands} == leaving
    keys_seen_anew = set(fresh)
    for line in kept:
        assert line not in leaving
        assert not any(line.startswith(line_of(Entry(key, 0))[:-13]) for key in keys_seen_anew & set(before))


@given(
    st.lists(
        st.tuples(
            st.binary(max_size=20).map(lambda data: data.hex().encode() + b"}"),
            st.binary(min_size=16, max_size=16),
        )
    ),
    st.integers(1, 400),
)
def test_lines_come_back_in_order_with_their_digests_in_any_amount_of_memory(tmp_path_factory, pairs, memory):
    folder = tmp_path_factory.mktemp("sorting")
    with Sorter(folder, memory=memory) as sorter:
        for line, digest in pairs:
            sorter.add(line, digest)
        assert list(sorter.sorted()) == sorted(pairs)
    assert list(folder.iterdir()) == []
