"""Two numbers are rivals only where they answer one question."""

import pytest

from auditor.funnel.counted import counted
from auditor.funnel.rules import RuleJudge
from auditor.funnel.statements import statement
from auditor.records import Relation


def conflict(held: str, about: str, said: str) -> bool:
    judged = RuleJudge().relation(statement(held, about), statement(said))
    return judged.relation is Relation.CONFLICT


@pytest.mark.parametrize(
    ("held", "about", "said"),
    [
        ("12", "lockers free", "30 screws went into the lockers"),
        ("18", "choir size", "two altos are ill"),
        ("40", "bus seats limit", "31 seats were taken this morning"),
        ("7", "ward number", "nine nurses work on the ward"),
        ("3.2", "router firmware", "router rt-9 restarted"),
        ("6", "jars of honey", "the other way, 2 jars more"),
    ],
)
def test_a_number_of_something_else_is_no_rival(held, about, said):
    assert not conflict(held, about, said)


@pytest.mark.parametrize(
    ("held", "about", "said"),
    [
        ("12", "lockers free", "There are 9 lockers free"),
        ("40", "bus seats limit", "From May the limit is 35 seats"),
        ("20 hours", "weekly hours", "I'm down to twelve hours from April"),
        ("We seat 60 guests", "", "We seat 48 guests"),
    ],
)
def test_another_number_of_the_same_thing_is_a_rival(held, about, said):
    assert conflict(held, about, said)


@pytest.mark.parametrize(
    ("text", "number", "noun"),
    [
        ("three blue kayaks today", "three", {"blue", "kayak"}),
        ("twelve, I think", "twelve", set()),
        ("page 20 is missing", "20", set()),
    ],
)
def test_the_noun_behind_a_number_is_what_it_counts(text, number, noun):
    assert counted(text, number) == noun
