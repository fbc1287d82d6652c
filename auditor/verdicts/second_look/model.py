"""The trained weights, and what they say of a would-be alarm."""

from collections.abc import Mapping
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

import orjson

_FILE = Path(__file__).parent / "data" / "weights.json"


@cache
def _groups() -> Any:
    return orjson.loads(_FILE.read_bytes()) if _FILE.exists() else {}


def likelihood(group: str, features: Mapping[str, float]) -> float | None:
    """How likely an alarm of ``group`` with ``features`` is right: a logistic regression, in [0, 1]."""
    weights = _groups().get(group)
    if weights is None:
        return None
    total = sum(weight * features.get(name, 0.0) for name, weight in weights.items())
    return 1 / (1 + exp(-total))
