"""A message in plain words, for channels that show text: escaped for the channel, cut to its size."""

from collections.abc import Callable, Mapping
from typing import Any

from auditor.alerts.interface import Turn, What
from auditor.reports.shown import one_line
from auditor.reports.words import counted, kind_words

Escape = Callable[[str], str]
KEY, TEXT = 120, 300  # characters shown of a key, and of a reason or value
_TURNS = {
    Turn.RAISED: "new",
    Turn.REOPENED: "reopened",
    Turn.WORSENED: "worse",
    Turn.REMINDER: "still open",
    Turn.RECOVERED: "over",
}
_OPERATIONS = {
    What.STORE: {"unreadable": "the store could not be read", "partial": "the store was read only in part"},
    What.CONVERSATIONS: {"unreadable": "conversations could not be read"},
    What.RUN: {"failed": "the audit did not happen"},
    What.CHANNEL: {"disabled": "a channel refuses messages and is left alone"},
    What.WATCHDOG: {
        "overdue": "the last audit is too old",
        "damaged": "the newest snapshot is damaged",
        "ledger": "the ledger cannot be read",
        "stuck": "messages could not be delivered",
        "unreadable": "the store has been unreadable for nights",
    },
}
OPERATIONS = {
    (what.value, kind): words for what, kinds in _OPERATIONS.items() for kind, words in kinds.items()
}


def title_of(document: Mapping[str, Any]) -> str:
    """The first line: whose audit it is and how much happened."""
    data = document["data"]
    job = one_line(data["job"], KEY)
    if document["type"] == "audit.test":
        return f"Memory audit {job}: this is a test, everything is fine"
    counts = [f"{number} {_TURNS[Turn(turn)]}" for turn, number in data["counts"].items() if number]
    still = f"; {data['still_open']} open in all" if data["still_open"] else "; nothing is open"
    return f"Memory audit {job}: {', '.join(counts)}{still}"


def text_of(
    document: Mapping[str, Any], limit: int, escape: Escape = str, size: Callable[[str], int] = len
) -> str:
    """``document`` as lines, the worst first, at most ``limit`` long with a count of the rest.

    ``escape`` makes text harmless for the channel; ``size`` measures text as the channel does.
    """
    data = document["data"]
    blocks = [escape(block) for block in _blocks(data)]
    total = len(blocks) + (data["omitted"] if data["content"] != "none" else 0)
    lines = [escape(title_of(document))]
    room = limit - size(lines[0]) - size(_rest(total, escape))
    for block in blocks:
        room -= size(f"\n{block}")
        if room < 0:
            break
        lines.append(block)
    left = total - len(lines) + 1
    return "\n".join([*lines, *([_rest(left, escape)] if left else [])])


def _rest(number: int, escape: Escape) -> str:
    return escape(f"… and {counted(number, 'other', 'others')}: see the report")


def _blocks(data: Mapping[str, Any]) -> list[str]:
    if data["content"] == "none":
        return [f"{_head(sort)} × {sort['count']}" for sort in data["summary"]]
    return ["\n".join(_lines(event)) for event in data["events"]]


def _head(event: Mapping[str, Any]) -> str:
    operation = OPERATIONS.get((event["what"], event["kind"]))
    name = operation or " ".join(
        filter(None, [event["label"] or event["what"], f"({kind_words(event['kind'])})"])
    )
    return f"{event['severity'].upper()} {_TURNS[Turn(event['turn'])]}: {name}"


def _lines(event: Mapping[str, Any]) -> list[str]:
    keys = ", ".join(one_line(key, KEY) for key in event["keys"])
    more = f" and {event['more_keys']} more" if event["more_keys"] else ""
    place = " / ".join(filter(None, [one_line(event["store"], KEY), f"{keys}{more}"]))
    finding = f" [{event['finding']}]" if event["finding"] else ""
    since = f", since {event['since'][:10]}" if event["turn"] in {Turn.REMINDER, Turn.RECOVERED} else ""
    lines = [f"{_head(event)}{f', {place}' if place else ''}{since}{finding}"]
    if "before" in event and (event["before"] is not None or event["after"] is not None):
        lines.append(f"  {_value(event['before'])} → {_value(event['after'])}")
    said = event["why"] or event.get("reason", "")
    return [*lines, f"  {one_line(said, TEXT)}"] if said and said != event["kind"] else lines


def _value(text: str | None) -> str:
    return "(nothing)" if text is None else f"“{one_line(text, TEXT)}”"
