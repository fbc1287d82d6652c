"""Figures over pair, support and update predictions: one label a line."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from auditor.bench.files import Labelled
from auditor.bench.metrics import calibration, precision_recall, share


@dataclass(frozen=True, slots=True)
class PredictedLabel:
    """The answer to one line."""

    label: str
    confidence: float
    band: str


_ACT = 0.75


def predicted(chances: Mapping[str, float]) -> PredictedLabel:
    """The likeliest of the labels; sure enough to act on from 0.75, as in a night's policy."""
    total = sum(chances.values())
    label = max(chances, key=lambda one: chances[one])
    confidence = round(chances[label] / total, 2) if total else 0.0
    return PredictedLabel(label, confidence, "act" if confidence >= _ACT else "look")


def measure_labels(lines: Sequence[Labelled], predictions: Mapping[str, PredictedLabel]) -> dict[str, object]:
    """The figures over all lines, in the act band, and by source."""
    names = sorted({line.label for line in lines})
    answers = [(line, predictions[line.id]) for line in lines]
    act = [(line, one) for line, one in answers if one.band == "act"]
    sources = sorted({line.source for line in lines})
    return {
        "lines": len(lines),
        **_figures(names, answers),
        "act_band": {"lines": len(act), **_figures(names, act)},
        "sources": {
            source: _figures(names, [pair for pair in answers if pair[0].source == source])
            for source in sources
        },
        "calibration": calibration([(one.confidence, one.label == line.label) for line, one in answers]),
        "errors": [
            {"id": line.id, "expected": line.label, "predicted": one.label}
            for line, one in answers
            if one.label != line.label
        ],
    }


def _figures(names: Sequence[str], answers: Sequence[tuple[Labelled, PredictedLabel]]) -> dict[str, object]:
    right, false, missed = Counter[str](), Counter[str](), Counter[str]()
    for line, one in answers:
        if one.label == line.label:
            right[one.label] += 1
        else:
            false[one.label] += 1
            missed[line.label] += 1
    labels = {
        name: {
            **precision_recall(right[name], false[name], missed[name]),
            "against_the_rest": _against_the_rest(right[name], false[name], missed[name], len(answers)),
        }
        for name in names
    }
    present = [name for name in names if right[name] + missed[name]]
    return {
        "labels": labels,
        "accuracy": share(sum(right.values()), len(answers)),
        "macro_f1": _mean([labels[name]["f1"] for name in present]),
        "balanced_accuracy": _mean([labels[name]["recall"] for name in present]),
    }


def _against_the_rest(right: int, false: int, missed: int, every: int) -> float | None:
    """The balanced accuracy of the question whether a line has this label or any other."""
    others = every - right - missed
    return _mean([share(right, right + missed), share(others - false, others)]) if others else None


def _mean(figures: Sequence[float | None]) -> float | None:
    known = [one for one in figures if one is not None]
    return round(sum(known) / len(known), 4) if known else None
