import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.funnel.rules import RuleJudge
from auditor.funnel.statements import statement
from auditor.records import Relation

JUDGE = RuleJudge()


def relation(one: str, other: str, about: str = "") -> Relation:
    return JUDGE.relation(statement(one, about), statement(other, about)).relation


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User lives in Leeds", "User lives in Bristol"),
        ("User takes 500 mg of metformin a day", "User takes 850 mg of metformin a day"),
        ("User has no children", "User picks up their daughter from nursery"),
        ("User was born in 1988", "User's year of birth is 1979"),
        ("User is allergic to walnuts", "User is not allergic to walnuts"),
        ("User drinks no alcohol", "User orders a bottle of red wine with dinner"),
        ("User is vegetarian", "User eats a beef steak"),
    ],
)
def test_what_cannot_both_be_true_is_a_conflict_either_way_round(one, other):
    assert relation(one, other) is Relation.CONFLICT
    assert relation(other, one) is Relation.CONFLICT


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User likes green tea", "User likes coffee"),
        ("User's son is 7", "User's daughter is 4"),
        (
            "Live API keys are limited to 100 requests per second",
            "Test API keys are limited to 25 requests per second",
        ),
        ("User lived in Bergen until 2022", "User lives in Oslo"),
        ("User speaks German and French", "User speaks French and Dutch"),
        ("User plays the drums", "User rents a flat"),
    ],
)
def test_plural_values_other_contexts_times_and_subjects_are_no_conflict(one, other):
    assert relation(one, other) is not Relation.CONFLICT


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User is allergic to penicillin", "The user has a penicillin allergy"),
        ("User is lactose intolerant", "The user does not tolerate lactose"),
        ("Oskar plays the trumpet", "Oskar is a trumpet player"),
    ],
)
def test_the_same_in_other_words_is_the_same(one, other):
    assert relation(one, other) is Relation.SAME


def test_more_and_less_are_told_apart():
    assert relation("User has a dog", "User has a dog called Biscuit") is Relation.MORE
    assert relation("User has a dog called Biscuit", "User has a dog") is Relation.LESS


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_are_judged_and_a_conflict_stands_either_way(one, other):
    judged = JUDGE.relation(statement(one), statement(other))
    assert 0 <= judged.confidence <= 1
    assert isinstance(judged.relation, Relation)


@given(st.text(max_size=60))
def test_no_text_conflicts_with_itself(text):
    assert relation(text, text) is not Relation.CONFLICT
