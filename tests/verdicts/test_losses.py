"""A memory that goes is explained by what was said of its end, and by nothing less."""

import pytest
from verdict_cases import alarms, kinds, night, talk

QUIET = {"safe"}


def labels(before, after, *lines):
    found = night(before, after, talk(*lines))
    return {one.key: one.label.value for one in found.findings}


@pytest.mark.parametrize(
    ("gone", "said"),
    [
        ("User's lodger is called Ferenc", "No more Ferenc in the attic, what a peace!"),
        ("User's lodger is called Ferenc", "Ferenc has moved away, he's in Graz."),
        ("The pier at Low Sands is open", "The storm took the pier at Low Sands, it has closed down."),
        ("User owes the boat club 35", "You can scrap the boat club debt, by the way."),
        ("Mrs Amsel loves brass music", "Mrs Amsel's music can be taken off the list."),
    ],
)
def test_what_is_told_to_be_over_may_go(gone, said):
    assert labels([{"id": "m1", "text": gone}], [], f"user: {said}") == {"m1": "safe"}


def test_everything_about_somebody_covers_whatever_names_them():
    before = [
        {"id": "m1", "text": "User's cousin is called Ludmila"},
        {"id": "m2", "text": "Ludmila's birthday is on 3 June"},
    ]
    found = night(
        before, before[1:], talk("user: Forget everything about Ludmila, name, address, all of it.")
    )
    assert kinds(found) == {"m1": "forgotten_on_request", "m2": "not_forgotten"}


def test_a_new_entry_about_the_same_thing_that_the_user_told_takes_its_place():
    before = [{"id": "m1", "text": "The footbridge at Mill Lane is passable"}]
    after = [{"id": "m2", "text": "The footbridge at Mill Lane was washed away"}]
    assert labels(before, after, "user: The flood washed away the footbridge at Mill Lane.")["m1"] == "safe"


@pytest.mark.parametrize(
    ("gone", "said"),
    [
        ("User is allergic to penicillin", "I've finished the penicillin at last."),
        ("User is allergic to wasps", "The wasps under the roof are gone."),
        ("Ludmila's birthday is on 3 June", "Ludmila has moved away, she's in Graz."),
        ("The spare key is with Mr Oduya", "I met Mr Oduya at the bakery."),
    ],
)
def test_what_is_only_spoken_of_may_not(gone, said):
    found = night([{"id": "m1", "text": gone}], [], talk(f"user: {said}"))
    assert [one.kind for one in alarms(found)] == ["unexplained_loss"]


def test_another_allergy_is_no_heir_of_one_that_is_gone():
    before = [{"id": "m1", "text": "User is allergic to penicillin"}]
    after = [{"id": "m2", "text": "User is allergic to latex"}]
    found = night(before, after, talk("user: I'm allergic to latex, the doctor found out."))
    assert kinds(found)["m1"] == "unexplained_loss"


def test_a_settled_debt_may_go():
    before = [{"id": "m1", "text": "User owes the rowing club 18 for lockers"}]
    record = "tool: rowing club ledger: lockers, user paid 18.00, balance 0.00"
    assert labels(before, [], "user: Did my payment arrive?", record) == {"m1": "safe"}
