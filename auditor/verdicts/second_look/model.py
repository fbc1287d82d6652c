"""The trained trees, and what they say of a would-be alarm."""

from collections.abc import Mapping
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

import orjson

_FILE = Path(__file__).parent / "data" / "weights.json"


@cache
def _groups() -> Any:
    return orjson.loads(_FILE.read_bytes())


def likelihood(group: str, features: Mapping[str, float]) -> float:
    """How likely an alarm of ``group`` with ``features`` is right, in [0, 1].

    The sum of small regression trees as log-odds (Friedman, *Greedy Function Approximation*, 2001),
    calibrated on scenarios left out of the training (Platt, *Probabilistic Outputs for Support Vector
    Machines*, 1999).
    """
    model = _groups()[group]
    total = model["start"] + sum(_leaf(tree, features) for tree in model["trees"])
    return 1 / (1 + exp(-(model["scale"] * total + model["shift"])))


def _leaf(tree: Any, features: Mapping[str, float]) -> float:
    while isinstance(tree, list):
        name, limit, below, above = tree
        tree = below if features.get(name, 0.0) <= limit else above
    return float(tree)
