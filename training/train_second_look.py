"""Trains the second look: ``auditor/verdicts/second_look/data/weights.json`` from labelled scenarios.

    python training/train_second_look.py

For every finding of the rules on the training nights, and on altered copies of them, it takes the features
of ``auditor.verdicts.second_look`` and whether the entry deserves an alarm, and grows small boosted trees
for each group. Cross-validation leaves whole scenarios out; its predictions give the calibration and the
table that is printed. Needs scikit-learn (the dependency group ``training``).
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import orjson
from nights import read_nights
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from variations import variations

from auditor.bench.files import Scenario, read_bench
from auditor.bench.predicting import judge_scenario
from auditor.records import ALARMS, Entry
from auditor.verdicts import findings
from auditor.verdicts.confidence import rules_confidence
from auditor.verdicts.happening import Happening
from auditor.verdicts.newness import Newness
from auditor.verdicts.second_look.looking import features_of
from auditor.verdicts.standing import Standing
from auditor.verdicts.table import Row

_ROOT = Path(__file__).parents[1]
_TARGET = _ROOT / "auditor" / "verdicts" / "second_look" / "data" / "weights.json"
_WEIGHTS = {"open": 0.7, "second": 1.0, "nights": 1.0, "more": 1.0}  # the rules were tuned on part of "open"
_VARIED = {"borrowed": 0.1, "misplaced": 0.2, "dropped": 0.1, "reverted": 0.5}
_FOLDS = 10
_TREES = {"trees": 250, "depth": 3, "leaf": 8}
_RATE = 0.05


@dataclass(frozen=True)
class Sample:
    """One finding of the rules: its features, and what the scenario says of the entry.

    ``alarm`` says that the entry deserves an alarm, ``raised`` that the rules raised one, ``right`` that it
    has an accepted label. ``source`` is "open", "second/dropped", …
    """

    scenario: str
    source: str
    kind: str
    group: str
    features: Mapping[str, float]
    alarm: bool
    raised: bool
    right: bool

    @property
    def weight(self) -> float:
        """How much it counts in training."""
        name, _, varied = self.source.partition("/")
        return _WEIGHTS[name] * (_VARIED[varied] if varied else 1.0)


def all_samples() -> list[Sample]:
    """The samples of all nights written for training, and of their altered copies."""
    nights = {
        "open": read_bench(_ROOT / "tests" / "scenarios" / "open.jsonl").scenarios,
        "second": read_bench(_ROOT / "tests" / "scenarios" / "second.jsonl").scenarios,
        "nights": list(read_nights(Path(__file__).with_name("nights.txt"))),
        "more": [
            one
            for path in sorted(Path(__file__).with_name("more").glob("*.txt"))
            for one in read_nights(path)
        ],
    }
    pool = [entry for scenarios in nights.values() for one in scenarios for entry in _quiet(one)]
    found: list[Sample] = []
    for source, scenarios in nights.items():
        for one in scenarios:
            found += samples_of(one, one.id, source)
            for varied in variations(one, pool) if source != "more" else ():
                kept = {expected.key for expected in one.expected if expected in varied.expected}
                found += samples_of(varied, one.id, f"{source}/{varied.id.rpartition('/')[2]}", kept)
    return found


def _quiet(scenario: Scenario) -> Iterator[Entry]:
    wanted = {one.key for one in scenario.expected}
    return (entry for entry in scenario.after if entry.key not in wanted)


def samples_of(
    scenario: Scenario, name: str, source: str, besides: frozenset[str] | set[str] | None = None
) -> Iterator[Sample]:
    """The findings of the rules on ``scenario``; with ``besides`` only on expected keys not among them."""
    seen: list[tuple[str, str, str, str, Mapping[str, float]]] = []

    def noted(row: Row, case: Happening | Standing, newness: Newness | None) -> float:
        looked = features_of(row, case, newness, rules_confidence(row, case, newness))
        if looked is not None:
            seen.append((case.entry.key, row.kind, row.label.value, *looked))
        return 0.99

    with patch.object(findings, "confidence_of", noted):
        judge_scenario(scenario)
    expected = {one.key: set(one.labels) for one in scenario.expected}
    alarms = {label.value for label in ALARMS}
    for key, kind, label, group, features in seen:
        accepted = expected.get(key, set())
        optional = bool(accepted & alarms) and not accepted <= alarms
        if optional or (besides is not None and (key in besides or key not in expected)):
            continue
        raised = label in alarms
        alarm = bool(accepted & alarms)
        yield Sample(name, source, kind, group, features, alarm, raised, raised and label in accepted)


def main() -> None:
    """Trains every group, writes the weights and prints the reliability of cross-validated predictions."""
    train(all_samples())


def train(samples: Sequence[Sample]) -> None:
    """Trains every group on ``samples``; the rest as ``main``."""
    weights: dict[str, object] = {}
    table: list[tuple[float, bool]] = []
    for group in sorted({one.group for one in samples}):
        mine = [one for one in samples if one.group == group]
        scores = _left_out(mine)
        scale, shift = _calibrated(mine, scores)
        weights[group] = {"scale": scale, "shift": shift, **_exported(*_grown(mine))}
        likely = 1 / (1 + np.exp(-(scale * scores + shift)))
        table += [
            (float(p), one.right)
            for p, one in zip(likely, mine, strict=True)
            if one.raised and "/" not in one.source
        ]
    _TARGET.write_bytes(orjson.dumps(weights, option=orjson.OPT_SORT_KEYS))
    _print_reliability(table)


def _grown(samples: Sequence[Sample]) -> tuple[GradientBoostingClassifier, list[str]]:
    names = sorted({name for one in samples for name in one.features})
    model = GradientBoostingClassifier(
        n_estimators=_TREES["trees"],
        max_depth=_TREES["depth"],
        min_samples_leaf=_TREES["leaf"],
        learning_rate=_RATE,
        subsample=0.7,
        max_features=0.3,
        random_state=0,
    )
    model.fit(
        _matrix(samples, names), [one.alarm for one in samples], sample_weight=[one.weight for one in samples]
    )
    return model, names


def _matrix(samples: Sequence[Sample], names: Sequence[str]) -> np.ndarray:
    return np.array([[one.features.get(name, 0.0) for name in names] for one in samples])


def _left_out(samples: Sequence[Sample]) -> np.ndarray:
    """The log-odds of each sample by a model that has seen nothing of its scenario."""
    scenarios = sorted({one.scenario for one in samples})
    random.Random(1).shuffle(scenarios)  # noqa: S311 - no secret, but the same each time
    fold = {name: at % _FOLDS for at, name in enumerate(scenarios)}
    scores = np.zeros(len(samples))
    for number in range(_FOLDS):
        model, names = _grown([one for one in samples if fold[one.scenario] != number])
        asked = [at for at, one in enumerate(samples) if fold[one.scenario] == number]
        scores[asked] = model.decision_function(_matrix([samples[at] for at in asked], names))
    return scores


def _calibrated(samples: Sequence[Sample], scores: np.ndarray) -> tuple[float, float]:
    """Platt scaling: slope and intercept that turn log-odds into how often a raised alarm is right.

    Every source weighs the same, because their shares of right alarms differ by how they were written.
    """
    at = [n for n, one in enumerate(samples) if one.raised and "/" not in one.source]
    many = Counter(samples[n].source for n in at)
    weights = [len(at) / many[samples[n].source] for n in at]
    model = LogisticRegression(C=1.0)
    model.fit(scores[at].reshape(-1, 1), [samples[n].right for n in at], sample_weight=weights)
    return round(float(model.coef_[0][0]), 4), round(float(model.intercept_[0]), 4)


def _exported(model: GradientBoostingClassifier, names: Sequence[str]) -> dict[str, object]:
    """The trees as nested lists: [feature, limit, not above it, above it], or a leaf's number."""
    start = float(model.init_.class_prior_[1])
    return {
        "start": round(float(np.log(start / (1 - start))), 4),
        "trees": [_tree(one.tree_, 0, names) for one in model.estimators_[:, 0]],
    }


def _tree(tree: Any, node: int, names: Sequence[str]) -> object:
    left, right = tree.children_left[node], tree.children_right[node]
    if left == right:
        return round(float(tree.value[node][0][0]) * _RATE, 4)
    name = names[tree.feature[node]]
    return [name, round(float(tree.threshold[node]), 4), _tree(tree, left, names), _tree(tree, right, names)]


def _print_reliability(table: Sequence[tuple[float, bool]]) -> None:
    print("| confidence | alarms | said on average | right |\n|---|---|---|---|")
    for low in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        inside = [(p, right) for p, right in table if low <= p < low + 0.1]
        if inside:
            said = sum(p for p, _ in inside) / len(inside)
            rate = sum(right for _, right in inside) / len(inside)
            print(f"| {low:.1f} to {low + 0.1:.1f} | {len(inside)} | {said:.2f} | {rate:.2f} |")


if __name__ == "__main__":
    main()
