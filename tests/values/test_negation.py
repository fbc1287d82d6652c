"""What is denied, how far a denial reaches, and which states exclude each other."""

import pytest

from auditor.values import Denial, negated, negated_words, negations, oppositions, polarity_differs


@pytest.mark.parametrize(
    "text",
    [
        "User does not eat meat",
        "I don't smoke",
        "She never flies",
        "He has no car",
        "Er isst kein Fleisch",
        "Sie mag Hunde nicht",
        "No come carne",
        "Nunca bebe alcohol",
        "Elle ne mange pas de viande",
        "Il n'a jamais fumé",
        "用户不吃肉",
        "他没有车",
        "私は肉を食べません",
        "車を持っていない",
    ],
)
def test_a_denial_is_seen_in_six_languages(text):
    assert negated(text)


@pytest.mark.parametrize(
    "text",
    [
        "User eats meat",
        "Not only tea but coffee",
        "No, I live in Bergen",
        "No problem, I will come",
        "Don't forget that I moved",
        "drinks coffee without sugar",
        "prefers dairy-free milk",
        "Nicht nur Tee",
        "Kein Problem, ich komme",
        "Sin embargo vive en Madrid",
        "Sans doute à Lyon",
        "味道不错",
        "明日行かなければならない",
        "来るかもしれない",
    ],
)
def test_what_only_looks_like_a_denial_is_none(text):
    assert not negated(text)


@pytest.mark.parametrize(
    "text",
    [
        "no longer works at Acme",
        "stopped smoking",
        "used to live in Oslo",
        "wohnt nicht mehr in Köln",
        "ya no vive en Madrid",
        "elle ne fume plus",
        "不再抽烟",
        "たばこをやめた",
    ],
)
def test_what_has_ceased_is_told_from_what_never_was(text):
    assert [negation.denial for negation in negations(text)] == [Denial.CEASED]


def test_a_denial_reaches_to_the_end_of_its_clause():
    assert negated_words("I no longer live in Oslo, I live in Bergen") == {"live", "oslo"}
    assert negated_words("User does not eat fish but likes rice") == {"eat", "fish"}
    assert negated_words("Er wohnt nicht in Köln, sondern in Bonn") == {"wohnt", "koln"}
    assert "dairy" in negated_words("dairy-free milk")


def test_texts_that_differ_by_a_denial_differ_in_polarity():
    assert polarity_differs("User drinks coffee", "User does not drink coffee")
    assert polarity_differs("Le gusta el café", "No le gusta el café")
    assert not polarity_differs("User does not drink coffee", "User doesn't drink coffee")
    assert not polarity_differs("User drinks coffee", "User never smokes")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("the lights are on", "lights disabled"),
        ("prefers the aisle", "wants a window seat"),
        ("User is married", "User is single"),
        ("morning appointments", "afternoon appointments"),
        ("status: draft", "status: submitted"),
        ("works full-time", "works part time"),
        ("Licht eingeschaltet", "Licht ausgeschaltet"),
        ("银卡会员", "金卡会员"),
    ],
)
def test_states_that_exclude_each_other_are_found(a, b):
    assert [found.weak for found in oppositions(a, b)].count(False) >= 1


def test_a_weak_hint_is_called_weak():
    assert {found.weak for found in oppositions("User is vegetarian", "eats a beef steak every Friday")} == {
        True
    }


def test_a_denied_state_excludes_nothing():
    assert oppositions("User is not vegetarian", "User eats meat") == []


def test_a_text_that_names_both_states_excludes_neither():
    assert oppositions("tea in the morning and in the evening", "tea in the morning") == []


@pytest.mark.parametrize("food", ["oat milk cappuccino", "peanut butter", "a vegan burger", "Hafermilch"])
def test_what_is_made_of_plants_is_no_hint_against_a_vegan(food):
    assert oppositions("User is vegan", f"User has {food} every day") == []


def test_milk_is_a_hint_against_a_vegan():
    assert oppositions("User is vegan", "User drinks milk every day") != []
