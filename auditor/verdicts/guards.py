"""What an entry's metadata says about how long and how far it may be trusted."""

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo

from auditor.records import Entry, Json
from auditor.times import end_of

_ENDS = ("expires_at", "valid_until")
_TRUSTED_SOURCES = frozenset({"user", "user_stated", "user_correction", "record", "system_record", "system"})
_LESS_TRUSTED = frozenset(
    {"agent", "assistant", "agent_inferred", "inferred", "inference", "model", "model_generated"}
)


def ends_at(entry: Entry, zone: tzinfo) -> datetime | None:
    """When the entry stops being valid by its own fields, or None where they do not say."""
    ends = [end for name in _ENDS if (end := end_of(entry.meta.get(name), zone)) is not None]
    return min(ends, default=None)


def events_of(entry: Entry) -> Sequence[str]:
    """The events after which the entry must be checked again."""
    events = entry.meta.get("revalidate_on")
    if isinstance(events, str):
        return (events,)
    return tuple(map(str, events)) if isinstance(events, Sequence) else ()


def weakened_guards(before: Entry, after: Entry, zone: tzinfo) -> Sequence[str]:
    """The names of the fields that moved so that ``after`` is trusted more or longer than ``before``."""
    old, new = before.meta, after.meta
    found = [name for name in _ENDS if _end_is_weaker(old, new, name, zone)]
    if not set(events_of(before)) <= set(events_of(after)):
        found.append("revalidate_on")
    if _number(new.get("confidence")) > _number(old.get("confidence")) and "confidence" in old:
        found.append("confidence")
    if _is_less_trusted(old.get("source")) and _is_trusted(new.get("source")):
        found.append("source")
    return found


def _end_is_weaker(old: Mapping[str, Json], new: Mapping[str, Json], name: str, zone: tzinfo) -> bool:
    earlier, later = end_of(old.get(name), zone), end_of(new.get(name), zone)
    return earlier is not None and (later is None or later > earlier)


def _number(value: Json) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0


def _is_trusted(source: Json) -> bool:
    return isinstance(source, str) and source.lower() in _TRUSTED_SOURCES


def _is_less_trusted(source: Json) -> bool:
    return isinstance(source, str) and source.lower() in _LESS_TRUSTED
