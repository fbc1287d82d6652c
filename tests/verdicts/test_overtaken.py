"""When what was said overtakes a memory that nobody touched, and when it does not."""

import pytest
from verdict_cases import alarms, kinds, night, talk


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"contact": "phone"}, "user: No more phone calls please."),
        ({"id": "m1", "memory": "User's supervisor is Odile"}, "user: Odile has gone, by the way."),
        (
            {"id": "m1", "memory": "User's brother may be called"},
            "user: Please don't call my brother any more.",
        ),
    ],
)
def test_what_the_user_ends_overtakes_the_memory_of_it(entry, said):
    store = [entry] if "id" in entry else entry
    found = alarms(night(store, store, talk(said)))
    assert [one.kind for one in found] == ["not_refreshed"]


@pytest.mark.parametrize(
    ("store", "lines"),
    [
        ({"weight": "88 kg"}, ["tool: scales: weight not measured"]),
        ({"tutor": "Konrad, on Mondays"}, ["user: The new atlas is here, Konrad gave it to me."]),
        ({"high_chair": "yes"}, ["user: My neighbour's boy is two metres tall. No high chair for him!"]),
        (
            {"name": "Ottoline Vance"},
            ["user: The office gave me three names, Kestrel, Orbo and somebody else."],
        ),
    ],
)
def test_what_says_nothing_of_the_memory_overtakes_it_not(store, lines):
    assert not alarms(night(store, store, talk(*lines)))


def test_what_was_written_tonight_as_the_user_said_is_not_overtaken_by_the_same_talk():
    found = night(
        {"bed_3": "fallow"},
        {"bed_3": "leeks"},
        talk("user: Bed 3 isn't lying fallow any more, the leeks went in yesterday."),
    )
    assert not alarms(found)


def test_a_request_concerns_no_memory_that_shares_a_mere_name_with_what_went():
    found = night(
        {"m1": "Use the old lamp only at site B", "m2": "Site B has nine tables"},
        {"m2": "Site B has nine tables"},
        talk("user: You can drop the note about the lamp."),
    )
    assert kinds(found) == {"m1": "forgotten_on_request"}


def test_a_number_that_somebody_wants_gone_and_that_stays_is_told():
    store = {"m1": "Rowan's number is 07700 900512"}
    found = night(
        store,
        store,
        talk("agent: Is there anything I should no longer keep?", "user: His phone number, obviously."),
    )
    assert kinds(found) == {"m1": "not_forgotten"}
