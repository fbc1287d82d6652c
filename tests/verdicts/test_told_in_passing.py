"""What people say in passing: ages, diets, one more a week, what "it" stands for, one thing for another."""

import pytest
from verdict_cases import kinds, night, talk


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("Priya's dog is Biscuit, a four-year-old beagle", "Priya's dog is Biscuit, a five-year-old beagle",
         "Biscuit turned five yesterday."),
        ("User's daughter Lena is 6 years old", "User's daughter Lena is 7 years old",
         "Lena had her seventh birthday on Sunday."),
        ("User is 41 years old", "User is 42 years old", "I turned 42 last week."),
    ],
)  # fmt: skip
def test_an_age_is_taken_up_however_it_was_told(before, after, said):
    assert kinds(night({"m": before}, {"m": after}, talk(f"user: {said}"))) == {"m": "user_update"}


def test_an_age_that_moved_on_leaves_the_old_one_stale():
    entry = {"m": "User's daughter Lena is 6 years old"}
    assert kinds(night(entry, entry, talk("user: Lena turned seven on Sunday."))) == {"m": "not_refreshed"}


def test_the_age_of_somebody_else_says_nothing():
    entry = {"m": "User's daughter Lena is 6 years old"}
    assert kinds(night(entry, entry, talk("user: Our cat turned nine on Sunday."))) == {}


def test_who_eats_fish_again_is_no_vegetarian_and_whose_cousin_does_is_one():
    entry = {"m": "User is vegetarian"}
    assert kinds(night(entry, entry, talk("user: I eat fish again these days."))) == {"m": "not_refreshed"}
    assert kinds(night(entry, entry, talk("user: My cousin eats fish again these days."))) == {}


def test_a_bare_answer_about_one_thing_makes_no_other_stale():
    entry = {"main": "lamb", "tables": 4}
    said = talk("user: About the lamb and the tables.", "agent: How many tables?", "user: Three.")
    assert "main" not in kinds(night(entry, entry, said))


def test_what_it_stands_for_was_named_just_before():
    entry = {"m": "Weekly team meeting is on Tuesdays at 10am", "n": "Dentist is on Tuesdays at 10am"}
    said = talk("user: Our team sync moved, it's Thursdays at 10 from now on.")
    assert kinds(night(entry, entry, said)) == {"m": "not_refreshed"}


def test_what_began_in_the_place_of_what_was_given_up_is_not_given_up():
    said = talk("user: I gave up on Spanish and started Portuguese instead.")
    before, after = {"m": "User is learning Spanish"}, {"m": "User is learning Portuguese"}
    assert kinds(night(before, after, said)) == {"m": "user_update"}


def test_a_fourth_time_makes_four():
    said = talk("user: I've added a fourth run each week.")
    before, after = {"m": "User runs three times a week"}, {"m": "User runs four times a week"}
    assert kinds(night(before, after, said)) == {"m": "user_update"}
