"""Word lists live as JSON in ``data/`` and are read once, when first needed."""

import re
from collections.abc import Iterable
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
    """``{"meaning": "word | word"}`` as ``{"word": "meaning"}``; the first meaning of a word counts."""
    meanings: dict[str, str] = {}
    for meaning, words in groups.items():
        for word in words.split("|"):
            meanings.setdefault(word.strip(), meaning)
    return meanings


@cache
def listed(name: str) -> frozenset[str]:
    """The words of the list ``name`` in ``data/words.json``."""
    return frozenset(table("words")[name].split("|"))


def alternation(words: Iterable[str]) -> str:
    """A regular expression for any of ``words``, the longest first; never the empty one."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or "(?!)"


def is_asian(word: str) -> bool:
    """Whether ``word`` begins with a Chinese or Japanese character (no space parts such words)."""
    return word > _BEFORE_ASIAN


_BEFORE_ASIAN = "\u2e80"


def whole_words(words: Iterable[str]) -> str:
    """A regular expression for any of ``words``, Latin ones only where they stand as whole words."""
    every = list(words)
    latin = alternation(word for word in every if not is_asian(word))
    return rf"(?<![^\W_])(?:{latin})(?![^\W_])|{alternation(filter(is_asian, every))}"
