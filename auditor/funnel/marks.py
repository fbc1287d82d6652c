"""Marks of time and change in a text: a state ends, goes on, is past, planned or temporary."""

import re
from functools import cache, lru_cache

from auditor.funnel.meanings import listed_marks
from auditor.values import fold


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    latin = "|".join(mark for mark in listed_marks(kind) if ord(mark[0]) < _FIRST_ASIAN)
    asian = "|".join(mark for mark in listed_marks(kind) if ord(mark[0]) >= _FIRST_ASIAN)
    return re.compile(rf"(?<![\w-])(?:{latin})(?![\w-])" + (f"|{asian}" if asian else ""))


_FIRST_ASIAN = 0x2E80


@lru_cache(maxsize=32768)
def marked(kind: str, text: str) -> bool:
    """Whether ``text`` holds a mark of ``kind``, such as "ends", "past", "planned" or "goes on"."""
    return _pattern(kind).search(fold(text)) is not None
