"""Events as the document that is sent: docs/schema/alert-v1.schema.json, bounded, masked, the worst first."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from hmac import digest as hmac_digest
from typing import Any

import orjson

from auditor.alerts.interface import ABOUT_MEMORIES, MAX_KEY, MAX_KEYS, RANK, Content, Event, Message, Turn
from auditor.ledger.plain import plain_json, plain_text
from auditor.records import Severity
from auditor.times import rfc3339

MAX_BYTES = 20_000  # Standard Webhooks 1.0 recommends less than 20 kB
TEXT, VALUE = 400, 400  # characters
_ORDER = {turn: place for place, turn in enumerate(Turn)}
_WITHHELD: Mapping[Content, Sequence[str]] = {
    "none": ("store", "keys", "more_keys", "finding", "why", "reason", "before", "after"),
    "keys": ("before", "after"),
    "values": (),
}


@dataclass(frozen=True, slots=True)
class Occasion:
    """What brings a message up: ``name`` is run, failure, watchdog or delivery; ``salt`` is the job's own."""

    name: str
    job: str
    at: datetime
    salt: str


def message_of(
    events: Sequence[Event], occasion: Occasion, channel: str, content: Content, still_open: int
) -> Message:
    """One message about ``events`` (at least one), under an id that the same events always get.

    ``content`` says how much may leave, ``still_open`` how many conditions hold that matter to the channel.
    """
    events = sorted(events, key=_worst_first)
    named = {event_id(event, occasion.salt): event for event in events}
    bad = [RANK[event.condition.severity] for event in events if event.turn is not Turn.RECOVERED]
    document = {
        "type": f"audit.{occasion.name}",
        "timestamp": rfc3339(occasion.at),
        "data": {
            "schema_version": 1,
            "job": occasion.job,
            "content": content,
            "severity": list(Severity)[max(bad, default=0)].value,
            "counts": {turn.value: sum(event.turn is turn for event in events) for turn in Turn},
            "still_open": still_open,
            "summary": _summary(events),
            "events": [],
            "omitted": len(events),
        },
    }
    _fill(document, named, content)
    identity = orjson.dumps([occasion.job, channel, occasion.name, *sorted(named)])
    return Message(f"msg_{sha256(identity).hexdigest()[:32]}", document)


def event_id(event: Event, salt: str) -> str:
    """The same for the same turn of the same condition, however often it is told: 16 hex digits.

    It is salted, since it leaves the machine and what it is made of may be short enough to be guessed.
    """
    identity = [event.condition.subject, event.turn, rfc3339(event.at)]
    return hmac_digest(salt.encode(), orjson.dumps(identity), "sha256").hex()[:16]


def withheld(document: Mapping[str, Any], content: Content) -> dict[str, Any]:
    """``document`` with no more in it than ``content`` lets out, should the operator have become stricter."""
    data = document["data"]
    order: Sequence[Content] = ("none", "keys", "values")
    least = min(content, data["content"], key=order.index)
    events = [_stripped(event, least) for event in data["events"]]
    return {**document, "data": {**data, "content": least, "events": events}}


def _fill(document: dict[str, Any], events: Mapping[str, Event], content: Content) -> None:
    """Put as many of ``events`` into ``document`` as fit."""
    data = document["data"]
    size = len(orjson.dumps(document))
    for name, event in events.items():
        entry = {"id": name, **_stripped(_entry(event), content)}
        size += len(orjson.dumps(entry)) + 1
        if size > MAX_BYTES:
            return
        data["events"].append(entry)
        data["omitted"] -= 1


def _entry(event: Event) -> dict[str, Any]:
    condition = event.condition
    name = condition.keys[0] if condition.keys else ""
    return {
        "turn": event.turn.value,
        "what": condition.what.value,
        "severity": condition.severity.value,
        "label": condition.label,
        "kind": condition.kind,
        "since": rfc3339(condition.since),
        "at": rfc3339(event.at),
        "store": plain_text(condition.store, limit=MAX_KEY),
        "keys": [plain_text(key, limit=MAX_KEY) for key in condition.keys[:MAX_KEYS]],
        "more_keys": max(len(condition.keys) - MAX_KEYS, 0),
        "finding": condition.finding,
        "why": event.why,
        "reason": plain_text(condition.reason, limit=TEXT),
        "before": _value(condition.before, name),
        "after": _value(condition.after, name),
    }


def _value(value: Any, name: str) -> str | None:
    """A value as short text: whole values belong into the report."""
    if value is None:
        return None
    plain = plain_json(value, name)
    text = plain if isinstance(plain, str) else orjson.dumps(plain).decode()
    return text if len(text) <= VALUE else f"{text[:VALUE]}…"


def _stripped(entry: Mapping[str, Any], content: Content) -> dict[str, Any]:
    hidden = set(_WITHHELD[content])
    if content == "keys" and entry["what"] in ABOUT_MEMORIES:
        hidden.add("reason")  # it may quote a memory
    return {name: value for name, value in entry.items() if name not in hidden}


def _summary(events: Sequence[Event]) -> list[dict[str, Any]]:
    """How many events of each sort there are, the worst first."""
    sorts = Counter(
        (
            event.turn,
            event.condition.severity,
            event.condition.what,
            event.condition.label,
            event.condition.kind,
        )
        for event in events
    )
    return [
        {
            "turn": turn.value,
            "severity": severity.value,
            "what": what.value,
            "label": str(label),
            "kind": kind,
            "count": count,
        }
        for (turn, severity, what, label, kind), count in sorts.items()
    ]


def _worst_first(event: Event) -> tuple[bool, int, bool, int, str, str]:
    condition = event.condition
    return (
        event.turn is Turn.RECOVERED,
        -RANK[condition.severity],
        condition.what in ABOUT_MEMORIES,
        _ORDER[event.turn],
        condition.store,
        condition.subject,
    )
