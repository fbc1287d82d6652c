"""A small trained table: figures in, probabilities of classes out (multinomial logistic regression).

The weights are plain JSON under ``data/``, made by the scripts in ``training/`` from data that this project
wrote.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path

import orjson

_DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Trained:
    """``weights`` holds one row a class: a weight for each of ``names``, and at the end the constant."""

    names: Sequence[str]
    classes: Sequence[str]
    weights: Sequence[Sequence[float]]

    def probabilities(self, figures: Mapping[str, float]) -> dict[str, float]:
        """The probability of each class given ``figures``, one for each name; they add up to 1."""
        row = [figures[name] for name in self.names]
        scores = [sum(map(float.__mul__, weights, row)) + weights[-1] for weights in self.weights]
        top = max(scores)
        raised = [exp(score - top) for score in scores]
        total = sum(raised)
        return {name: one / total for name, one in zip(self.classes, raised, strict=True)}


@cache
def trained(name: str) -> Trained:
    """The table in ``data/<name>.json``."""
    content = orjson.loads((_DATA / f"{name}.json").read_bytes())
    return Trained(content["names"], content["classes"], content["weights"])
