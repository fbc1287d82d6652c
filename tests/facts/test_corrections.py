import pytest

from auditor.facts import read_facts
from auditor.records import Mood, Speaker, Transcript, Turn


def standing(facts):
    return [fact.text.partition(" (")[0] for fact in facts if fact.asserts]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            ["u: My flight is on the 12th.", "a: Noted.", "u: No wait, the 14th."],
            ["My flight is on the 14th"],
        ),
        (["u: The meeting is at 3pm. Sorry, I mean 4pm."], ["The meeting is at 4pm"]),
        (
            ["u: Book a table for 4 on Friday at 7pm.", "a: Done.", "u: Actually make it 3."],
            ["Book a table for 3 on Friday at 7pm"],
        ),
        (["u: The office opens at 8:00.", "u: Correction: it opens at 9:00."], ["The office opens at 9:00"]),
        (["u: I moved to 8 Mill Lane.", "a: Noted.", "u: Scratch that."], []),
        (
            ["u: Note: allergic to penicillin.", "u: sorry my bad, it's amoxicillin, not penicillin"],
            ["Note: allergic to amoxicillin", "not penicillin"],
        ),
        (
            ["u: I live at 14 Larch Road, flat 3.", "u: oh and it's flat 4, not 3, sorry"],
            ["I live at 14 Larch Road, flat 4", "not 3, sorry"],
        ),
    ],
)
def test_the_last_word_wins(lines, expected, user_said):
    assert standing(user_said(*lines)) == expected


def test_only_what_was_wrong_is_taken_back(user_said):
    facts = user_said(
        "u: They moved my haircut on Thursday, it's at half past four. No wait, wrong line: at four o'clock."
    )
    assert "They moved my haircut on Thursday" in standing(facts)
    assert not any("half past four" in text for text in standing(facts))


def test_confusing_one_thing_with_another_takes_back_the_turn_before(user_said):
    facts = user_said(
        "u: I moved to 8 Mill Lane, please change my address.",
        "a: I can do that.",
        "u: Hold on, I confused that with my office. My home address hasn't changed.",
    )
    assert not any("Mill Lane" in fact.quote for fact in facts if fact.asserts)


def test_keeping_it_after_all_takes_back_a_request_to_forget(user_said):
    facts = user_said("u: Forget my shoe size.", "a: Shall I delete size 41?", "u: No, wait, leave it in.")
    assert not any(fact.mood is Mood.FORGET and fact.asserts for fact in facts)


def test_a_correction_counts_by_time_and_not_by_order_of_files(conversation):
    later = conversation("u: Correction to this morning: production runs in eu-west.", name="t2", hour=15)
    earlier = conversation("u: We decided to run production in eu-central.", name="t1", hour=8)
    facts = read_facts([later, earlier])
    assert [fact.transcript for fact in facts] == ["t1", "t2"]


def test_giving_in_to_the_agent_takes_back_the_earlier_figure(user_said):
    facts = user_said(
        "u: Our booth has 12 square metres.",
        "a: The organiser has 9 square metres.",
        "u: You're right, it's 9.",
    )
    assert not any("12" in text for text in standing(facts))


def test_instead_of_names_what_is_no_longer_wanted(user_said):
    facts = user_said("u: Deliver on Friday instead of Sunday.")
    assert [(fact.quote, fact.negated) for fact in facts] == [
        ("Deliver on Friday", False),
        ("instead of Sunday", True),
    ]


def test_an_unrelated_actually_takes_nothing_back(user_said):
    facts = user_said("u: I live in Ghent.", "a: Nice.", "u: Actually I also have a dog.")
    assert "I live in Ghent" in standing(facts)


def test_a_no_to_the_agents_number_takes_back_that_number_and_no_other():
    said = [
        (Speaker.USER, "five lanes this term"),
        (Speaker.AGENT, "Half past six as before?"),
        (Speaker.USER, "No, six sharp, hockey comes after us."),
    ]
    turns = [Turn(who, text, number) for number, (who, text) in enumerate(said)]
    facts = read_facts([Transcript("t1", turns)])
    assert [fact.retracted for fact in facts if fact.quote == "five lanes this term"] == [False]
