"""Figures over scenario predictions: precision, recall and F1 by label, accuracy by category, false alarms.

An alarm is right when its key and label are expected; the kind counts only among the right ones. Where an
expected finding accepts a quiet label too, its alarm counts for neither side. All sums are over entries.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from auditor.bench.files import Expected, Scenario

ALARM_LABELS = ("contradiction", "hallucination", "stale")
_WORST_FIRST = (*ALARM_LABELS, "expansion", "safe")


@dataclass(frozen=True, slots=True)
class Predicted:
    """One predicted finding of a scenario."""

    key: str
    label: str
    kind: str
    confidence: float
    band: str


@dataclass(slots=True)
class Tally:
    """Counts of one scenario run; ``kinds`` counts kinds that are right, among ``labels_right``."""

    right: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    expected: int = 0
    labels_right: int = 0
    kinds_right: int = 0
    quiet: int = 0
    quiet_alarmed: int = 0
    categories: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    sure: list[tuple[float, bool]] = field(default_factory=list)
    errors: list[tuple[str, str, str, str]] = field(default_factory=list)


def measure(
    scenarios: Sequence[Scenario], predictions: Mapping[str, Sequence[Predicted]]
) -> dict[str, object]:
    """The figures as one JSON-able document."""
    tally = Tally()
    for scenario in scenarios:
        _add(tally, scenario, predictions.get(scenario.id, ()))
    return {
        "scenarios": len(scenarios),
        "labels": {label: _label_figures(tally, label) for label in ALARM_LABELS},
        "label_accuracy": share(tally.labels_right, tally.expected),
        "kind_accuracy": share(tally.kinds_right, tally.labels_right),
        "quiet": {
            "scenarios": tally.quiet,
            "with_alarm": tally.quiet_alarmed,
            "false_alarm_rate": share(tally.quiet_alarmed, tally.quiet),
        },
        "categories": {
            name: {
                "expected": counts["expected"],
                "label_accuracy": share(counts["label"], counts["expected"]),
                "scenarios": counts["scenarios"],
                "passed": counts["passed"],
            }
            for name, counts in sorted(tally.categories.items())
        },
        "calibration": calibration(tally.sure),
        "errors": [
            dict(zip(("id", "key", "expected", "predicted"), one, strict=True)) for one in tally.errors
        ],
    }


def _add(tally: Tally, scenario: Scenario, predicted: Sequence[Predicted]) -> None:
    expected = {one.key: one for one in scenario.expected}
    by_key: dict[str, list[Predicted]] = defaultdict(list)
    for one in predicted:
        by_key[one.key].append(one)
    category = tally.categories[scenario.category]
    before = sum(tally.false.values()) + sum(tally.missed.values())
    for key in sorted(by_key.keys() | expected.keys()):
        _add_alarms(tally, scenario.id, key, expected.get(key), by_key.get(key, ()))
        if key in expected:
            _add_accuracy(tally, category, expected[key], by_key.get(key, ()))
    category["scenarios"] += 1
    category["passed"] += before == sum(tally.false.values()) + sum(tally.missed.values())
    if not any(set(one.labels) & set(ALARM_LABELS) for one in scenario.expected):
        tally.quiet += 1
        tally.quiet_alarmed += any(one.label in ALARM_LABELS for one in predicted)


def _add_alarms(
    tally: Tally, scenario: str, key: str, expected: Expected | None, found: Sequence[Predicted]
) -> None:
    accepted = expected.labels if expected else ()
    alarms = {one.label: one for one in found if one.label in ALARM_LABELS}
    wanted = bool(accepted) and set(accepted) <= set(ALARM_LABELS)
    optional = bool(set(accepted) & set(ALARM_LABELS)) and not wanted
    hits = [label for label in accepted if label in alarms]
    if wanted and hits:
        tally.right[hits[0]] += 1
    if wanted and not hits:
        tally.missed[accepted[0]] += 1
        tally.errors.append((scenario, key, "/".join(accepted), "/".join(sorted(alarms)) or "(nothing)"))
    for label, one in sorted(alarms.items()):
        tally.sure.append((one.confidence, label in accepted or optional))
        if label not in accepted and not optional:
            tally.false[label] += 1
            tally.errors.append((scenario, key, "/".join(accepted) or "(nothing)", f"{label}/{one.kind}"))


def _add_accuracy(
    tally: Tally, category: Counter[str], expected: Expected, found: Sequence[Predicted]
) -> None:
    worst = min(found, key=lambda one: _WORST_FIRST.index(one.label), default=None)
    right = worst is not None and worst.label in expected.labels
    kind_right = right and any(
        one.kind in expected.kinds for one in found if worst is not None and one.label == worst.label
    )
    tally.expected += 1
    tally.labels_right += right
    tally.kinds_right += kind_right
    category["expected"] += 1
    category["label"] += right


def _label_figures(tally: Tally, label: str) -> dict[str, float | int | None]:
    return precision_recall(tally.right[label], tally.false[label], tally.missed[label])


def precision_recall(right: int, false: int, missed: int) -> dict[str, float | int | None]:
    """Precision, recall and F1 (None where undefined) beside the counts they come from."""
    precision, recall = share(right, right + false), share(right, right + missed)
    f1 = share(2 * right, 2 * right + false + missed)
    return {"precision": precision, "recall": recall, "f1": f1, "tp": right, "fp": false, "fn": missed}


def share(part: int, whole: int) -> float | None:
    """``part / whole`` to four places, None for an empty whole."""
    return round(part / whole, 4) if whole else None


def calibration(sure: Sequence[tuple[float, bool]], bins: int = 10) -> list[dict[str, float | int]]:
    """How often predictions of each confidence bin were right: a reliability table, empty bins left out."""
    by_bin: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for confidence, right in sure:
        by_bin[min(int(confidence * bins), bins - 1)].append((confidence, right))
    return [
        {
            "from": number / bins,
            "to": (number + 1) / bins,
            "n": len(rows),
            "mean_confidence": round(sum(one for one, _ in rows) / len(rows), 4),
            "right": round(sum(right for _, right in rows) / len(rows), 4),
        }
        for number, rows in sorted(by_bin.items())
    ]
