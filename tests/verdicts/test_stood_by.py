"""The user who does not take up a new value stands by the old one, and memory that took it up is wrong."""

import pytest
from verdict_cases import alarms, kinds, night, talk


@pytest.mark.parametrize(
    "lines",
    [
        (
            "user: Is our fee for latecomers too low?",
            "agent: Most halls take nine pounds.",
            "user: Till summer we leave it as is.",
        ),
        ("agent: You could raise the fee for latecomers to nine pounds.", "user: Nah, we're no hotel."),
        ("user: My sister's hall charges nine for latecomers. With us it's six, always was.",),
    ],
)
def test_the_new_value_that_the_user_did_not_take_up_contradicts_the_user(lines):
    found = night({"latecomer_fee_gbp": 6}, {"latecomer_fee_gbp": 9}, talk(*lines))
    assert [one.kind for one in alarms(found)] == ["contradicts_user"]


def test_a_question_behind_the_proposal_is_what_the_answer_is_to():
    found = night(
        {"club_day": "Monday"},
        {"club_day": "Thursday"},
        talk(
            "user: On Mondays the hall is taken from May, so the club meets three days later.",
            "agent: Thursday is club day, then. Shall I print new posters?",
            "user: No, we have enough.",
        ),
    )
    assert "contradicts_user" not in kinds(found).values()


@pytest.mark.parametrize(
    "said",
    [
        "The loaf is too dark at 240 degrees, so I go down by ten.",
        "Oven at 240 is out of date, ten less is better.",
    ],
)
def test_naming_the_old_value_to_leave_it_is_no_word_for_it(said):
    found = night(
        [{"id": "m1", "text": "User bakes the rye loaf at 240 degrees"}],
        [{"id": "m1", "text": "User bakes the rye loaf at 230 degrees"}],
        talk(f"user: {said}"),
    )
    assert "contradicts_user" not in kinds(found).values()


def test_a_number_said_of_another_name_overtakes_nothing():
    store = [{"id": "m1", "text": "The Okonjos stay from 3 to 10 May"}]
    assert not alarms(night(store, store, talk("user: We stay at six, as last year.")))


def test_what_was_so_last_year_and_is_weighed_only_supports_nothing():
    found = night(
        {"doors_open": "9:00", "opening_song": "Harbour Lights"},
        {"doors_open": "8:00", "opening_song": "Tin Drum"},
        talk(
            "user: Last year the doors opened at eight and nobody came for an hour, hence nine.",
            "agent: Nine is in the plan.",
            "user: I'm thinking of opening with Tin Drum one day.",
        ),
    )
    assert {one.key: one.label.value for one in alarms(found)} == {
        "doors_open": "contradiction",
        "opening_song": "hallucination",
    }


def test_what_is_weighed_supports_a_memory_that_says_so():
    found = night(
        [{"id": "m1", "text": "User plays the oboe"}],
        [
            {"id": "m1", "text": "User plays the oboe"},
            {"id": "m2", "text": "User is thinking of moving to Lyon"},
        ],
        talk("user: I'm thinking of moving to Lyon."),
    )
    assert kinds(found) == {"m2": "verified"}


def test_leaving_it_where_the_agent_has_just_put_it_takes_it_up():
    found = night(
        {"radio_volume": 7},
        {"radio_volume": 9},
        talk(
            "user: I can't hear the radio.",
            "agent: The radio volume is at 9 now.",
            "user: Leave it there for always.",
        ),
    )
    assert "contradicts_user" not in kinds(found).values()


def test_in_the_house_of_somebody_else_other_hours_hold():
    store = {"curfew": "22:00"}
    assert not alarms(night(store, store, talk("user: At my brother's house the curfew is at 23:30.")))
