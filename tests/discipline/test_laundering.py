"""An agent's invention over five nights: said once, stored, recalled, restated, stored again, consolidated."""

import json
from datetime import UTC, datetime

import pytest
from audrey_store import Audrey

from auditor.config import load_job
from auditor.runs.nightly import run_job
from auditor.times import rfc3339

JOB = """
[job]
name = "laundering"

[[stores]]
name = "assistant"
path = "{store}"
transcripts = ["talk"]
"""
HONEST = "I live in Turin."
RECALLED = "Recalled from memory: the user is vegetarian."
TALKS = {
    1: [("user", HONEST), ("agent", "Noted, you live in Turin.")],
    2: [
        ("user", "Can you book the 9:40 train to Milan?"),
        ("agent", "Booked. As you are vegetarian, I ordered a vegetarian meal."),
    ],
    3: [
        ("user", "What is on my list for Friday?"),
        ("document", RECALLED),
        ("agent", "A train at 9:40. I remember that you are vegetarian."),
    ],
    4: [
        ("user", "Find me a hotel in Milan."),
        ("document", RECALLED),
        ("agent", "I found one with vegetarian breakfast, since you are vegetarian."),
    ],
    5: [("user", "Thanks, and what is the weather?"), ("agent", "Sunny, 21 degrees.")],
}


class House:
    """A job's folder with one store and its conversations, night by night."""

    def __init__(self, folder, store):
        self.folder = folder
        (folder / "talk").mkdir()
        (folder / "job.toml").write_text(JOB.format(store=store))
        self.store = folder / store

    def night(self, day):
        """The audit of the night after ``day``, with what was said on it."""
        told = [{"speaker": who, "text": text} for who, text in TALKS[day]]
        talk = {"id": f"d{day}", "at": f"2026-11-0{day}T10:00:00Z", "turns": told}
        (self.folder / f"talk/{day}.json").write_text(json.dumps(talk))
        moment = datetime(2026, 11, day, 23, tzinfo=UTC)
        audit = run_job(load_job(self.folder / "job.toml"), at=moment, tell=lambda _: None)
        (store,) = audit.stores
        return store


def alarms(store):
    """The keys with an open alarm."""
    return {one.key for one in store.findings if one.alarm and one.state in {"open", "reopened"}}


def broken(store):
    """The keys that break a rule on evidence."""
    rules = {"laundered", "model_only", "circular", "beyond_evidence"}
    return {one.key for one in store.discipline.violations if one.invariant in rules}


def test_in_a_plain_store_the_invention_is_an_alarm_from_its_first_night_to_its_last(tmp_path):
    house = House(tmp_path, "memory.json")
    memory = {"city": "Turin"}

    def night(day, **entries):
        memory.update(entries)
        house.store.write_text(json.dumps({key: text for key, text in memory.items() if text}))
        return house.night(day)

    assert alarms(night(1)) == set()
    stored = night(2, diet="The user is vegetarian.")
    assert alarms(stored) == {"diet"}
    assert {one.kind for one in stored.findings if one.key == "diet"} == {"agent_invention"}
    assert "diet" in alarms(night(3))
    again = night(4, meals="Orders vegetarian meals, the user is vegetarian.")
    assert {"diet", "meals"} <= alarms(again)
    merged = night(5, diet="", meals="", profile="The user is vegetarian and orders vegetarian meals.")
    assert "profile" in alarms(merged)
    assert "city" not in alarms(merged)


@pytest.mark.parametrize("shape", ["list", "lines"])
def test_in_a_store_with_evidence_ids_it_is_also_called_laundered(tmp_path, shape):
    house = House(tmp_path, "memory.json" if shape == "list" else "memory.jsonl")
    records = [
        {"id": "m0", "text": "The user lives in Turin.", "source": "user"},
        {"id": "m1", "text": "The train to Milan leaves at 9:40.", "source": "tool"},
    ]

    def night(day, *more):
        records.extend(more)
        lines = [json.dumps(one) for one in records]
        text = json.dumps(records) if shape == "list" else "\n".join(lines) + "\n"
        house.store.write_text(text)
        return house.night(day)

    invention = {"text": "The user is vegetarian.", "source": "model-generated"}
    first = night(1)
    assert broken(first) == set()
    stored = night(2, {"id": "m2", **invention})
    assert "m2" in alarms(stored)
    assert broken(stored) == {"m2"}
    assert ("model_only", ("m2",)) in {(one.kind, tuple(one.keys)) for one in stored.notes}
    recalled = night(3)
    assert "m2" in alarms(recalled) & broken(recalled)
    again = night(4, {"id": "m3", **invention})
    assert {"m2"} <= alarms(again)
    assert broken(again) == {"m2", "m3"}
    principle = {"id": "m4", "text": "The user is vegetarian.", "source": "consolidation"}
    merged = night(5, {**principle, "derived_from": ["m2", "m3"]})
    assert "m4" in broken(merged)
    (laundered,) = [one for one in merged.discipline.violations if one.invariant == "laundered"]
    assert (laundered.key, set(laundered.others)) == ("m4", {"m2", "m3"})
    assert "m2" in alarms(merged)
    assert "m0" not in alarms(merged) | broken(merged)


@pytest.mark.parametrize("indexed", [False, True], ids=["v0.3.3", "v16"])
def test_in_an_audrey_store_it_stays_flagged_through_the_consolidation(tmp_path, indexed):
    house = House(tmp_path, "audrey.db")
    store = Audrey(house.store, indexed=indexed)

    def night(day):
        return house.night(day)

    store.episode("E1", "The user lives in Turin.")
    first = night(1)
    assert broken(first) == set()
    store.episode("E2", "The user is vegetarian.", "model-generated")
    stored = night(2)
    assert "E2" in broken(stored)
    assert "E2" in alarms(stored)
    recalled = night(3)
    assert "E2" in broken(recalled) & alarms(recalled)
    store.episode("E3", "The user is vegetarian.", "model-generated")
    assert {"E2", "E3"} <= broken(night(4))
    store.semantic("S1", "The user is vegetarian.", ["E2", "E3"], evidence_count=2)
    store.run("R1", ["S1"], "completed")
    merged = night(5)
    assert "S1" in broken(merged)
    assert "E2" in alarms(merged)
    assert rfc3339(next(one.since for one in merged.discipline.violations if one.key == "S1")) == (
        "2026-11-05T23:00:00Z"
    )
