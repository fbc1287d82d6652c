"""How much a model is asked, and what it costs to ask it no more than that."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from judges import Says
from model_nights import Job

from auditor.bench.files import read_bench
from auditor.bench.metrics import ALARM_LABELS, Predicted, measure
from auditor.bench.predicting import case_of
from auditor.models.interface import InMemory, Opinion, Stance
from auditor.models.panel import Panel
from auditor.verdicts.judging import judge
from auditor.verdicts.policy import Policy
from auditor.verdicts.second_opinion import question_of, review

pytestmark = pytest.mark.slow

SCENARIOS = Path(__file__).parents[1] / "scenarios"
MOST = 0.05  # of all pairs of a changed and a stored entry


def wishes(start, count):
    return {
        f"wish{number}": f"The user wants plant number {number}" for number in range(start, start + count)
    }


def test_a_night_of_a_thousand_changes_asks_a_twentieth_of_all_pairs_at_the_most(tmp_path, endpoint):
    job = Job(tmp_path / "work", None)
    old = {f"plant{number}": f"Plant number {number} needs {number} litres of water" for number in range(50)}
    changing = {f"shelf{number}": f"Shelf {number} holds {number} pots" for number in range(400)}
    job.remember(old | changing)
    job.run("2026-11-27T15:00:00+00:00")
    said = [
        {"at": "2026-11-27T16:00:00Z", "role": "user", "content": f"I want plant number {number}."}
        for number in range(300)
    ]
    (job.folder / "chats/a.jsonl").write_text("\n".join(map(json.dumps, said)), encoding="utf-8")
    moved = {key: value.replace(" pots", "0 pots") for key, value in changing.items()}
    job.remember(old | moved | wishes(0, 600))
    job.url, job.extra = endpoint.url, "batch = 25\nmax_tokens = 100_000_000"
    store = job.run().stores[0]

    changed = len(moved) + 600
    assert changed == 1000
    asked = endpoint.questions()
    assert 0 < len(asked) <= MOST * changed * len(old)
    assert len({json.dumps([one["SAID"], one["MEMORY"]]) for one in asked}) == len(asked)
    assert not [one for one in store.findings if "Not confirmed by a model" in one.reason]


class Knows(Says):
    """Answers each question as the labels of a scenario would have it."""

    def __init__(self, scenario, found):
        super().__init__()
        alarms = {one.key for one in scenario.expected if set(one.labels) & set(ALARM_LABELS)}
        self.truth = {question_of(one): one.key in alarms for one in found}

    def ask(self, questions, take):
        self.asked += questions
        for question in questions:
            stance = Stance.CONTRADICTS if self.truth[question] else Stance.SUPPORTS
            take(question, Opinion(stance, 1.0, self.identity))
        return ""


def second_opinions(scenario, found, policy):
    """What is shown of ``found`` once a judge that knows the answers was asked, and how much it was asked."""
    knows = Knows(scenario, found)
    case = replace(case_of(scenario), policy=policy)
    shown = [
        Predicted(one.key, one.label.value, one.kind, one.confidence, one.band.value)
        for one in review(found, case, Panel([knows], InMemory())).findings
        if one.confidence >= policy.look_band
    ]
    return shown, len(knows.asked)


@pytest.mark.parametrize("name", ["open", "second"])
def test_asking_only_where_rules_are_unsure_loses_nothing_against_asking_about_every_alarm(name):
    scenarios = read_bench(SCENARIOS / f"{name}.jsonl").scenarios
    unsure, every = {}, {}
    asked, asked_of_every, pairs = 0, 0, 0
    for scenario in scenarios:
        case = case_of(scenario)
        found = judge(replace(case, policy=Policy(look_band=0.0))).findings
        unsure[scenario.id], count = second_opinions(scenario, found, Policy())
        every[scenario.id], count_of_every = second_opinions(scenario, found, Policy(act_band=1.0))
        asked, asked_of_every = asked + count, asked_of_every + count_of_every
        pairs += len(case.changes) * len(scenario.before or ())
    figures, figures_of_every = measure(scenarios, unsure), measure(scenarios, every)
    for part in ("labels", "label_accuracy", "quiet"):
        assert figures[part] == figures_of_every[part]
    assert 0 < asked < asked_of_every < pairs
    assert asked <= MOST * pairs
