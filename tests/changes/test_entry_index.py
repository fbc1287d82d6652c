import sqlite3
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.changes.compare import compare_entries
from auditor.changes.index import Source, SqliteEntryIndex
from auditor.changes.interface import Description
from auditor.changes.memory_index import MemoryEntryIndex
from auditor.changes.search import COMMON
from auditor.records import Entry
from auditor.snapshots.canonical import line_of

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def describe(entry):
    """Terms are the words of the value; it is due when it says so."""
    words = str(entry.value).split(" ")
    due = NOW - timedelta(days=1) if "due" in words else NOW + timedelta(days=1) if "later" in words else None
    return Description(
        frozenset(words), str(entry.value).casefold(), due, ("moved",) if "event" in words else ()
    )


class Counting:
    """Counts how many entries were described."""

    def __init__(self):
        self.count = 0

    def __call__(self, entry):
        self.count += 1
        return describe(entry)


def source(memory, snapshot="tonight", previous="", before=None):
    entries = [Entry(key, value) for key, value in memory.items()]
    earlier = [Entry(key, value) for key, value in (before or {}).items()]
    return Source(
        snapshot,
        lambda: sorted(map(line_of, entries)),
        previous,
        lambda: compare_entries(earlier, entries),
    )


def index_of(memory, path=None, describe=describe, version="1", **options):
    return SqliteEntryIndex(path, describe, version, source(memory, **options))


def keys(entries):
    return [entry.key for entry in entries]


def test_an_entry_is_found_under_its_key():
    index = index_of({"a": "tea", "b": ["x", 1.0]})
    assert index.get("b") == Entry("b", ["x", 1.0])
    assert index.get("c") is None
    assert index.get("\ud800") is None
    assert len(index) == 2


def test_entries_are_found_by_their_terms_the_rarest_first():
    memory = {f"k{number}": "user likes tea" for number in range(9)} | {"x": "user likes oolong"}
    assert keys(index_of(memory).mentioning({"likes", "oolong"}, limit=3)) == ["x", "k0", "k1"]


def test_more_shared_terms_come_first_and_ties_by_key():
    memory = {"c": "red green", "b": "red blue", "a": "red blue green", "d": "black"}
    assert keys(index_of(memory).mentioning(["red", "blue", "green"])) == ["a", "b", "c"]


def test_entries_are_found_by_what_they_say():
    memory = {"b": "Tea", "a": "tea", "c": "coffee"}
    assert keys(index_of(memory).saying("tea")) == ["a", "b"]
    assert keys(index_of(memory).saying("tea", limit=1)) == ["a"]


def test_entries_that_may_be_stale_are_found():
    memory = {"d": "due", "c": "later", "b": "event", "a": "due event", "e": "never"}
    assert keys(index_of(memory).due(NOW)) == ["a", "b", "d"]
    assert keys(index_of(memory).due(NOW + timedelta(days=9))) == ["a", "b", "c", "d"]


def test_each_entry_is_in_one_part_and_its_key_alone_says_in_which():
    memory = {f"k{number}": "tea" for number in range(50)}
    index, other = index_of(memory), MemoryEntryIndex([Entry("k7", "coffee")], describe)
    parts = [keys(index.part(number, 4)) for number in range(4)]
    assert sorted(key for part in parts for key in part) == sorted(memory)
    assert all(part == sorted(part) and part for part in parts)
    assert [bool(other.part(number, 4)) for number in range(4)] == ["k7" in part for part in parts]


def test_a_term_that_everything_has_finds_nothing_by_itself_in_a_large_store():
    memory = {f"k{number}": f"user number-{number}" for number in range(COMMON + 10)}
    index = index_of(memory)
    assert index.mentioning({"user"}) == []
    assert keys(index.mentioning({"user", "number-7"})) == ["k7"]


def test_common_terms_together_still_find_what_has_them_all():
    count = COMMON + 10
    memory = {f"a{number}": "sea" for number in range(count)} | {
        f"b{number}": "salt" for number in range(count)
    }
    assert keys(index_of(memory | {"both": "sea salt"}).mentioning({"sea", "salt"})) == ["both"]


def test_of_many_common_terms_the_longest_are_looked_for_and_more_where_they_find_much():
    count = COMMON + 10
    words = [f"common-{'x' * length}" for length in range(1, 7)]
    said = " ".join(words)
    memory = {f"a{number:04}": said for number in range(13)}
    memory |= {f"b{number}-{at}": word for at, word in enumerate(words) for number in range(count)}
    memory |= {f"most{number:02}": " ".join(words[2:]) for number in range(count - 13)}
    assert keys(index_of(memory).mentioning(words, 12)) == [f"a{number:04}" for number in range(12)]


def test_entries_that_say_what_another_says_are_known():
    memory = {"b": "Tea", "a": "tea", "c": "coffee"}
    assert sorted(index_of(memory).copied()) == ["a", "b"]


@given(st.lists(st.text(min_size=1, max_size=4), min_size=1, max_size=5))
def test_any_term_finds_its_entry(terms):
    entry = Entry("k", "v")
    index = SqliteEntryIndex(
        None, lambda _: Description(frozenset(terms), "f"), "1", Source("s", lambda: [line_of(entry)])
    )
    for term in terms:
        if not set(term) & set("\x1f\0"):
            assert index.mentioning([term]) == [entry], term


@given(st.lists(st.text(max_size=6)))
def test_no_question_is_an_error(terms):
    assert index_of({"k": "tea"}).mentioning([term for term in terms if "tea" not in term.casefold()]) == []


def test_questions_without_terms_find_nothing():
    assert index_of({"k": ""}).mentioning(["", "\x1f", "\0"]) == []


# ---- Kept from night to night ----


def answers(index):
    questions = (["tea"], ["user", "oolong"], ["likes"])
    found = [keys(index.mentioning(question)) for question in questions]
    return [len(index), *found, keys(index.due(NOW)), keys(index.saying("tea")), sorted(index.copied())]


memories = st.dictionaries(
    st.sampled_from("abcdefgh"), st.sampled_from(["tea", "user oolong", "likes tea due", "user likes event"])
)


@settings(max_examples=settings().max_examples // 4)  # each night waits for the disk
@given(st.lists(memories, min_size=1, max_size=5))
def test_an_index_kept_up_to_date_answers_as_one_made_anew(tmp_path_factory, nights):
    path = tmp_path_factory.mktemp("index") / "index.sqlite"
    before = {}
    for number, memory in enumerate(nights):
        index = index_of(memory, path, snapshot=f"s{number}", previous=f"s{number - 1}", before=before)
        assert answers(index) == answers(index_of(memory))
        assert {key: index.get(key).value for key in memory} == memory
        index.close()
        before = memory


def test_only_entries_that_changed_are_described_again(tmp_path):
    path = tmp_path / "index.sqlite"
    before = {f"k{number}": "tea" for number in range(50)}
    after = before | {"k1": "coffee", "new": "tea"}
    index_of(before, path, snapshot="s1").close()
    counting = Counting()
    index = index_of(after, path, counting, snapshot="s2", previous="s1", before=before)
    assert counting.count == 2
    assert keys(index.mentioning(["coffee"])) == ["k1"]
    index.close()


def test_an_index_of_tonight_is_used_as_it_is(tmp_path):
    index_of({"a": "tea"}, tmp_path / "i", snapshot="s1").close()
    counting = Counting()
    index_of({"a": "tea"}, tmp_path / "i", counting, snapshot="s1").close()
    assert counting.count == 0


@pytest.mark.parametrize(
    "options",
    [{"snapshot": "s9", "previous": "s8"}, {"snapshot": "s9"}, {"snapshot": "s1", "version": "2"}],
    ids=["another night", "no earlier night", "another version"],
)
def test_an_index_that_does_not_belong_to_the_night_before_is_made_anew(tmp_path, options):
    index_of({"old": "tea"}, tmp_path / "i", snapshot="s1").close()
    index = index_of({"new": "tea"}, tmp_path / "i", **options)
    assert keys(index.mentioning(["tea"])) == ["new"]
    index.close()


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_index_is_made_anew(tmp_path, content):
    (tmp_path / "i").write_bytes(content)
    index = index_of({"a": "tea"}, tmp_path / "i")
    assert keys(index.mentioning(["tea"])) == ["a"]
    index.close()


def test_an_index_damaged_within_is_made_anew(tmp_path):
    path = tmp_path / "i"
    before = {f"k{number}": f"tea {number}" for number in range(2000)}
    index_of(before, path, snapshot="s1").close()
    data = path.read_bytes()
    path.write_bytes(data[:8192] + b"\xff" * (len(data) - 8192))
    index = index_of({"a": "coffee"}, path, snapshot="s2", previous="s1", before=before)
    assert keys(index.mentioning(["coffee"])) == ["a"]
    index.close()


def test_an_update_that_was_not_finished_left_the_index_as_it_was(tmp_path):
    path = tmp_path / "i"
    index_of({"a": "tea"}, path, snapshot="s1").close()

    def breaking(entry):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index_of({"a": "coffee"}, path, breaking, snapshot="s2", previous="s1", before={"a": "tea"})
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT value FROM about WHERE name = 'snapshot'").fetchone() == ("s1",)
    index = index_of({"a": "tea"}, path, snapshot="s1")
    assert keys(index.mentioning(["tea"])) == ["a"]
    index.close()


def test_an_index_worn_by_many_changes_is_made_anew(tmp_path):
    path = tmp_path / "i"
    nights = [{f"k{number}": f"tea {night}" for number in range(3000)} for night in range(4)]
    counting = Counting()
    for number, memory in enumerate(nights):
        before = nights[number - 1] if number else {}
        index_of(
            memory, path, counting, snapshot=f"s{number}", previous=f"s{number - 1}", before=before
        ).close()
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT max(id) FROM entries").fetchone()[0] < 4 * 3000
    assert counting.count == 4 * 3000


def test_only_the_owner_can_read_an_index(tmp_path):
    index_of({"a": "tea"}, tmp_path / "i").close()
    assert (tmp_path / "i").stat().st_mode & 0o777 == 0o600
