"""Entries that hold a state or an observation, which is expected to move and means nothing by it."""

import re
from fnmatch import fnmatchcase

from auditor.records import Entry
from auditor.values.tokens import key_words
from auditor.verdicts.content import text_of

_READING_KEYS = frozenset(
    "battery fuel temperature humidity pressure sensor motion presence occupancy uptime heartbeat ping "
    "latency usage depth queue steps step pulse bpm heart odometer mileage counter count "
    "gps coordinates online offline brightness signal rssi power voltage backlog unread build weather remaining".split()
)
_READING_PAIRS = (
    {"last", "seen"}, {"last", "sync"}, {"last", "run"}, {"last", "login"}, {"last", "active"}, {"last", "update"},
    {"last", "backup"}, {"last", "checked"}, {"last", "ping"}, {"last", "used"}, {"last", "opened"}, {"last", "visit"},
    {"open", "tickets"}, {"queue", "depth"}, {"heart", "rate"}, {"build", "status"}, {"step", "count"}, {"disk", "free"},
    {"front", "door"}, {"back", "door"}, {"garage", "door"}, {"car", "location"}, {"current", "location"},
    {"last", "synced"}, {"last", "message"}, {"messages", "unread"}, {"washing", "machine"}, {"current", "song"},
    {"now", "playing"}, {"tickets", "open"}, {"deploy", "status"}, {"ci", "status"}, {"job", "status"},
)  # fmt: skip
_DEVICES = frozenset(
    "door window lamp light lights lock blinds shutter shutters thermostat vacuum robot heater boiler fan gate "
    "alarm camera oven washer dryer dishwasher garage sprinkler pump valve plug switch tv speaker printer car".split()
)
_DEVICE_STATES = frozenset(
    "on off open closed locked unlocked idle running charging docked cleaning standby armed disarmed playing "
    "paused online offline home away active inactive".split()
)
_PLACES_OF_STATE = _DEVICES | {"location", "presence"}
_WISHES = frozenset(
    "goal target limit pref preference preferred setpoint setting default budget threshold wanted name "
    "owner policy rule schedule plan hours code pin".split()
)
_WORDING = re.compile(
    r"\b(?:last seen|last synced|currently at|as of \d|battery(?: is| at|)|parked (?:in|at|on)|online since|uptime|"
    r"\d+ ?% (?:battery|charged|full)|reading(?: is|:)|is (?:now )?at \d)\b",
    re.IGNORECASE,
)
_LOG_LINE = re.compile(r"^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*\s+[A-Za-z]{3,}")
_SOURCES = frozenset({"sensor", "device", "telemetry", "monitor", "observation", "home_assistant", "log"})


def is_state(before: Entry, after: Entry, patterns: tuple[str, ...]) -> bool:
    """Whether ``after`` is a reading or state: by the job's ``patterns``, its source, its wording or its key."""
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
    states = {now.strip().lower(), then.strip().lower()}
    return bool(named & _PLACES_OF_STATE) and states <= _DEVICE_STATES


def _is_short(text: str) -> bool:
    return len(text.split()) <= _LONGEST_READING


_LONGEST_READING = 5
