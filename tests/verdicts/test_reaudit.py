"""Unchanged memories have their turn: each within a known number of nights, whatever comes and goes."""

from collections import Counter
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from auditor.changes.memory_index import MemoryEntryIndex
from auditor.records import Entry, Speaker, Transcript, Turn
from auditor.verdicts.described import describe
from auditor.verdicts.interface import Case
from auditor.verdicts.judging import judge
from auditor.verdicts.policy import Policy
from auditor.verdicts.reaudit import nights_of_a_round, of_tonight

AT = datetime(2026, 5, 2, 3, tzinfo=UTC)


def case(entries, number, reaudit, said=()):
    turns = [Turn(Speaker.USER, text, at) for at, text in enumerate(said)]
    return Case(
        store="s",
        at=AT,
        since=AT - timedelta(days=1),
        changes=(),
        entries=MemoryEntryIndex(entries, describe),
        older=[Transcript("t", turns, AT - timedelta(days=30))] if turns else (),
        number=number,
        policy=Policy(reaudit=reaudit),
    )


def memories(count):
    return [Entry(f"memory {place}", f"shelf {place} is full") for place in range(count)]


@given(st.integers(1, 300), st.one_of(st.integers(1, 400), st.floats(0.05, 0.99)), st.integers(1, 999))
def test_within_a_round_every_memory_has_its_turn_exactly_once(count, wanted, start):
    entries = memories(count)
    nights = nights_of_a_round(wanted, count)
    turns = Counter(
        entry.key for night in range(nights) for entry in of_tonight(case(entries, start + night, wanted))
    )
    assert turns == dict.fromkeys((entry.key for entry in entries), 1)


@given(st.integers(1, 200), st.integers(1, 10_000))
def test_a_round_is_at_most_twice_as_long_as_the_number_a_night_asks_for(wanted, count):
    assert count / wanted <= nights_of_a_round(wanted, count) < 2 * max(count / wanted, 1)


def test_a_store_that_grows_passes_nobody_over():
    small, large = memories(90), memories(400)
    before = nights_of_a_round(50, 90)
    seen = {entry.key for night in range(1, before) for entry in of_tonight(case(small, night, 50))}
    after = nights_of_a_round(50, 400)
    seen |= {one.key for night in range(before, before + after) for one in of_tonight(case(large, night, 50))}
    assert seen == {entry.key for entry in large}


def test_none_has_its_turn_where_it_is_turned_off_or_no_copies_are_kept():
    assert not of_tonight(case(memories(5), 3, 0))
    assert not of_tonight(case(memories(5), 0, 2))


def test_all_of_a_small_store_have_their_turn_also_where_no_copies_are_kept():
    assert len(of_tonight(case(memories(5), 0, 100))) == 5


def test_how_many_were_audited_again_is_counted():
    counts = judge(case(memories(5), 7, 100, ["My desk is oak."])).counts
    assert counts["reaudited"] == 5
    assert counts["reaudited.within"] == 1


def test_a_false_memory_that_many_others_hide_from_the_search_is_found_in_its_turn():
    crowd = [
        Entry(f"note {place}", "Dr Maes, dentist, no longer in Ghent: see Dr Claes") for place in range(40)
    ]
    said = ["My dentist is no longer Dr Maes, it's Dr Claes now, in Ghent."]
    for reaudit, found in ((0, False), (100, True)):
        findings = judge(case([*crowd, Entry("user_dentist", "Dr Maes")], 1, reaudit, said)).findings
        assert any(one.key == "user_dentist" and one.alarm for one in findings) is found, reaudit
