"""What may contradict what inside one store: a baseline must not cry over keys that only look alike."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from auditor.changes.memory_index import MemoryEntryIndex
from auditor.records import Change, ChangeKind
from auditor.stores.entries import entries_of_scenario
from auditor.verdicts.described import describe
from auditor.verdicts.interface import Case
from auditor.verdicts.judging import judge

SCENARIOS = Path(__file__).parents[1] / "scenarios"
BY_THEMSELVES = {"expired", "relative_time"}


def alarms(store: object) -> dict[str, str]:
    entries = entries_of_scenario(store)
    case = Case(
        store="s",
        at=datetime(2026, 11, 30, tzinfo=UTC),
        changes=[Change(ChangeKind.ADDED, entry.key, None, entry) for entry in entries],
        entries=MemoryEntryIndex(entries, describe),
        first_audit=True,
    )
    return {finding.key: finding.kind for finding in judge(case).findings if finding.alarm}


@pytest.mark.parametrize(
    "store",
    [
        {"lead.orbisoft": {"stage": "proposal", "eur": 18000}, "lead.pinecrest": {"stage": "demo", "eur": 42000}},
        {"step_goal": 8000, "step_count": 9120},
        {"plot": "27B", "water": "standpipe by plot 30"},
        {"name": "Imke Halvorsen", "emergency_contact": {"name": "Runa Halvorsen", "relation": "mother"}},
        {"diet": "vegetarian", "favourite_cafe": "Café Zoë at the fish market"},
        [{"id": "d5", "memory": "Night 2 at Fell View bunkhouse"}, {"id": "d6", "memory": "Night 3 at Fell View bunkhouse"}],
        [{"id": "f2", "memory": "User's start weight was 88 kg"}, {"id": "f3", "memory": "User's current weight is 84.6 kg"}],
        [{"id": "l4", "memory": "User's work laptop runs Linux"}, {"id": "l1", "memory": "At work the user writes in English"}],
    ],
)  # fmt: skip
def test_different_attributes_are_no_conflict(store):
    assert alarms(store) == {}


@pytest.mark.parametrize(
    "store",
    [
        {"diet": "vegetarian", "friday_dinner": "eats a beef steak every Friday"},
        {"contract_status": "terminated", "current_contract": "active until 2028"},
        [
            {"id": "m1", "memory": "User was born in 1988"},
            {"id": "m3", "memory": "User's year of birth is 1979"},
        ],
        [
            {"id": "m1", "memory": "User is a vegetarian"},
            {"id": "m2", "memory": "User eats steak every Friday"},
        ],
        [{"id": "a", "memory": "User lives in Oslo"}, {"id": "b", "memory": "User lives in Bergen"}],
    ],
)
def test_one_attribute_with_two_values_is_a_conflict(store):
    assert set(alarms(store).values()) == {"cross_entry"}


def test_the_first_audit_of_a_sound_store_without_conversations_is_quiet():
    cases = [json.loads(line) for name in ("open", "second") for line in (SCENARIOS / f"{name}.jsonl").open()]
    stores = [case for case in cases if case["before"]]
    loud = {case["id"] for case in stores if set(alarms(case["before"]).values()) - BY_THEMSELVES}
    assert len(loud) <= len(stores) // 50
