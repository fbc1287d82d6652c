import json
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from snapshot_fakes import FakeStore, row, store_of

from auditor.changes.compare import compare_snapshots
from auditor.errors import SnapshotError, StoreUnreadableError
from auditor.records import Change, ChangeKind, Entry, NotChecked, Note, Severity
from auditor.snapshots.repository import Repository
from auditor.snapshots.taking import take
from auditor.snapshots.verify import verify

START = datetime(2026, 11, 1, 3, tzinfo=UTC)


class Nights:
    """Takes one snapshot a night."""

    def __init__(self, folder):
        self.repository = Repository(folder)
        self.taken = None

    def __call__(self, store, **options):
        number = len(self.repository.snapshots())
        if self.taken:
            self.taken.close()
        self.taken = take(self.repository, store, "memory", START + timedelta(days=number), **options)
        return self.taken

    def kinds(self, store, **options):
        return {change.key: change.kind.value for change in self(store, **options).changes()}

    def memory(self):
        return {entry.key: entry.value for entry in self.repository.entries(self.repository.latest())}


@pytest.fixture
def night(tmp_path):
    nights = Nights(tmp_path / "memory")
    yield nights
    if nights.taken:
        nights.taken.close()


def applied(memory, changes):
    """``memory`` after ``changes``; each must fit what it changes."""
    memory = dict(memory)
    for change in changes:
        assert (change.before.value if change.before else None) == memory.get(change.key)
        assert (change.before is None) == (change.kind is ChangeKind.ADDED)
        if change.after is None:
            del memory[change.key]
        else:
            memory[change.key] = change.after.value
    return memory


memories = st.dictionaries(
    st.text('ab"\\, é\x00', max_size=3), st.sampled_from(["x", "y", "long " * 30]), max_size=8
)


@settings(max_examples=settings().max_examples // 4)  # each night waits for the disk five times
@given(st.lists(memories, min_size=1, max_size=4))
def test_every_night_can_be_read_back_and_its_changes_lead_to_it(tmp_path_factory, nights):
    night = Nights(tmp_path_factory.mktemp("nights"))
    before = {}
    for memory in nights:
        taken = night(store_of(memory))
        assert applied(before, taken.changes()) == memory == night.memory()
        before = memory
    for manifest, memory in zip(night.repository.snapshots(), nights, strict=True):
        assert {entry.key: entry.value for entry in night.repository.entries(manifest)} == memory
    assert verify(night.repository) == []
    kept = list(zip(night.repository.snapshots(), nights, strict=True))
    for (one, memory), (other, later) in [*combinations(kept, 2), *combinations(kept[::-1], 2)]:
        assert applied(memory, compare_snapshots(night.repository, one, other)) == later
    night.taken.close()


def test_on_a_first_audit_everything_is_added(night):
    assert night.kinds(store_of({"b": 1, "a": 2})) == {"a": "added", "b": "added"}
    assert night.taken.previous is None


def test_a_change_holds_both_entries_whole(night):
    night(FakeStore([row(("diet", "vegan", {"owner": "u1"}))]))
    taken = night(FakeStore([row(("diet", "omnivore", {"owner": "u1"}))]))
    before, after = Entry("diet", "vegan", {"owner": "u1"}), Entry("diet", "omnivore", {"owner": "u1"})
    assert list(taken.changes()) == [Change(ChangeKind.CHANGED, "diet", before, after)]


def test_changes_may_be_asked_for_twice_at_the_same_time(night):
    taken = night(store_of({f"k{number}": "x" * 999 for number in range(3000)}))
    assert all(one == other for one, other in zip(taken.changes(), taken.changes(), strict=True))


def test_rows_that_did_not_move_are_not_parsed_whatever_their_order(night):
    memory = {f"k{number:03}": number for number in range(300)}
    night(store_of(memory))
    changed = dict(sorted((memory | {"k007": "seven", "new": 1}).items(), reverse=True))
    del changed["k100"]
    store = store_of(changed)
    assert night.kinds(store) == {"k007": "changed", "k100": "removed", "new": "added"}
    assert store.parsed == 2
    assert night.memory() == changed


def test_a_quiet_night_parses_nothing_and_costs_almost_nothing_on_disk(night):
    memory = {f"k{number}": number for number in range(2000)}
    night(store_of(memory))
    store = store_of(memory)
    taken = night(store)
    assert list(taken.changes()) == []
    assert store.parsed == 0
    assert sum(part.bytes for part in taken.manifest.parts) < 100


def test_a_row_with_several_entries_is_one_row(night):
    night(FakeStore([row(("a", 1), ("b", 2)), row(("c", 3))]))
    store = FakeStore([row(("a", 1), ("b", 9)), row(("c", 3))])
    assert night.kinds(store) == {"b": "changed"}
    assert store.parsed == 1
    assert night.kinds(FakeStore([row(("c", 3))])) == {"a": "removed", "b": "removed"}


def test_an_entry_that_moves_to_another_row_did_not_change(night):
    night(FakeStore([row(("a", 1), ("b", 2))]))
    assert night.kinds(FakeStore([row(("a", 1)), row(("b", 2))])) == {}


def test_a_row_written_anew_with_the_same_content_did_not_change(night):
    night(FakeStore([b'[["a", {"x": 1, "y": 2}, {}]]']))
    assert night.kinds(FakeStore([b'[["a",{"y":2,"x":1},{}]]'])) == {}


def test_all_is_read_anew_when_the_store_is_read_in_another_way(night):
    night(store_of({"a": 1, "b": 2}))
    store = store_of({"a": 1, "b": 2}, reading="another column")
    assert night.kinds(store) == {}
    assert store.parsed == 2


@pytest.mark.parametrize("harm", [lambda path: path.unlink(), lambda path: path.write_bytes(b"x" * 32)])
def test_without_trustworthy_digests_all_is_read_anew(night, harm):
    night(store_of({"a": 1, "b": 2}))
    harm(night.repository.rows_path(night.taken.manifest.id))
    store = store_of({"a": 1, "b": 3})
    assert night.kinds(store) == {"b": "changed"}
    assert store.parsed == 2


# ---- Keys that stand more than once ----


def named(taken):
    return {(problem.store, problem.key) for problem in taken.problems}


def test_a_key_that_stands_twice_is_named_every_night_and_neither_lost_nor_changed(night):
    night(store_of({"a": 1, "b": 2}))
    twice = [row(("a", 1)), row(("a", 5)), row(("b", 2))]
    for _ in range(3):
        assert night.kinds(FakeStore(twice)) == {}
        assert named(night.taken) == {("memory", "a")}
        assert night.memory() == {"a": 1, "b": 2}
    assert night.kinds(FakeStore(twice[1:])) == {"a": "changed"}
    assert night.taken.problems == ()


def test_a_key_that_stands_twice_from_the_first_night_on_is_kept_once(night):
    twice = [row(("a", 5)), row(("a", 1))]
    assert night.kinds(FakeStore(twice)) == {"a": "added"}
    assert night.kinds(FakeStore(twice[::-1])) == {}
    assert named(night.taken) == {("memory", "a")}


def test_the_same_entry_twice_is_one_entry(night):
    assert night.kinds(FakeStore([row(("a", 1)), row(("a", 1)), b'[["a",1,{}]]'])) == {"a": "added"}
    assert night.kinds(FakeStore([row(("a", 1))])) == {}
    assert night.kinds(FakeStore([row(("a", 1)), row(("a", 1))])) == {}
    assert night.taken.problems == ()


def test_many_keys_that_stand_twice_are_counted_and_some_are_named(night):
    rows = [row((f"k{number}", version)) for number in range(150) for version in range(2)]
    taken = night(FakeStore(rows))
    assert len(taken.problems) == 101
    assert taken.problems[-1].key == ""
    assert taken.problems[-1].reason.startswith("50 more")


# ---- What could not be read ----


def test_nothing_is_removed_from_a_store_that_was_read_in_part(night):
    night(store_of({"a": 1, "b": 2, "c": 3}))
    taken = night(store_of({"a": 1, "b": 9}, partial="line 3 is torn"))
    assert {change.key: change.kind.value for change in taken.changes()} == {"b": "changed"}
    assert named(taken) == {("memory", "c")}
    assert (taken.manifest.partial, taken.manifest.carried) == ("line 3 is torn", 1)
    assert night.memory() == {"a": 1, "b": 9, "c": 3}


def test_what_a_gap_hid_is_removed_once_the_gap_is_closed(night):
    night(store_of({"a": 1, "b": 2}))
    night(store_of({"a": 1}, partial="torn"))
    assert night.kinds(store_of({"a": 1})) == {"b": "removed"}


def test_an_entry_that_could_not_be_read_is_not_removed(night):
    night(store_of({"a": 1, "b": 2}))
    problem = NotChecked("", "b", "its value is no JSON")
    assert night.kinds(store_of({}, problems=(problem,))) == {"a": "removed"}
    assert night.taken.problems == (NotChecked("memory", "b", "its value is no JSON"),)
    assert night.kinds(store_of({"b": 2})) == {}


def test_an_unread_entry_without_a_known_key_may_be_any_that_is_missing(night):
    night(store_of({"a": 1, "b": 2, "c": 3, "d": 4}))
    problem = NotChecked("", "a guess", "its row is no JSON")
    assert night.kinds(store_of({"a": 1, "c": 3, "d": 4}, problems=(problem,))) == {}
    assert named(night.taken) == {("memory", "a guess"), ("memory", "b")}
    assert night.memory() == {"a": 1, "b": 2, "c": 3, "d": 4}


def test_a_new_entry_that_cannot_be_kept_hides_no_removal(night):
    night(store_of({"a": 1, "b": 2}))
    assert night.kinds(store_of({"a": 1, "new": float("nan")})) == {"b": "removed"}
    assert named(night.taken) == {("memory", "new")}


def test_a_row_that_stays_unreadable_hides_no_later_removal(night):
    problem = NotChecked("", "a guess", "its row is no JSON")
    night(store_of({"a": 1, "b": 2, "c": 3}))
    night(store_of({"a": 1, "c": 3}, problems=(problem,)))
    assert night.kinds(store_of({"a": 1}, problems=(problem,))) == {"c": "removed"}
    assert night.memory() == {"a": 1, "b": 2}
    assert night.kinds(store_of({"a": 1})) == {"b": "removed"}


def test_an_unreadable_double_of_a_key_that_was_read_hides_nothing(night):
    night(store_of({"a": 1, "b": 2}))
    problem = NotChecked("", "new", "stands twice")
    assert night.kinds(store_of({"a": 1, "new": 3}, problems=(problem,))) == {"b": "removed", "new": "added"}


def test_an_entry_that_cannot_be_kept_is_named_every_night_and_not_removed(night):
    night(store_of({"a": 1, "b": 2}))
    bad = [row(("a", float("nan"))), row(("b", 2)), row(("c\ud800", 1))]
    for _ in range(2):
        assert night.kinds(FakeStore(bad)) == {}
        assert named(night.taken) == {("memory", "a"), ("memory", "c?")}
        assert night.memory() == {"a": 1, "b": 2}


def test_a_store_that_breaks_off_leaves_no_snapshot(night):
    night(store_of({"a": 1}))
    with pytest.raises(StoreUnreadableError):
        night(store_of({}, error=StoreUnreadableError("the disk broke")))
    assert len(night.repository.snapshots()) == 1
    assert night.kinds(store_of({"a": 1})) == {}


def test_notes_of_the_store_are_kept_with_its_name(night):
    note = Note("", ("a",), "torn", Severity.HIGH, "line 3")
    taken = night(store_of({"a": 1}, problems=(note,)))
    assert taken.problems == (Note("memory", ("a",), "torn", Severity.HIGH, "line 3"),)
    assert night.repository.problems(taken.manifest) == list(taken.problems)


# ---- Time ----


def test_a_night_before_the_newest_is_refused_before_anything_is_read(night):
    night(store_of({"a": 1}))
    store = FakeStore([b"never parsed"])
    with pytest.raises(SnapshotError, match="later time"):
        take(night.repository, store, "memory", START)
    assert store.parsed == 0


def test_a_damaged_snapshot_is_not_built_on(night):
    night(store_of({"a": 1}))
    path = night.repository.path(night.taken.manifest.entries)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(SnapshotError, match="auditor verify"):
        night(store_of({"a": 2}))
    assert len(night.repository.snapshots()) == 1


def test_the_rows_of_a_store_need_not_be_json_lines_of_ours(night):
    night(FakeStore([json.dumps([["a", "two\nlines", {}]], indent=2).encode()]))
    assert night.memory() == {"a": "two\nlines"}
