"""The second look at would-be alarms: what lowers it, what raises it, and when it keeps out."""

from datetime import UTC, datetime, timedelta

import pytest

from auditor.changes.compare import compare_entries
from auditor.changes.memory_index import MemoryEntryIndex
from auditor.records import Entry, Speaker, Transcript, Turn
from auditor.verdicts.described import describe
from auditor.verdicts.interface import Case
from auditor.verdicts.judging import judge
from auditor.verdicts.policy import Policy
from auditor.verdicts.second_look.claims import content_of
from auditor.verdicts.second_look.talk import cues_in

AT = datetime(2026, 5, 2, 3, tzinfo=UTC)
CHAT = [
    (Speaker.USER, "Morning! Any news of the parcel?"),
    (Speaker.AGENT, "It left the depot at six."),
    (Speaker.USER, "Lovely."),
    (Speaker.AGENT, "Anything else about the party?"),
    (Speaker.USER, "The balloons came, all of them blue."),
    (Speaker.AGENT, "Pretty."),
    (Speaker.USER, "Does the oven fit a tray that size?"),
    (Speaker.AGENT, "It should."),
    (Speaker.USER, "Phew."),
    (Speaker.AGENT, "Your caterer could do a vegan menu."),
]


def alarms_of(talk, before, after, policy=None):
    turns = [Turn(who, text, at) for at, (who, text) in enumerate(talk)]
    case = Case(
        store="s",
        at=AT,
        since=AT - timedelta(days=1),
        changes=list(compare_entries(before, after)),
        entries=MemoryEntryIndex(after, describe),
        transcripts=[Transcript("t", turns, AT - timedelta(hours=3))],
        policy=policy or Policy(),
    )
    return [one for one in judge(case).findings if one.alarm]


def alarms(talk, value, band=0.0, old="roast"):
    menu = [Entry("party_menu", old)], [Entry("party_menu", value)]
    return alarms_of(talk, *menu, Policy(look_band=band))


def test_an_offer_that_was_refused_is_a_surer_alarm_than_one_that_was_taken_in_words_the_rules_miss():
    refused = [
        *CHAT,
        (Speaker.USER, "No way, my uncle would walk out."),
        (Speaker.AGENT, "Ha."),
        (Speaker.USER, "Bye"),
    ]
    alarm = alarms(refused, "vegan")[0]
    taken = [
        *CHAT,
        (Speaker.USER, "Good thinking, let's have it."),
        (Speaker.AGENT, "Ha."),
        (Speaker.USER, "Bye"),
    ]
    softer = alarms(taken, "vegan")
    assert not softer or softer[0].confidence < alarm.confidence


def test_on_a_short_conversation_the_rules_keep_their_confidence():
    alarm = alarms([(Speaker.USER, "The menu is roast."), (Speaker.AGENT, "Fine.")], "vegan")[0]
    assert alarm.confidence >= 0.59


def test_an_alarm_below_the_look_band_is_not_raised():
    talk = [*CHAT, (Speaker.USER, "Hm."), (Speaker.AGENT, "As you like."), (Speaker.USER, "Bye")]
    sure = alarms(talk, "vegan")[0].confidence
    assert alarms(talk, "vegan", band=min(1.0, sure + 0.01)) == []


def test_the_same_night_is_looked_at_alike_each_time():
    talk = [*CHAT, (Speaker.USER, "Hm."), (Speaker.AGENT, "As you like."), (Speaker.USER, "Bye")]
    assert alarms(talk, "vegan") == alarms(talk, "vegan")


def test_turns_of_phrase_are_known_in_five_languages():
    assert "agrees" in cues_in("Oh ja bitte, Freitag.")
    assert "agrees" in cues_in("Me vale.")
    assert "refuses" in cues_in("Surtout pas, tout est bio ici.")
    assert "others" in cues_in("我同事膝盖受伤了")
    assert "agrees" in cues_in("はい、お願いします。")


@pytest.mark.parametrize(
    ("old", "new", "garbled"),
    [
        ("4417", "4471", True),
        ("500 mg a day", "5000 mg a day", True),
        ("+49 30 5550 4417", "+49 30 5550 4471", True),
        ("4417", "4418", False),
        ("12", "21", False),
        ("2026-12-04", "2026-04-12", False),
    ],
)
def test_a_number_of_the_same_digits_is_a_garbled_one(old, new, garbled):
    assert content_of(Entry("gate", old), Entry("gate", new)).garbled is garbled


def test_a_garbled_number_that_nobody_said_is_always_shown():
    talk = [*CHAT, (Speaker.USER, "Hm."), (Speaker.AGENT, "As you like."), (Speaker.USER, "Bye")]
    assert alarms(talk, "room 4471", band=0.5, old="room 4417")


def test_an_alarm_about_an_allergy_is_always_shown():
    before, after = [Entry("allergies", ["kiwi"])], [Entry("allergies", ["kiwi", "latex"])]
    assert [one.key for one in alarms_of([*CHAT, *CHAT], before, after)] == ["allergies"]


def test_a_memory_that_went_without_a_word_is_shown_in_a_long_talk_too():
    before = [Entry("florist", "Iris Blumen, 030 5551"), Entry("party_menu", "roast")]
    after = [Entry("party_menu", "roast")]
    lost = [(one.key, one.kind) for one in alarms_of([*CHAT, *CHAT], before, after)]
    assert lost == [("florist", "unexplained_loss")]


def test_a_mere_no_to_a_question_makes_no_memory_stale():
    talk = [(Speaker.AGENT, "Is the party menu, the roast, to be moved to Friday?"), (Speaker.USER, "No.")]
    assert alarms([*CHAT, *talk], "roast", old="roast") == []
