"""How others have it is neither support for a memory nor a word against it."""

import pytest
from verdict_cases import alarms, kinds, night, talk


@pytest.mark.parametrize(
    "said",
    [
        "My cousin has hers at 19:30, far too late.",
        "My neighbour gets the van at 19:30.",
        "In the old building they start at 19:30.",
        "The bakery next door wants everybody there at 19:30.",
    ],
)
def test_how_somebody_else_has_it_overtakes_no_entry(said):
    store = {"start_time": "18:00"}
    assert not alarms(night(store, store, talk(f"user: {said}")))


def test_a_colleagues_way_is_no_support_for_the_users():
    found = night(
        {"login_code": "by app"},
        {"login_code": "by letter"},
        talk("user: My colleague gets the code by letter."),
    )
    assert [one.label.value for one in alarms(found)] == ["hallucination"]


def test_the_spouse_who_moves_the_date_speaks_for_both():
    found = night(
        {"dinner_date": "2026-03-12"},
        {"dinner_date": "2026-03-14"},
        talk("user: My wife has moved the dinner to the 14th of March."),
    )
    assert kinds(found) == {"dinner_date": "user_update"}


def test_hasty_spelling_denies_what_it_denies():
    store = {"shellfish": "eats shellfish"}
    found = night(store, store, talk("user: i dont eat shellfish any more"))
    assert [one.kind for one in alarms(found)] == ["not_refreshed"]


@pytest.mark.parametrize(
    "said",
    ["My colleague's handover got pushed to October.", "My classmate has moved her handover to October."],
)
def test_the_date_of_somebody_elses_thing_overtakes_no_entry(said):
    store = {"handover": "2026-08-31"}
    assert not alarms(night(store, store, talk(f"user: {said}")))


def test_who_turns_something_off_is_not_over():
    store = [{"id": "m1", "text": "The caretaker is Mr Lund"}]
    assert not alarms(
        night(store, store, talk("user: The heating is cold, the caretaker has turned it off."))
    )


def test_not_to_tell_somebody_denies_nothing_about_them():
    found = night(
        [{"id": "m1", "text": "User leads the club"}],
        [{"id": "m1", "text": "User leads the club"}, {"id": "m2", "text": "Ramona is ill"}],
        talk(
            "user: Ramona is ill, we play without her.",
            "agent: Sorry to hear it.",
            "user: Don't tell Ramona about the cake.",
        ),
    )
    assert kinds(found) == {"m2": "verified"}


def test_what_was_bought_is_no_stock():
    store = {"candles": 4}
    assert not alarms(night(store, store, talk("user: I bought a dozen candles at the market.")))


def test_a_record_of_another_number_overtakes_nothing():
    store = {"order.2026-031": "paid"}
    record = "tool: shop mail: order 2026-032 sent to office@example.org"
    assert not alarms(night(store, store, talk("user: Any news of my orders?", record)))
