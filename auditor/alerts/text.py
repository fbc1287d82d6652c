"""A message in plain words, for channels that show text: escaped for the channel, cut to its size."""

from collections.abc import Callable, Mapping
from typing import Any

from auditor.alerts.interface import Turn, What
from auditor.reports.shown import one_line
from auditor.reports.words import counted, kind_words
from auditor.times import parse_time

Escape = Callable[[str], str]
_DAY = 24  # hours
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
        return [f"{_turn(sort)}: {_name(sort)} × {sort['count']}" for sort in data["summary"]]
    return ["\n".join(_lines(event)) for event in data["events"]]


def _turn(event: Mapping[str, Any]) -> str:
    turn = Turn(event["turn"])
    words = _TURNS[turn]
    if turn in {Turn.RECOVERED, Turn.REMINDER} and "since" in event:
        words = f"{words} after {_age(event['since'], event['at'])}"
    return words.upper() if turn is Turn.RECOVERED else f"{event['severity'].upper()} {words}"


def _age(since: str, until: str) -> str:
    """How long it was between two moments, in the largest unit that fits."""
    start, end = parse_time(since), parse_time(until)
    assert start is not None
    assert end is not None
    hours = int((end - start).total_seconds() // 3600)
    if hours >= _DAY:
        return counted(hours // _DAY, "day", "days")
    return counted(hours, "hour", "hours") if hours else "less than an hour"


def _name(event: Mapping[str, Any]) -> str:
    kind = kind_words(event["kind"])
    return OPERATIONS.get((event["what"], event["kind"]), f"{event['label'] or event['what']} ({kind})")


def _lines(event: Mapping[str, Any]) -> list[str]:
    keys = ", ".join(one_line(key, KEY) for key in event["keys"])
    more = f" and {event['more_keys']} more" if event["more_keys"] else ""
    place = " / ".join(filter(None, [one_line(event["store"], KEY), f"{keys}{more}"]))
    finding = f" [{event['finding']}]" if event["finding"] else ""
    lines = [f"{_turn(event)}: {_name(event)}{f', {place}' if place else ''}{finding}"]
    before, after = event.get("before"), event.get("after")
    if before is not None:
        lines.append(f"  {_value(before)} → {_value(after)}")
    elif after is not None:
        lines.append(f"  {_value(after)}")
    said = event["why"] or ("" if event["turn"] == Turn.RECOVERED else event.get("reason", ""))
    return [*lines, f"  {one_line(said, TEXT)}"] if said and said != event["kind"] else lines


def _value(text: str | None) -> str:
    return "(nothing)" if text is None else f"“{one_line(text, TEXT)}”"
