"""Where two texts disagree about a value, and where they only look different."""

import pytest

from auditor.values import differing_values


def pairs(a, b):
    return [(one.text, other.text) for one, other in differing_values(a, b)]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (
            "The report is due on 1 April",
            "The report can be handed in until 15 April",
            [("1 April", "15 April")],
        ),
        ("limited to 100 requests per second", "limited to 25 requests per second", [("100", "25")]),
        (
            "limited to 100 requests per second",
            "limited to 100 requests per minute",
            [("per second", "per minute")],
        ),
        ("takes 75 mcg daily", "takes 75 mg daily", [("75 mcg", "75 mg")]),
        ("lives in Oslo with Anna", "lives in Bergen with Anna", [("Oslo", "Bergen")]),
        ("has 3 cats and 2 dogs", "has 2 dogs and 4 cats", [("3", "4")]),
        ("rent 950 € monthly", "rent 950 € weekly", [("950 € monthly", "950 € weekly")]),
        ("Kurs am Montag um 18 Uhr", "Kurs am Dienstag um 18 Uhr", [("Montag", "Dienstag")]),
        ("Dr. Ana Ruiz is the dentist", "Dr. Ana Gomez is the dentist", [("Dr. Ana Ruiz", "Dr. Ana Gomez")]),
        ("call 0170 1234567", "call +49 170 1234568", [("0170 1234567", "+49 170 1234568")]),
        ("window of 30 days", "window of 60", [("30 days", "60")]),
    ],
)
def test_a_changed_value_is_paired_with_what_it_was(a, b, expected):
    assert pairs(a, b) == expected
    assert pairs(b, a) == [(other, one) for one, other in expected]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("flat is 5 km away", "the flat is 3.1 miles away"),
        ("weight 72 kg", "weighs 158.7 lb"),
        ("meeting on 14 March", "meeting on 2026-03-14 at 3pm"),
        ("course on Saturday", "course on 14 March 2026"),
        ("timeout is 30 seconds", "timeout is 30"),
        ("call +49 170 1234567", "call 0170 1234567"),
        ("lives in Bergen", "based in Bergen, Norway"),
        ("dentist at 10:00", "dentist at ten"),
        ("met Müller", "met Dr. Muller"),
        ("plan is $49", "plan is $49 per month"),
        ("allergic to peanuts", "allergic to peanuts and shellfish"),
        ("due 03/04/2026", "due 3 April 2026"),
    ],
)
def test_values_that_may_denote_the_same_are_no_difference(a, b):
    assert pairs(a, b) == []
