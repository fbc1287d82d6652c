"""Word lists live as JSON in ``data/`` and are read once, when first needed."""

from functools import cache
from pathlib import Path
from typing import Any

import orjson

_DATA = Path(__file__).parent / "data"


@cache
def table(name: str) -> Any:
    """The content of ``data/<name>.json``; callers treat it as read-only."""
    return orjson.loads((_DATA / f"{name}.json").read_bytes())


def words_by_meaning(groups: dict[str, str]) -> dict[str, str]:
    """Turns ``{"meaning": "word | word"}`` into ``{"word": "meaning"}``; the first meaning of a word counts."""
    meanings: dict[str, str] = {}
    for meaning, listed in groups.items():
        for word in listed.split("|"):
            meanings.setdefault(word.strip(), meaning)
    return meanings
