"""A store with a past meets its first audit: young conversations call nothing old made up."""

from datetime import timedelta

from verdict_cases import AT, kinds, night, talk
from verdict_cases import alarms as alarms_in

SAID = talk("user: Hi! What should I cook?", "agent: A lemon pasta, without shellfish?", "user: Sounds good.")
FACTS = {
    "name": "Priya Raman",
    "employer": "Lumen Health",
    "home": "Austin, Texas",
    "dog": "Biscuit, a beagle",
    "answers": "short, without bullets",
    "meeting": "Tuesdays at ten",
}


def alarms(verdicts):
    return {finding.key: finding.kind for finding in alarms_in(verdicts)}


def dated(days):
    written = (AT - timedelta(days=days)).isoformat()
    return [{"id": key, "memory": text, "created_at": written} for key, text in FACTS.items()]


def test_a_store_that_hardly_any_conversation_tells_of_is_unverified_and_not_made_up():
    assert set(kinds(night(None, FACTS, SAID)).values()) == {"unverified"}


def test_the_odd_one_out_is_still_made_up():
    told = talk(*(f"user: My {key} is {text}." for key, text in FACTS.items()))
    assert alarms(night(None, FACTS | {"car": "a red Tesla"}, told)) == {"car": "unsupported"}


def test_memories_written_before_the_first_conversation_are_not_held_against_it():
    few = dated(200)[:3]
    assert alarms(night(None, few, SAID)) == {}
    assert set(alarms(night(None, dated(0)[:3], SAID)).values()) == {"unsupported"}


def test_what_the_user_said_otherwise_is_found_however_old_the_memory():
    told = talk("user: I no longer work at Lumen Health, I work at Kestrel now.")
    assert "employer" in alarms(night(None, dated(200), told))
