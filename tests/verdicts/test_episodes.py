"""What the stretch of talk about an entry tells the second look."""

from datetime import UTC, datetime

from auditor.facts import read_facts
from auditor.funnel.candidates import FactBook
from auditor.records import Entry, Speaker, Transcript, Turn
from auditor.verdicts.second_look.claims import content_of
from auditor.verdicts.second_look.episodes import episode_features
from auditor.verdicts.second_look.talk import Talk

AT = datetime(2026, 5, 2, 12, tzinfo=UTC)
BEFORE, AFTER = Entry("choir_room", "crypt"), Entry("choir_room", "gallery")


def episode(*lines: str):
    turns = [
        Turn(Speaker(who), text.strip(), at)
        for at, (who, _, text) in enumerate(line.partition(":") for line in lines)
    ]
    transcript = Transcript("t", turns, AT)
    talk = Talk(FactBook(read_facts([transcript]), frozenset({"t"})), [transcript])
    return episode_features(content_of(BEFORE, AFTER), talk, ("gallery", "choir_room", {}))


def test_a_talk_about_something_else_is_not_about_the_entry():
    elsewhere = episode("user: The soup needs salt.", "agent: A pinch.")
    there = episode("user: Our choir sings in the gallery from Monday.", "agent: Lovely.")
    assert elsewhere.get("about", 0.0) == 0.0
    assert there["about"] > 0.0
    assert there["told_topic"] > 0.0


def test_the_last_of_two_values_is_known():
    kept = episode("user: Somebody wanted the gallery.", "agent: And?", "user: We stay in the crypt.")
    moved = episode("user: The crypt floods.", "agent: And now?", "user: The gallery is ours.")
    assert (kept["last_old"], kept["last_new"]) == (1.0, 0.0)
    assert (moved["last_old"], moved["last_new"]) == (0.0, 1.0)


def test_what_is_told_of_somebody_else_stands_apart():
    theirs = episode("user: My sister sings in a gallery.", "agent: How grand.")
    assert theirs["foreign_new"] == 1.0
    assert "told_topic" not in theirs


def test_how_an_offer_was_taken_is_in_the_window():
    put_off = episode("agent: The gallery is free for the choir.", "user: Let me sleep on it.")
    taken = episode("agent: The gallery is free for the choir.", "user: Yes please!")
    assert put_off["window_user_defers"] == 1.0
    assert (taken["window_user_agrees"], taken["window_user_defers"]) == (1.0, 0.0)
