"""Generated stores: two nights of one memory, about 320 bytes an entry, as JSON and as SQLite.

From one night to the next 0.3 % of the entries go, 1.3 % change and 0.5 % come.
"""

import random
import sqlite3
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

import orjson

REMOVED, CHANGED, ADDED = 0.003, 0.013, 0.005
_SYLLABLES = [first + second for first in "bdfklmnprst" for second in ("a", "en", "ir", "ost", "u")]
_WORDS = [
    one + other + last for last in ("", "k", "ssel", "da") for one in _SYLLABLES for other in _SYLLABLES
]
_FREQUENCIES = list(accumulate(1 / rank for rank in range(10, len(_WORDS) + 10)))  # Zipf's law, nearly
_FIELDS = ("content", "user_id", "topic", "created_at")
_TOPICS = ("diet", "home", "work", "travel", "family", "health", "music", "money")


def generate(folder: Path, size: int) -> None:
    """Write ``night1`` and ``night2`` with ``size`` entries, each as ``.json`` and ``.sqlite``."""
    for number, night in enumerate((list(_first(size)), list(_second(size))), start=1):
        (folder / f"night{number}.json").write_bytes(orjson.dumps(night))
        with sqlite3.connect(folder / f"night{number}.sqlite") as database:
            database.execute(f"CREATE TABLE memories (id TEXT PRIMARY KEY, {' TEXT, '.join(_FIELDS)} TEXT)")
            slots = ", ".join(f":{name}" for name in ("id", *_FIELDS))
            database.executemany(f"INSERT INTO memories VALUES ({slots})", night)
        database.close()


def _first(size: int) -> Iterator[dict[str, str]]:
    for number in range(size):
        yield _record(number, version=1)


def _second(size: int) -> Iterator[dict[str, str]]:
    fate = random.Random(size)
    for number in range(size):
        chance = fate.random()
        if chance >= REMOVED:
            yield _record(number, version=2 if chance < REMOVED + CHANGED else 1)
    for number in range(size, size + round(size * ADDED)):
        yield _record(number, version=1)


def _record(number: int, version: int) -> dict[str, str]:
    chosen = random.Random(number * 10 + version)
    return {
        "id": f"mem_{number:08}",
        "content": f"The user's {_TOPICS[number % 8]}: "
        + " ".join(chosen.choices(_WORDS, cum_weights=_FREQUENCIES, k=31)),
        "user_id": f"user-{number % 997:04}",
        "topic": _TOPICS[number % 8],
        "created_at": f"2026-{number % 9 + 1:02}-{number % 28 + 1:02}T08:00:00Z",
    }
