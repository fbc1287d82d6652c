"""Second opinions over the labelled scenarios: whatever a model says, no alarm is lost."""

from pathlib import Path

import pytest
from judges import Says

from auditor.bench.files import read_bench
from auditor.bench.predicting import judge_scenario
from auditor.models.interface import InMemory, Stance
from auditor.models.panel import Models, Panel

SCENARIOS = read_bench(Path(__file__).parents[1] / "scenarios" / "open.jsonl").scenarios


def alarms(scenario, models=None):
    verdicts = judge_scenario(scenario, models) if models else judge_scenario(scenario)
    return {(one.key, one.label, one.kind): one.confidence for one in verdicts.findings if one.alarm}


@pytest.mark.slow
@pytest.mark.parametrize("stance", Stance)
def test_no_alarm_is_lost_whatever_a_model_says(stance):
    judge = Says(stance, 0.99)
    for scenario in SCENARIOS:
        before = alarms(scenario)
        after = alarms(scenario, Models(Panel([judge], InMemory())))
        assert before.keys() <= after.keys(), scenario.id
        assert all(confidence >= 0.5 for confidence in after.values())
    assert 0 < len(judge.asked) < len(SCENARIOS)
