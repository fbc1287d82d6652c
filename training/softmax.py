"""Multinomial logistic regression in plain Python: a few hundred rows, a few dozen figures, some seconds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import exp, sqrt
from pathlib import Path

import orjson

from auditor.funnel.trained import Trained

FOLDS = 4
_DECAY = 0.002
_RATE = 0.5
_MOMENTUM = 0.9


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled example; rows of one ``fold`` are held out together."""

    fold: int
    label: str
    figures: Mapping[str, float]


def fold_of(text: str) -> int:
    """The fold of all examples that share ``text``."""
    return int(sha256(text.encode()).hexdigest(), 16) % FOLDS


def fitted(rows: Sequence[Row], steps: int = 250) -> Trained:
    """The weights after ``steps`` of gradient descent with momentum; rarer classes weigh more."""
    names = list(rows[0].figures)
    classes = sorted({row.label for row in rows})
    table = [([*(row.figures[name] for name in names), 1.0], classes.index(row.label)) for row in rows]
    share = [
        sqrt(len(rows) / len(classes) / sum(label == number for _, label in table))
        for number in range(len(classes))
    ]
    weights = [[0.0] * (len(names) + 1) for _ in classes]
    speed = [[0.0] * (len(names) + 1) for _ in classes]
    for _ in range(steps):
        slopes = _slopes(table, weights, share)
        for number, slope in enumerate(slopes):
            for at, one in enumerate(slope):
                decay = _DECAY * weights[number][at] if at < len(names) else 0.0
                speed[number][at] = _MOMENTUM * speed[number][at] - _RATE * (one / len(table) + decay)
                weights[number][at] += speed[number][at]
    return Trained(names, classes, [[round(one, 4) for one in row] for row in weights])


def _slopes(
    table: Sequence[tuple[list[float], int]], weights: list[list[float]], share: list[float]
) -> list[list[float]]:
    slopes = [[0.0] * len(weights[0]) for _ in weights]
    for figures, label in table:
        scores = [sum(map(float.__mul__, row, figures)) for row in weights]
        top = max(scores)
        raised = [exp(score - top) for score in scores]
        total = sum(raised)
        for number, slope in enumerate(slopes):
            error = (raised[number] / total - (number == label)) * share[label]
            for at, figure in enumerate(figures):
                if figure:
                    slope[at] += error * figure
    return slopes


def held_out(rows: Sequence[Row], steps: int = 250) -> list[tuple[str, str, float]]:
    """Label, answer and its probability for every row, from weights that never saw the row's fold."""
    answers = []
    for fold in range(FOLDS):
        table = fitted([row for row in rows if row.fold != fold], steps)
        for row in rows:
            if row.fold == fold:
                chances = table.probabilities(row.figures)
                best = max(chances, key=lambda one: chances[one])
                answers.append((row.label, best, chances[best]))
    return answers


def report(answers: Sequence[tuple[str, str, float]]) -> str:
    """Accuracy, and precision and recall of each class, as lines of text."""
    right = sum(label == answer for label, answer, _ in answers)
    lines = [f"held out: {right} of {len(answers)} right ({right / len(answers):.3f})"]
    for name in sorted({label for label, _, _ in answers}):
        hits = sum(label == answer == name for label, answer, _ in answers)
        given = sum(answer == name for _, answer, _ in answers)
        wanted = sum(label == name for label, _, _ in answers)
        lines.append(f"  {name}: precision {hits / max(given, 1):.3f} recall {hits / wanted:.3f} of {wanted}")
    return "\n".join(lines)


def write(table: Trained, path: Path) -> None:
    """Writes ``table`` as JSON."""
    content = {"names": table.names, "classes": table.classes, "weights": table.weights}
    path.write_bytes(orjson.dumps(content) + b"\n")
