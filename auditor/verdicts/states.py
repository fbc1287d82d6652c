"""Entries that hold a state or an observation, which is expected to move and means nothing by it."""

import re
from fnmatch import fnmatchcase

from auditor.records import Entry
from auditor.values.tokens import key_words
from auditor.verdicts.content import text_of
from auditor.verdicts.lexicon import words

_READING_KEYS = words("reading keys")
_READING_PAIRS = tuple(frozenset(pair.split()) for pair in sorted(words("reading pairs")))
_DEVICES = words("devices")
_DEVICE_STATES = words("device states")
_PLACES_OF_STATE = _DEVICES | {"location", "presence"}
_WISHES = words("wishes")
_MEASURED = words("measured")
_FRACTION = re.compile(r"-?\d+[.,]\d+(?: ?[^\W\d]{1,4}|°C|°F| ?%)?")  # settings are round, readings are not
_WORDING = re.compile(
    r"\b(?:last seen|last synced|currently at|as of \d|battery(?: is| at|)|parked (?:in|at|on)"
    r"|online since|uptime|"
    r"\d+ ?% (?:battery|charged|full)|reading(?: is|:)|is (?:now )?at \d)\b",
    re.IGNORECASE,
)
_LOG_LINE = re.compile(r"^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*\s+[A-Za-z]{3,}")
_SOURCES = words("sources")


def is_state(before: Entry, after: Entry, patterns: tuple[str, ...]) -> bool:
    """Whether ``after`` is a reading or state, by ``patterns``, its source, its wording or its key."""
    if any(fnmatchcase(after.key, pattern) for pattern in patterns):
        return True
    source = after.meta.get("source")
    if isinstance(source, str) and source.lower() in _SOURCES:
        return True
    text = text_of(after.value)
    if _WORDING.search(text) or _LOG_LINE.match(text):
        return True
    return _key_names_state(set(key_words(after.key)), text, text_of(before.value))


def _key_names_state(named: set[str], now: str, then: str) -> bool:
    if named & _WISHES:
        return False
    if any(pair <= named for pair in _READING_PAIRS) or named & _READING_KEYS:
        return _is_short(now)
    if named & _MEASURED and _FRACTION.fullmatch(now.strip()) and _FRACTION.fullmatch(then.strip()):
        return True
    states = {now.strip().lower(), then.strip().lower()}
    return bool(named & _PLACES_OF_STATE) and states <= _DEVICE_STATES


def _is_short(text: str) -> bool:
    return len(text.split()) <= _LONGEST_READING


_LONGEST_READING = 5
