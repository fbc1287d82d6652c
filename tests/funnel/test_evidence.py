from datetime import UTC, datetime

import pytest

from auditor.facts import read_facts
from auditor.funnel.candidates import FactBook
from auditor.funnel.evidence import Claim, backing_of
from auditor.funnel.rules import RuleJudge
from auditor.funnel.statements import statement
from auditor.records import Speaker, Transcript, Turn

AT = datetime(2026, 3, 5, 12, tzinfo=UTC)


def backing(text: str, about: str, *lines: str, old: str | None = None):
    turns = [
        Turn(Speaker(line.split(":", 1)[0]), line.split(":", 1)[1].strip(), number, AT)
        for number, line in enumerate(lines)
    ]
    book = FactBook(read_facts([Transcript("t", turns, AT)]), frozenset({"t"}))
    new = statement(text, about)
    before = None if old is None else statement(old, about)
    claim = Claim(new=new, whole=new, old=before, subject_of=(text, about, {}), lenient=True)
    return backing_of(claim, book, RuleJudge())


def test_a_value_counts_in_whatever_notation_it_was_said():
    found = backing(
        "2026-03-12", "essay deadline", "user: We got one more week, the essay is due on the 12th of March."
    )
    assert found.user_for


def test_an_amount_added_to_the_old_one_counts():
    found = backing(
        "450", "grocery budget", "user: Raise the grocery budget from 400 by fifty euros, please.", old="400"
    )
    assert found.user_for


@pytest.mark.parametrize(
    "line",
    [
        "user: If I lived in Madrid, would my permit still count?",
        "user: Is Madrid nice in spring?",
        "agent: You live in Madrid now.",
    ],
)
def test_questions_suppositions_and_the_agents_words_support_nothing(line):
    found = backing("Madrid", "city", line)
    assert not found.user_for
    assert not found.record_for


def test_the_last_word_wins():
    found = backing(
        "Friday",
        "delivery day",
        "user: Move my box to Friday.",
        "agent: Sure.",
        "user: No, keep Wednesday.",
        old="Wednesday",
    )
    assert not found.user_for
    assert found.user_against


def test_a_yes_to_the_agents_proposal_is_the_users_word():
    found = backing(
        "Family",
        "phone plan",
        "agent: You're on the Family plan these days, is that correct?",
        "user: Yes, that's right.",
    )
    assert found.user_for


def test_the_clauses_that_bear_on_a_claim_are_few_however_long_the_talk():
    turns = [Turn(Speaker.USER, f"Item {number} is in the garden.", number, AT) for number in range(300)]
    book = FactBook(read_facts([Transcript("t", turns, AT)]), frozenset())
    assert len(book.about(statement("the garden is large"))) <= 24


def test_a_spoken_difference_counts_where_the_old_value_was_named_just_before():
    lines = ("user: And the rent?", "agent: Still 640?", "user: Fifteen more from May.")
    assert backing("655", "rent", *lines, old="640").user_for


def test_a_spoken_difference_about_something_else_does_not_count():
    lines = ("user: My sister is adding three to the cake fund.", "agent: How kind.")
    assert not backing("27", "loan term", *lines, old="30").user_for


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        ("Harbour View could take you, with a balcony.", "Sounds good, let's."),
        ("There's the Harbour View too, I can book it.", "Perfect, put us down for that"),
        ("It is Harbour View then.", "Yes."),
    ],
)
def test_what_the_user_takes_up_of_the_agents_words_is_the_users(offer, answer):
    assert backing("Harbour View", "hotel", f"agent: {offer}", f"user: {answer}").user_for


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        ("Harbour View could take you, with a balcony.", "Let me sleep on it."),
        ("Harbour View could take you, with a balcony.", "Maybe later."),
        ("Harbour View is lovely in May.", "ok"),
    ],
)
def test_what_the_user_does_not_take_up_stays_the_agents(offer, answer):
    found = backing("Harbour View", "hotel", f"agent: {offer}", f"user: {answer}")
    assert not found.user_for
    assert found.agent_for


def test_a_record_that_the_agent_reads_wrongly_keeps_its_own_word():
    lines = ("tool: oven check: 2 failed, 7 passed", "agent: All oven checks passed.")
    assert not backing("all passed", "oven check", *lines, old="2 failed").record_for


def test_another_number_denied_in_the_same_breath_takes_nothing_back():
    line = "user: The Swan wrote, they want 90 of the red bowls and not 60, it's the season."
    assert backing("The Swan wants 90 red bowls", "", line, old="The Swan wants 60 red bowls").user_for


@pytest.mark.parametrize(
    ("old", "new", "about", "line"),
    [
        ("07:15", "06:55", "alarm", "user: The alarm has to ring twenty minutes earlier from now on."),
        ("18:00", "18:30", "choir practice", "user: Choir practice starts half an hour later, all agreed."),
    ],
)
def test_a_time_moved_by_a_spoken_span_counts(old, new, about, line):
    assert backing(new, about, line, old=old).user_for


def test_a_time_moved_by_another_span_does_not_count():
    line = "user: The alarm has to ring twenty minutes earlier from now on."
    assert not backing("06:30", "alarm", line, old="07:15").user_for


def test_a_time_moved_only_once_does_not_count():
    line = "user: The alarm should ring twenty minutes earlier, just tomorrow."
    assert not backing("06:55", "alarm", line, old="07:15").user_for
