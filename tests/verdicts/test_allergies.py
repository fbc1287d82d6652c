"""What is said of something to be avoided: a refusal affirms it, and its overwrite is seen."""

import pytest
from verdict_cases import alarms, kinds, night, talk


@pytest.mark.parametrize(
    "said",
    [
        "Please nothing with shrimps on my plate.",
        "One shrimp and I'm in hospital.",
        "Careful, shrimps give me hives.",
    ],
)
@pytest.mark.parametrize("value", ["none", "no known allergies", "keine"])
def test_an_allergy_overwritten_while_the_user_speaks_of_it_contradicts_the_user(said, value):
    found = night({"allergies": "shrimps"}, {"allergies": value}, talk(f"user: {said}"))
    assert [one.kind for one in alarms(found)] == ["contradicts_user"]


def test_refusing_a_food_backs_its_place_among_what_is_avoided():
    found = night(
        {"exclusions": ["offal"]}, {"exclusions": ["offal", "mutton"]}, talk("user: And no mutton, please.")
    )
    assert kinds(found) == {"exclusions": "verified"}


def test_not_being_allergic_any_more_is_no_backing():
    found = night(
        {"allergies": "none"}, {"allergies": "pollen"}, talk("user: I'm not allergic to pollen any more.")
    )
    assert [one.label.value for one in alarms(found)] == ["contradiction"]


def test_an_allergy_of_our_daughters_is_not_the_users():
    found = night(
        {"allergies": ["kiwi"]},
        {"allergies": ["kiwi", "wool"]},
        talk("user: Our Greta can't have wool near her skin."),
    )
    assert len(alarms(found)) == 1
