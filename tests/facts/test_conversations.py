"""Longer, messier conversations: what must come out of them, and what must not."""

import time
from datetime import UTC, datetime, timedelta, timezone

import pytest

from auditor.facts import forget_requests, read_facts
from auditor.records import Authority, Mood, Speaker, Transcript, Turn


def standing(facts):
    return [fact.text for fact in facts if fact.asserts and fact.authority is Authority.USER]


def test_a_choice_left_by_a_statement_is_taken_by_naming_it(user_said):
    facts = user_said(
        "a: We have Thursday the 23rd, at ten to four or quarter past three.", "u: Quarter past three."
    )
    assert standing(facts) == ["We have Thursday the 23rd: quarter past three"]


def test_a_heading_before_a_colon_is_the_topic_of_what_follows(user_said):
    facts = user_said("u: Ah, and for trips: dinner is 45 euros a day.")
    assert "trips" in facts[-1].text


def test_pointing_at_what_the_agent_named_takes_up_its_name(user_said):
    facts = user_said("a: Levada do Rei is flat and shaded.", "u: Perfect. Put that on the 9th.")
    assert "levada rei" in facts[-1].text


def test_requests_to_forget_go_on_over_turns(said):
    facts = said(
        "u: Delete the dismissal, please.",
        "a: Deleted.",
        "u: Same with the salary.",
        "a: Gone.",
        "u: And my weight as well.",
    )
    assert [request.what for request in forget_requests(facts)] == [
        "the dismissal",
        "the salary",
        "my weight",
    ]


def test_sarcasm_ended_by_a_bare_not_is_a_denial(user_said):
    facts = user_said("u: A concert at five in the morning. I just love those. Not.")
    texts = [fact.text for fact in facts if fact.asserts and fact.negated]
    assert texts == ["It is not true that I just love those"]


def test_a_whole_afternoon_of_party_planning(said):
    facts = said(
        "u: Party planning! The date has to move, the parish needs the garden.",
        "a: To when?",
        "u: Saturday the 26th. Wait, that's my cousin's wedding, so the 19th.",
        "a: 19 September, then?",
        "u: Yes. And we're forty.",
        "a: Forty guests.",
        "u: Let me count again. Auntie brings two more, so forty-two.",
        "a: Shall I book the band?",
        "u: I've booked Trio Calabash. If it rains we might go inside.",
        "a: The budget is 2,000 now.",
        "u: haha no. My brother pays the cake though.",
    )
    texts = standing(facts)
    assert "19 September, then" in texts
    assert not any("26th" in text for text in texts)
    assert any("Trio Calabash" in text for text in texts)
    assert not any("rain" in text or "inside" in text for text in texts)
    assert [fact.subject for fact in facts if "pays the cake" in fact.text] == ["brother"]


def test_a_noisy_message_still_says_what_it_says(user_said):
    facts = user_said(
        "u: yeah hi um so the delivery adress its not osier court no more its forty two hazel drive like the nut"
    )
    denied = [fact.quote for fact in facts if fact.negated]
    stated = [fact.quote for fact in facts if not fact.negated]
    assert any("osier court" in quote for quote in denied)
    assert any("hazel drive" in quote for quote in stated)


def test_a_condition_without_a_comma_ends_where_the_request_begins(user_said):
    facts = user_said("u: if im not in jus leave it at the door ok? like always from now on")
    assert [(fact.quote, fact.mood) for fact in facts][:2] == [
        ("if im not in", Mood.SUPPOSED),
        ("jus leave it at the door ok", Mood.REQUESTED),
    ]


def test_hours_of_chatter_add_nothing_to_what_was_said(said):
    told = ["u: I moved to Ghent, not Almere.", "a: Noted."]
    chatter = ["u: How do I descale a kettle?", "a: With vinegar.", "u: ok thanks"] * 60
    key = [(fact.text, fact.mood, fact.subject) for fact in said(*told) if fact.speaker is Speaker.USER]
    around = said(*chatter, *told, *chatter)
    found = [
        (f.text, f.mood, f.subject) for f in around if f.speaker is Speaker.USER and f.mood is not Mood.ASKED
    ]
    assert found == key


def test_facts_come_in_order_of_time_in_the_speakers_zone():
    late = Transcript("late", [Turn(Speaker.USER, "I moved.", 0)], datetime(2026, 3, 10, 23, 30, tzinfo=UTC))
    early = Transcript("early", [Turn(Speaker.USER, "I stayed.", 0)], datetime(2026, 3, 1, tzinfo=UTC))
    unknown = Transcript("unknown", [Turn(Speaker.USER, "I waited.", 0)])
    zone = timezone(timedelta(hours=2))
    facts = read_facts([late, early, unknown], zone)
    assert [fact.transcript for fact in facts] == ["unknown", "early", "late"]
    assert facts[-1].at is not None
    assert facts[-1].at.date().isoformat() == "2026-03-11"


def test_an_empty_or_strange_conversation_makes_no_facts_and_no_fuss(said):
    assert said() == []
    assert read_facts([Transcript("empty", [])]) == []
    for text in [
        "",
        "   ",
        "???",
        "...",
        "\n\n",
        '"',
        "((((",
        "：；，",
        "'" * 500,
        "a" * 30_000,
        "no " * 5_000,
    ]:
        read_facts(
            [
                Transcript(
                    "t",
                    [Turn(Speaker.USER, text, 0), Turn(Speaker.AGENT, text, 1), Turn(Speaker.USER, "yes", 2)],
                )
            ]
        )


@pytest.mark.parametrize(
    "text",
    ["I and ", "if x ", "a, ", '"x y z ', "> a\n", "<!-- ", "haha. ", "who says that ", "1", "forget it. "],
)
def test_a_hostile_turn_costs_no_more_than_its_length(text):
    def seconds(copies: int) -> float:
        turns = [Turn(Speaker.USER, (text * 20_000)[: copies * 2_500], 0), Turn(Speaker.AGENT, "Ok?", 1)]
        begun = time.process_time()
        read_facts([Transcript("t", turns)])
        return time.process_time() - begun

    once = max(min(seconds(1) for _ in range(2)), 0.005)
    assert seconds(8) < 40 * once


def test_a_role_play_hangs_over_the_turns_until_it_ends(user_said):
    facts = user_said(
        "u: Let's role-play: you are a waiter and I'm a vegan from Mars.",
        "a: Welcome!",
        "u: I eat only rocks.",
        "a: Of course.",
        "u: Ok, stop. In real life I'm lactose intolerant.",
    )
    asserted = [fact.text for fact in facts if fact.asserts]
    assert "In real life I'm lactose intolerant" in asserted
    assert not any(word in text for text in asserted for word in ("waiter", "vegan", "rocks"))


def test_yes_but_mends_the_value_that_it_names(user_said):
    facts = user_said("a: The 9th at 10?", "u: yep but at 11")
    assert facts[0].text == "The 9th at 11"


def test_a_corrected_count_is_that_of_the_same_thing(user_said):
    facts = user_said("u: It's for 3 adults and 2 kids.", "a: Noted.", "u: oh wait, 2 adults")
    assert [fact.text for fact in facts if fact.asserts] == ["It's for 2 adults and 2 kids"]


def test_a_letter_speaks_of_its_reader_and_for_its_writer(said):
    facts = said("d: Your leave has been approved. We look forward to seeing you.")
    assert [fact.subject for fact in facts] == ["user", "somebody"]
