"""Word lists of the verdicts: ``data/words.json``, read once, when first needed."""

from functools import cache
from pathlib import Path

import orjson


@cache
def words(name: str) -> frozenset[str]:
    """The words of the list ``name``."""
    listed: dict[str, str] = orjson.loads((Path(__file__).parent / "data" / "words.json").read_bytes())
    return frozenset(listed[name].split("|"))
