"""Reads ``nights.txt`` and the files of ``more``: nights in small, written for training."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from auditor.bench.files import Expected, Scenario, entries_of
from auditor.records import Entry, Json, Speaker, Transcript, Turn
from auditor.times import parse_time
from auditor.verdicts.table import STEP_ONE, STEP_THREE, STEP_TWO

_SPEAKERS = {
    "u": Speaker.USER,
    "a": Speaker.AGENT,
    "t": Speaker.TOOL,
    "s": Speaker.SYSTEM,
    "d": Speaker.DOCUMENT,
}
_LABELS = {row.kind: row.label.value for row in (*STEP_ONE, *STEP_TWO, *STEP_THREE)}


def read_nights(path: Path) -> Iterator[Scenario]:
    """The nights in ``path``, in order."""
    for block in path.read_text("utf-8").split("\n## ")[1:]:
        head, *lines = [line for line in block.splitlines() if line.strip()]
        yield _night(head, lines)


def _night(head: str, lines: list[str]) -> Scenario:
    name, day = head.split()
    at = parse_time(f"{day}T22:00:00Z")
    assert at is not None
    told = at - timedelta(hours=4)
    before: list[Entry] = []
    after: list[Entry] = []
    expected: list[Expected] = []
    turns: list[Turn] = []
    for line in lines:
        if line[1:3] == ": " and line[0] in _SPEAKERS:
            turns.append(Turn(_SPEAKERS[line[0]], line[3:], len(turns), told))
        else:
            _entry(line, before, after, expected)
    talk = Transcript("t1", turns, told)
    return Scenario(name, "training", at, at - timedelta(days=1), at.tzinfo, before, after, [talk], expected)


def _entry(line: str, before: list[Entry], after: list[Entry], expected: list[Expected]) -> None:
    line, _, kinds = line.partition(" !")
    sign = line[:2] if line[:2] in {"+ ", "- "} else ""
    key, _, told = line.removeprefix(sign).partition(": ")
    old, _, new = told.partition(" => ")
    if sign != "+ ":
        before += entries_of({key: _value(old)})
    if sign != "- ":
        after += entries_of({key: _value(new or old)})
    if kinds:
        wanted = tuple(kinds.split("/"))
        expected.append(Expected(key, tuple(sorted({_LABELS[kind] for kind in wanted})), wanted))


def _value(text: str) -> Json:
    if text in {"yes", "no", "none"}:
        return {"yes": True, "no": False, "none": None}[text]
    try:
        value: Json = json.loads(text)
    except ValueError:
        return text
    return value
