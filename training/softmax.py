"""Multinomial logistic regression in plain Python: a few hundred rows, a few dozen figures, some seconds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import exp, log, sqrt
from pathlib import Path

import orjson

from auditor.funnel.trained import Trained

FOLDS = 4
_DECAY = 0.005
_RATE = 0.4
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


def fitted(rows: Sequence[Row], steps: int = 200, decay: float = _DECAY) -> Trained:
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
                pull = decay * weights[number][at] if at < len(names) else 0.0
                speed[number][at] = _MOMENTUM * speed[number][at] - _RATE * (one / len(table) + pull)
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


@dataclass(frozen=True, slots=True)
class Answer:
    """What weights that never saw a row say of it."""

    label: str
    chances: Mapping[str, float]

    @property
    def best(self) -> str:
        """The likeliest class."""
        return max(self.chances, key=lambda one: self.chances[one])


def held_out(rows: Sequence[Row], steps: int = 200, decay: float = _DECAY) -> list[Answer]:
    """An answer for every row, from weights that were fitted without the row's fold."""
    answers = []
    for fold in range(FOLDS):
        table = fitted([row for row in rows if row.fold != fold], steps, decay)
        answers += [Answer(row.label, table.probabilities(row.figures)) for row in rows if row.fold == fold]
    return answers


def calibrated(table: Trained, answers: Sequence[Answer]) -> Trained:
    """``table`` with its weights scaled so that held-out ``answers`` are as sure as they are right.

    The scale is the temperature of the least log loss (Guo et al. 2017, "On calibration of modern neural
    networks").
    """

    def loss(scale: float) -> float:
        total = 0.0
        for answer in answers:
            raised = {name: chance**scale for name, chance in answer.chances.items()}
            total -= log(raised[answer.label] / sum(raised.values()))
        return total

    scale = min((step / 20 for step in range(10, 81)), key=loss)
    weights = [[round(one * scale, 4) for one in row] for row in table.weights]
    return Trained(table.names, table.classes, weights)


def report(answers: Sequence[tuple[str, str]]) -> str:
    """Accuracy, and precision and recall of each label, over pairs of label and answer, as lines of text."""
    right = sum(label == answer for label, answer in answers)
    lines = [f"held out: {right} of {len(answers)} right ({right / len(answers):.3f})"]
    for name in sorted({label for label, _ in answers}):
        hits = sum(label == answer == name for label, answer in answers)
        given = sum(answer == name for _, answer in answers)
        wanted = sum(label == name for label, _ in answers)
        lines.append(f"  {name}: precision {hits / max(given, 1):.3f} recall {hits / wanted:.3f} of {wanted}")
    return "\n".join(lines)


def write(table: Trained, path: Path) -> None:
    """Writes ``table`` as JSON."""
    content = {"names": table.names, "classes": table.classes, "weights": table.weights}
    path.write_bytes(orjson.dumps(content) + b"\n")
