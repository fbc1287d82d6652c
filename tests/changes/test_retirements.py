"""A fact that was given an end is gone, though the store keeps it."""

from datetime import UTC, datetime

import pytest

from auditor.changes.compare import compare_entries
from auditor.changes.memory_index import MemoryEntryIndex
from auditor.changes.pairing import paired
from auditor.changes.retirements import HeldEntries, as_removals
from auditor.records import Entry
from auditor.stores.interface import Identity
from auditor.verdicts.described import describe

AT = datetime(2026, 7, 21, 3, tzinfo=UTC)
PAST, FUTURE = "2026-07-20T14:03:11.402117Z", "2027-01-01T00:00:00Z"


def fact(key, text, **meta):
    return Entry(key, text, meta)


def told(before, after):
    changes = paired(as_removals(compare_entries(before, after), AT), Identity.KEY)
    return [(change.kind.value, change.previous_key, change.key) for change in changes]


@pytest.mark.parametrize("end", ["invalid_at", "expired_at"])
def test_a_fact_that_was_given_an_end_was_removed(end):
    before, after = (
        fact("e1", "Ira uses Kestrel", **{end: None}),
        fact("e1", "Ira uses Kestrel", **{end: PAST}),
    )
    assert told([before], [after]) == [("removed", None, "e1")]


def test_an_end_that_lies_ahead_is_no_removal():
    before, after = fact("e1", "Ira uses Kestrel"), fact("e1", "Ira uses Kestrel", invalid_at=FUTURE)
    assert told([before], [after]) == [("changed", None, "e1")]


def test_an_ended_fact_and_its_successor_are_one_change():
    before = [fact("e1", "Ira works from Arlen"), fact("e2", "Ira likes tea")]
    after = [
        fact("e1", "Ira works from Arlen", invalid_at=PAST),
        before[1],
        fact("e3", "Ira works from Brockton"),
    ]
    assert told(before, after) == [("changed", "e1", "e3")]


def test_where_keys_are_stable_a_plain_removal_is_paired_with_nothing():
    assert told([fact("a", "Ira works from Arlen")], [fact("b", "Ira works from Brockton")]) == [
        ("removed", None, "a"),
        ("added", None, "b"),
    ]


def test_what_happens_to_a_fact_after_its_end_is_no_change():
    ended = fact("e1", "Ira uses Kestrel", invalid_at=PAST)
    assert told([ended], []) == []
    assert told([], [ended]) == []


def test_ended_facts_are_not_among_those_held():
    held = HeldEntries(MemoryEntryIndex([fact("e1", "Ira uses Kestrel", invalid_at=PAST)], describe), AT)
    assert held.get("e1") is None
    assert list(held.mentioning({"kestrel"})) == []
