"""What looks like one entry gone and one new is paired where it is one memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.changes.pairing import paired
from auditor.records import Change, ChangeKind, Entry
from auditor.stores.interface import Identity

TEXTS = (
    "Works from the Dunmore office",
    "Works from the Port Ellery office",
    "Never takes meetings before 10:00",
    "Happy to take meetings at 08:00",
    "Allergic to peanuts",
    "Allergic to peanuts and cashews and carries a pen",
    "Ports start at 7000",
    "Use port 7100 for the mock",
    "Likes tea",
    "Likes coffee",
)


def gone(text, key="", **meta):
    key = key or text
    return Change(ChangeKind.REMOVED, key, Entry(key, text, meta), None)


def come(text, key="", **meta):
    key = key or text
    return Change(ChangeKind.ADDED, key, None, Entry(key, text, meta))


def told(changes):
    return sorted((change.kind.value, change.previous_key, change.key) for change in changes)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Works from the Dunmore office", "Works from the Port Ellery office"),
        ("Never takes meetings before 10:00", "Happy to take meetings at 08:00"),
        ("Allergic to peanuts", "Allergic to peanuts and cashews and carries an epinephrine pen"),
        ("- [health] Ada is allergic to nuts. #diet", "- [health] Ada is allergic to nuts and eggs. #diet"),
        ("Lives in Arlen", "Lives in Brockton"),
        ("Budget is 300 EUR", "Budget is 400 EUR"),
        ("Likes rye bread", "Hates rye bread"),
        ("住在北京", "住在上海"),
    ],
)
def test_a_correction_is_one_changed_entry_under_its_new_key(before, after):
    (change,) = paired([gone(before), come(after)], Identity.CONTENT)
    assert (change.kind, change.previous_key, change.key) == (ChangeKind.CHANGED, before, after)
    assert (change.before.value, change.after.value) == (before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Ports start at 7000", "Use port 7100 for the mock"),
        ("Likes tea", "Likes coffee"),
        ("Has a brother in Oslo", "Has a sister in Oslo"),
        ("Tabs, not spaces", "Never push to main"),
        ("Dentist on 2026-05-05 at 15:00", "Physio on 2026-05-07 at 10:00"),
    ],
)
def test_two_memories_that_only_look_alike_stay_two(before, after):
    changes = [gone(before), come(after)]
    assert told(paired(changes, Identity.PROSE)) == told(changes)


def test_an_ended_edge_and_its_successor_are_one_change_whatever_their_ids():
    changes = [
        gone("Tamsin works from the Dunmore office.", "6547804f", namespace="Tamsin", owner="g1"),
        come("Tamsin works from the Port Ellery office.", "cdc0bb95", namespace="Tamsin", owner="g1"),
        gone("Invoices above 5,000 EUR need approval.", "aa524cd0", namespace="Oriel", owner="g1"),
    ]
    assert told(paired(changes, Identity.TEMPORAL)) == [
        ("changed", "6547804f", "cdc0bb95"),
        ("removed", None, "aa524cd0"),
    ]


def test_the_likest_are_paired_first():
    changes = [
        gone("Works from the Dunmore office on Mondays"),
        gone("Works from the Dunmore office on Fridays"),
        come("Works from the Arlen office on Fridays"),
        come("Works from the Arlen office on Mondays"),
    ]
    for change in paired(changes, Identity.CONTENT):
        assert change.previous_key == change.key.replace("Arlen", "Dunmore")


def test_the_same_text_under_another_key_is_a_move_and_not_paired():
    changes = [gone("Lives in Arlen", "a"), come("Lives in Arlen", "b")]
    assert told(paired(changes, Identity.TEMPORAL)) == told(changes)


SCOPED = st.lists(
    st.tuples(st.sampled_from(TEXTS), st.sampled_from(["", "Ada", "Ben"]), st.sampled_from(["u1", "u2"])),
    unique=True,
    max_size=8,
)


def scoped(make, rows, side):
    return [make(text, f"{side}{row}", namespace=row[1], owner=row[2]) for row in rows for text in [row[0]]]


@given(SCOPED, SCOPED, st.sampled_from([Identity.CONTENT, Identity.PROSE, Identity.TEMPORAL]))
def test_nothing_is_lost_or_used_twice_and_no_scope_is_left(old, new, identity):
    given_changes = scoped(gone, old, "-") + scoped(come, new, "+")
    found = list(paired(given_changes, identity))
    sides = [entry for change in found for entry in (change.before, change.after) if entry is not None]
    assert sorted(entry.key for entry in sides) == sorted(change.key for change in given_changes)
    for change in found:
        if change.kind is ChangeKind.CHANGED:
            for name in ("namespace", "owner"):
                assert change.before.meta[name] == change.after.meta[name]
            assert change.previous_key == change.before.key


@given(SCOPED, SCOPED, st.randoms())
def test_the_order_of_the_changes_does_not_matter(old, new, random):
    changes = scoped(gone, old, "-") + scoped(come, new, "+")
    shuffled = list(changes)
    random.shuffle(shuffled)
    assert told(paired(changes, Identity.CONTENT)) == told(paired(shuffled, Identity.CONTENT))


@given(SCOPED, SCOPED, st.sampled_from([Identity.KEY, Identity.APPEND]))
def test_where_keys_are_stable_or_nothing_is_replaced_changes_are_passed_on(old, new, identity):
    changes = scoped(gone, old, "-") + scoped(come, new, "+")
    assert paired(changes, identity) == changes


def test_thousands_of_removals_and_additions_are_paired_in_reasonable_time():
    changes = [gone(f"Order {n} ships to depot {n}") for n in range(1_000)]
    changes += [come(f"Order {n} ships to depot {n + 1}") for n in range(1_000)]
    assert len(list(paired(changes, Identity.CONTENT))) <= 2_000
