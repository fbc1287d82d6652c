"""Each rule over small stores: what breaks it, and the honest neighbour that does not."""

from datetime import UTC, datetime

import pytest

from auditor.discipline.between import between
from auditor.discipline.linting import Contents, check
from auditor.discipline.record import record_of
from auditor.discipline.sensitive import sensitive_kinds
from auditor.records import Entry

AT = datetime(2026, 11, 28, tzinfo=UTC)


def made(key, value="a window seat", **meta):
    return record_of(Entry(key, value, meta))


def broken(*records, linked=()):
    pairs = frozenset(frozenset(pair) for pair in linked)
    return {(one.invariant, one.key) for one in check(Contents(records, pairs), AT)}


INFERRED = {"type": "agent_inferred"}
STATED = {"type": "user_stated"}


def test_i1_an_inference_that_holds_for_the_whole_user_is_wider_than_one_conversation():
    wide = made("a", source=INFERRED, scope={"level": "user"})
    assert broken(wide) == {("I1", "a")}
    assert broken(made("a", source=INFERRED, scope={"level": "session"})) == set()
    assert broken(made("a", source=STATED, scope={"level": "user"})) == set()
    confirmed = made(
        "a", source=INFERRED, scope={"level": "user"}, usage={"last_confirmed_at": "2026-11-01T00:00:00Z"}
    )
    assert broken(confirmed) == set()


def test_i2_a_policy_is_a_pointer_and_never_a_value():
    assert broken(made("refund.days", 30, authority="policy")) == {("I2", "refund.days")}
    assert broken(made("refund.days", None, authority="policy")) == set()
    assert broken(made("refund_policy", "30 days")) == {("I2", "refund_policy")}
    assert broken(made("seat", "30 days")) == set()


def test_i3_an_empty_correction_route_is_broken_and_an_unknown_one_is_not():
    assert broken(made("a", correction={"route": ""})) == {("I3", "a")}
    assert broken(made("a", correction={"route": "chat"}), made("b")) == set()


def test_i4_a_correction_reaches_no_further_than_what_it_corrects():
    old = made("old", correction={"route": "x", "superseded_by": "new"}, scope={"bindings": {"trip": "T1"}})
    correction = {"route": "x", "supersedes": ["old"]}
    wide = made("new", source={"type": "user_correction"}, correction=correction)
    kept = made(
        "new", source={"type": "user_correction"}, correction=correction, scope={"bindings": {"trip": "T1"}}
    )
    assert broken(old, wide) == {("I4", "new")}
    assert broken(old, kept) == set()
    assert broken(made("a", correction={"route": "x", "broadened": True})) == {("I4", "a")}


@pytest.mark.parametrize(
    ("meta", "rules"),
    [
        ({"valid_until": "2026-11-01"}, {("I5", "a")}),
        ({"valid_until": "2026-12-24"}, set()),
        ({"status": "expired", "valid_until": "2026-11-01"}, set()),
        ({"status": "active", "superseded_by": "b"}, {("I5", "a")}),
        ({"status": "superseded", "superseded_by": "b"}, set()),
    ],
)
def test_i5_what_is_over_is_not_served(meta, rules):
    assert broken(made("a", **meta), made("b", "Likes tea")) == rules


def test_i5_the_old_one_beside_its_successor_is_still_served():
    assert broken(made("a"), made("b", "x", supersedes=["a"])) == {("I5", "a")}


def test_i6_sensitive_content_has_an_end():
    assert broken(made("diet", "is allergic to penicillin")) == {("I6", "diet")}
    assert broken(made("diet", "is allergic to penicillin", valid_until="2027-01-01")) == set()


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("note", "Ines is allergic to shellfish.", "health"),
        ("user.passport_number", "X1234567", "identity number"),
        ("note", "His SSN is 078-05-1120", "identity number"),
        ("note", "IBAN DE89 3704 0044 0532 0130 00", "finances"),
        ("home_address", "12 Elm Street", "precise location"),
        ("note", "We met at 48.20849, 16.37208", "precise location"),
        ("note", "She is a practising catholic", "beliefs"),
    ],
)
def test_what_is_sensitive_is_seen(key, value, kind):
    assert kind in sensitive_kinds(made(key, value))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("email_address_format", ""),
        ("deploy.health_check_done", None),
        ("city", "Turin"),
        ("order", "Order 48213 ships on 2026-11-30"),
        ("editor", "Prefers vim with two spaces"),
        ("note", "The build takes 12.5 minutes"),
        ("race_condition", None),
    ],
)
def test_what_is_not_sensitive_is_left_alone(key, value):
    assert sensitive_kinds(made(key, value)) == []


def test_i7_what_was_made_from_something_deleted_goes_with_it_however_far():
    gone = made("a", None, lifecycle={"status": "deleted"})
    child, grandchild = made("b", "x", derived_from=["a"]), made("c", "y", derived_from=["b"])
    assert broken(gone, child, grandchild) == {("I7", "b"), ("I7", "c")}
    dead = made("b", None, derived_from=["a"], status="deleted")
    assert broken(gone, dead) == set()


def test_i7_a_tombstone_keeps_no_value_and_an_id_is_used_once():
    assert broken(made("a", "secret plan", status="deleted")) == {("I7", "a")}
    assert broken(made("a"), made("a", "other")) == {("I7", "a")}


def test_an_invention_is_laundered_whatever_its_count():
    said = [made(str(number), "owns a dog", source="model-generated") for number in range(5)]
    belief = made("belief", "owns a dog", derived_from=[one.id for one in said])
    assert ("laundered", "belief") in broken(*said, belief)
    again = made("again", "owns a dog", derived_from=["belief"])
    assert ("laundered", "again") in broken(*said, belief, again)
    heard = made("6", "owns a dog", source="told-by-user")
    honest = made("belief", "owns a dog", derived_from=["0", "6"])
    assert broken(*said, heard, honest) == {("model_only", one.id) for one in said}


def test_a_belief_made_from_itself_is_circular_and_ends():
    one, other = made("a", "x", derived_from=["b"]), made("b", "y", derived_from=["a"])
    assert broken(one, other) == {("circular", "a"), ("circular", "b")}


def test_evidence_that_is_not_there_or_was_replaced_is_told():
    fact = made("e1", "x", source="told-by-user")
    assert broken(fact, made("c", "y", derived_from=["e1", "nowhere"])) == {("missing_evidence", "c")}
    old = made("e1", "x", source="told-by-user", superseded_by="e2", status="superseded")
    new = made("e2", "z", source="told-by-user")
    assert broken(old, new, made("c", "y", derived_from=["e1"])) == {("superseded_evidence", "c")}


def test_a_reference_to_a_message_outside_the_store_is_not_missing():
    assert broken(made("c", "y", derived_from=["message-77"])) == set()


def test_a_user_overruled_by_a_model_is_told():
    said = made("a", "has no pets", source="told-by-user", superseded_by="b", status="superseded")
    assert ("overruled", "a") in broken(said, made("b", "owns a dog", source="model-generated"))
    assert broken(said, made("b", "owns a dog now", source="told-by-user")) == set()


def test_two_living_entries_that_deny_each_other_are_told_once_unless_the_store_ties_them():
    one = made("01A", "Tickets are refundable for 30 days.")
    other = made("01B", "Tickets are refundable for 14 days.")
    assert {rule for rule, _ in broken(one, other)} == {"unlinked_conflict"}
    assert broken(one, other, linked=[("01A", "01B")]) == set()
    conditioned = made("01B", "Tickets are refundable for 14 days.", conditions={"a": "summer"})
    assert broken(one, conditioned) == set()
    replaced = made("01A", "Tickets are refundable for 30 days.", superseded_by="01B", status="superseded")
    assert broken(replaced, made("01B", "Tickets are refundable for 14 days.", supersedes=["01A"])) == set()


def rules_between(before, after, *, appends=False):
    return {(one.invariant, one.key) for one in between(before, after, appends=appends)}


def test_content_that_changed_while_its_marks_did_not_was_edited_past_the_writer():
    before = [made("a", "60 km/h", updated_at="2026-11-01T00:00:00Z")]
    silent = [made("a", "85 km/h", updated_at="2026-11-01T00:00:00Z")]
    honest = [made("a", "85 km/h", updated_at="2026-11-02T00:00:00Z")]
    assert rules_between(before, silent) == {("silent_edit", "a")}
    assert rules_between(before, honest) == set()


def test_a_store_without_marks_may_change_in_place_unless_it_only_appends():
    before, after = [made("a", "60")], [made("a", "85")]
    assert rules_between(before, after) == set()
    assert rules_between(before, after, appends=True) == {("silent_edit", "a")}


def test_an_id_used_again_and_a_survivor_of_a_deletion_are_seen_between_copies():
    assert rules_between([made("a", None, status="deleted")], [made("a", "new")]) == {("I7", "a")}
    child = made("b", "y", derived_from=["a"])
    assert rules_between([made("a"), child], [child]) == {("I7", "b")}


def test_a_source_that_became_better_by_itself_is_told():
    before, after = [made("a", source="model-generated")], [made("a", source="told-by-user")]
    assert rules_between(before, after) == {("source_raised", "a")}


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("Jonas is allergic to peanuts.", "Jonas enjoys the peanut noodles."),
        ("Rui never drinks coffee.", "Rui orders coffee every morning."),
        ("Lena is on the Harbour annual pass.", "Lena cancelled the Harbour annual pass."),
        ("Ana drives her car to work.", "Ana sold her car."),
    ],
)
def test_what_somebody_avoids_or_gave_up_and_still_has_is_a_conflict(said, later):
    first = made("01A", said, created_at="2026-06-01T00:00:00Z")
    second = made("01B", later, created_at="2026-06-02T00:00:00Z")
    assert {rule for rule, _ in broken(first, second)} - {"I6"} == {"unlinked_conflict"}


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("Jonas is allergic to peanuts.", "Kim enjoys the peanut noodles."),
        ("Jonas is allergic to peanuts.", "Jonas enjoys peanut-free noodles."),
        ("Jonas is allergic to peanuts.", "Jonas likes tea."),
        ("Lena is on the Harbour annual pass.", "Ben cancelled the Harbour annual pass."),
        ("Lena sold her old car.", "Lena drives her car to work."),
    ],
)
def test_other_people_other_things_and_what_was_bought_again_are_no_conflict(said, later):
    first = made("01A", said, created_at="2026-06-01T00:00:00Z")
    second = made("01B", later, created_at="2026-06-02T00:00:00Z")
    assert {rule for rule, _ in broken(first, second)} - {"I6"} == set()


@pytest.mark.parametrize(
    ("conclusion", "beyond"),
    [
        ("Kiosk two hardware is failing.", True),
        ("Kiosk two is always slow.", True),
        ("Kiosk two takes 40 seconds.", True),
        ("Kiosk two is slow in the afternoon.", False),
        ("A recurring pattern: kiosk two is slow.", False),
    ],
)
def test_a_conclusion_says_no_more_than_its_evidence(conclusion, beyond):
    inputs = [
        made("e1", "Kiosk two was slow on Monday afternoon.", source="tool-result"),
        made("e2", "Kiosk two prints slowly in the afternoon.", source="told-by-user"),
    ]
    drawn = made("c", conclusion, derived_from=["e1", "e2"])
    assert (("beyond_evidence", "c") in broken(*inputs, drawn)) is beyond


def test_what_by_its_own_source_only_a_model_said_is_told_until_somebody_confirms_it():
    assert broken(made("a", "owns a dog", source="model-generated")) == {("model_only", "a")}
    confirmed = made("a", "owns a dog", source="model-generated", last_confirmed_at="2026-11-01")
    assert broken(confirmed) == set()
    assert broken(made("a", "owns a dog", source="told-by-user")) == set()
