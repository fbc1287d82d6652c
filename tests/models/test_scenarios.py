"""Second opinions over the labelled scenarios: whatever a model says, no alarm is lost."""

from pathlib import Path

import pytest

from auditor.bench.files import read_bench
from auditor.bench.predicting import judge_scenario
from auditor.models.interface import InMemory, Opinion, Stance, Trial
from auditor.models.panel import Models, Panel

SCENARIOS = read_bench(Path(__file__).parents[1] / "scenarios" / "open.jsonl").scenarios


class Says:
    """A judge with one answer to everything that has nevertheless passed its trial."""

    prompt = ""

    def __init__(self, stance):
        self.identity, self.stance, self.asked = f"says {stance}", stance, 0

    def trial(self):
        return Trial(8, 8, constant=False)

    def refusal(self):
        return ""

    def ask(self, questions, take):
        self.asked += len(questions)
        for question in questions:
            take(question, Opinion(self.stance, 0.99, self.identity))
        return ""


def alarms(scenario, models=None):
    verdicts = judge_scenario(scenario, models) if models else judge_scenario(scenario)
    return {(one.key, one.label, one.kind): one.confidence for one in verdicts.findings if one.alarm}


@pytest.mark.slow
@pytest.mark.parametrize("stance", Stance)
def test_no_alarm_is_lost_whatever_a_model_says(stance):
    judge = Says(stance)
    for scenario in SCENARIOS:
        before = alarms(scenario)
        after = alarms(scenario, Models(Panel([judge], InMemory())))
        assert before.keys() <= after.keys(), scenario.id
        assert all(confidence >= 0.5 for confidence in after.values())
    assert 0 < judge.asked < len(SCENARIOS)
