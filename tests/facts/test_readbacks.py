"""What the agent reads back counts as the user's only where the user told it and lets it stand."""

from datetime import UTC, datetime

import pytest

from auditor.changes.memory_index import MemoryEntryIndex
from auditor.records import Authority, Entry, Speaker, Transcript, Turn
from auditor.verdicts.described import describe
from auditor.verdicts.interface import Case
from auditor.verdicts.judging import judge


def read_back(facts):
    return [fact.text for fact in facts if fact.read_back]


@pytest.mark.parametrize(
    ("told", "agent", "text"),
    [
        (
            "ten puzzles are too few, can i have 5 more",
            "Fifteen a day from now on.",
            "Fifteen a day from now on",
        ),
        ("we have a new guest in 15, she eats no meat and no fish", "Vegetarian, then.", "Vegetarian, then"),
        ("push that by a week as well", "Sander from the 15th.", "Sander from the 15th"),
        ("Can't do Mondays any more. A week on?", "The 25th works.", "The 25th works"),
        (
            "going away on the 14th for a week, keep everything",
            "So we hold from the 14th to the 21st.",
            "So we hold",
        ),
        ("ok bump it", "Bumped rust-version to 1.80 in Cargo.toml.", "Bumped rust-version to 1.80"),
        ("Im Bad reicht ein Grad weniger.", "Dann 22 im Bad.", "Dann 22 im Bad"),
    ],
)
def test_what_is_read_back_and_let_stand_is_the_users(user_said, told, agent, text):
    found = read_back(user_said(f"u: {told}", f"a: {agent}", "u: Fine. Other thing, is it going to rain?"))
    assert len(found) == 1
    assert found[0].startswith(text)


def test_a_read_back_that_ends_the_conversation_stands(user_said):
    assert read_back(user_said("u: make it an hour later please", "a: Eight o'clock then.")) == [
        "Eight o'clock then"
    ]


@pytest.mark.parametrize(
    "objection", ["No, seven.", "Wait, not that late", "That's not what I asked for", "nein"]
)
def test_a_read_back_that_meets_an_objection_is_nobodys(user_said, objection):
    assert not read_back(user_said("u: make it an hour later", "a: Eight o'clock then.", f"u: {objection}"))


@pytest.mark.parametrize(
    ("told", "agent"),
    [
        ("My blender arrived broken.", "I'm sorry! Your return window is fourteen days."),
        (
            "Send me the newsletter once a month instead.",
            "Will do. As you sell e-bikes only, I'll pick that one.",
        ),
        ("The trip is fixed: 12 to 19 June.", "Lovely, and you are staying at Hotel Casa Olmo."),
        ("It still leaks after I changed the gasket.", "It leaks because of limescale then."),
        ("Northgate replied, they'd like a demo.", "Nice. With around 200 trucks they are a good fit."),
        ("Got it.", "I've noted that you'd like a replacement rather than a repair."),
        ("Jun doesn't eat dairy, so what can replace the cream?", "Oat cream, for less fat."),
    ],
)
def test_what_the_agent_adds_of_its_own_is_never_the_users(user_said, told, agent):
    assert not read_back(user_said(f"u: {told}", f"a: {agent}", "u: ok"))


def test_what_was_asked_for_one_time_only_is_not_read_back_as_a_rule(user_said):
    said = user_said(
        "u: can the lesson be an hour later? only tomorrow", "a: Tomorrow at 11, sure.", "u: thx"
    )
    assert not read_back(said)


def test_a_read_back_may_take_up_the_offer_that_the_user_took(user_said):
    said = user_said("a: Shall I warm up the cabin?", "u: go on then", "a: Cabin heating is on.", "u: thanks")
    assert read_back(said) == ["Cabin heating is on"]


def test_what_was_read_back_may_support_and_never_contradicts():
    transcript = Transcript(
        "t", [Turn(Speaker.USER, "an hour later please", 0), Turn(Speaker.AGENT, "Six.", 1)]
    )
    entry = Entry("dinner", "19:00", {})
    case = Case(
        "s", datetime(2026, 3, 11, tzinfo=UTC), [], MemoryEntryIndex([entry], describe), None, [transcript]
    )
    assert not judge(case).findings


def read_out(facts):
    return [fact.text for fact in facts if fact.read_back and fact.authority is Authority.RECORD]


def test_what_the_agent_reads_out_of_a_record_is_the_records_word(said):
    facts = said(
        "u: and the parcel?",
        "t: tracking 5512: parcel signed for by Bo, 11:05",
        "a: Bo signed for the parcel.",
    )
    assert read_out(facts) == ["Bo signed for the parcel"]


@pytest.mark.parametrize(
    "agent",
    [
        "Your lease ends in March 2029.",
        "The lease might end sooner.",
        "Does the lease suit you?",
        "Congratulations on the new place.",
    ],
)
def test_what_a_record_does_not_hold_is_not_read_out_of_it(said, agent):
    assert not read_out(said("t: lease 88: end 2028-06-30, deposit held", f"a: {agent}", "u: ok"))


@pytest.mark.parametrize(
    ("told", "agent"),
    [
        ("the pump is far too slow, make it a minute", "60 seconds."),
        ("no more beef for Ida please", "I've set the meals to vegetarian."),
        ("the green one please", "Emerald."),
    ],
)
def test_the_first_words_of_the_answer_restate_what_was_told_in_other_words(user_said, told, agent):
    assert read_back(user_said(f"u: {told}", f"a: {agent}", "u: and the lamp?"))


def test_how_the_agent_calls_the_user_is_not_read_back(user_said):
    facts = user_said("u: list the three rooms", "a: Sure, Kim: hall, attic, cellar.", "u: thanks")
    assert not any("Kim" in fact.text for fact in facts)
