"""Reads the four kinds of labelled JSON Lines files (docs/bench.md)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from enum import StrEnum
from pathlib import Path
from typing import Any

from auditor.errors import UsageError
from auditor.records import Entry, Speaker, Transcript, Turn
from auditor.times import parse_time

_META_FIELDS = frozenset(
    {"expires_at", "valid_until", "revalidate_on", "created_at", "updated_at", "source", "confidence"}
)
_TEXT_FIELDS = ("memory", "text", "content", "value")
_DAY = timedelta(days=1)


class FileKind(StrEnum):
    """What the lines of a file are about."""

    SCENARIO = "scenario"
    PAIR = "pair"
    SUPPORT = "support"
    UPDATE = "update"


@dataclass(frozen=True, slots=True)
class Expected:
    """An expected finding; any of ``labels`` with any of ``kinds`` is right."""

    key: str
    labels: tuple[str, ...]
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """Two nights of a store, what was said between them and what should be found."""

    id: str
    category: str
    as_of: datetime
    since: datetime | None
    zone: tzinfo
    before: Sequence[Entry] | None
    after: Sequence[Entry]
    transcripts: Sequence[Transcript]
    expected: Sequence[Expected]


@dataclass(frozen=True, slots=True)
class Labelled:
    """One line of a pair, support or update file; ``fields`` holds its texts by name."""

    id: str
    source: str
    label: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BenchFile:
    """A file's kind and its lines, in order."""

    kind: FileKind
    scenarios: Sequence[Scenario] = ()
    labelled: Sequence[Labelled] = ()


_FIELDS: Mapping[FileKind, tuple[str, ...]] = {
    FileKind.PAIR: ("a", "b"),
    FileKind.SUPPORT: ("transcript", "memory"),
    FileKind.UPDATE: ("old", "new", "transcript"),
}


def read_bench(path: Path) -> BenchFile:
    """The lines of ``path``, whose kind is told by their fields.

    Raises:
        UsageError: the file cannot be read, or a line is not what its kind should be.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise UsageError(f"{path}: cannot be read: {problem}") from problem
    rows = [
        _json_line(path, number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()
    ]
    if not rows:
        raise UsageError(f"{path}: holds no line to measure on")
    kind = _kind_of(path, rows[0])
    try:
        if kind is FileKind.SCENARIO:
            return BenchFile(kind, scenarios=[scenario_of(row) for row in rows])
        return BenchFile(kind, labelled=[_labelled(row, _FIELDS[kind]) for row in rows])
    except (KeyError, TypeError, ValueError) as problem:
        raise UsageError(f"{path}: a line is no {kind} line: {problem!r}") from problem


def _json_line(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as problem:
        raise UsageError(f"{path}:{number}: not JSON: {problem}") from problem
    if not isinstance(row, dict):
        raise UsageError(f"{path}:{number}: not a JSON object")
    return row


def _kind_of(path: Path, row: Mapping[str, Any]) -> FileKind:
    if "after" in row and "expected" in row:
        return FileKind.SCENARIO
    for kind in (FileKind.UPDATE, FileKind.SUPPORT, FileKind.PAIR):
        if all(name in row for name in _FIELDS[kind]):
            return kind
    raise UsageError(f"{path}: neither a scenario, pair, support nor update file")


def _labelled(row: Mapping[str, Any], names: Sequence[str]) -> Labelled:
    return Labelled(
        id=str(row["id"]),
        source=str(row.get("source", "")),
        label=str(row["label"]),
        fields={name: str(row[name] or "") for name in names},
    )


def scenario_of(row: Mapping[str, Any]) -> Scenario:
    """The scenario that ``row`` describes (docs/labels.md, "Scenario files")."""
    as_of = parse_time(row["as_of"])
    if as_of is None:
        raise ValueError(row["as_of"])
    transcripts = [_transcript(one) for one in row["transcripts"]]
    before = None if row["before"] is None else entries_of(row["before"])
    return Scenario(
        id=str(row["id"]),
        category=str(row["category"]),
        as_of=as_of,
        since=_since(row, as_of, transcripts),
        zone=_zone(row["as_of"]),
        before=before,
        after=entries_of(row["after"]),
        transcripts=transcripts,
        expected=[
            Expected(str(one["key"]), _tuple(one["label"]), _tuple(one["kind"])) for one in row["expected"]
        ],
    )


def entries_of(store: Any) -> list[Entry]:
    """The entries of a scenario's store: an object key -> value, or a list of objects with ``id``."""
    if isinstance(store, Mapping):
        return [_entry(key, value) for key, value in store.items()]
    return [_item(item) for item in store]


def _entry(key: str, value: Any) -> Entry:
    if isinstance(value, Mapping) and "value" in value and _META_FIELDS & value.keys():
        return Entry(key, value["value"], {name: one for name, one in value.items() if name != "value"})
    return Entry(key, value)


def _item(item: Mapping[str, Any]) -> Entry:
    field = next((name for name in _TEXT_FIELDS if name in item), None)
    meta = {name: one for name, one in item.items() if name not in {"id", field}}
    if field is None:
        return Entry(str(item["id"]), meta)
    return Entry(str(item["id"]), item[field], meta)


def _since(row: Mapping[str, Any], as_of: datetime, transcripts: Sequence[Transcript]) -> datetime | None:
    if row["before"] is None:
        return None
    stated = parse_time(row.get("before_at"))
    if stated is not None:
        return stated
    first = min((one.at for one in transcripts if one.at is not None), default=as_of)
    return min(as_of - _DAY, first - timedelta(seconds=1))


def _zone(text: str) -> tzinfo:
    offset = datetime.fromisoformat(text).utcoffset()
    return UTC if not offset else timezone(offset)


def _transcript(row: Mapping[str, Any]) -> Transcript:
    turns = [
        Turn(Speaker(turn["speaker"]), str(turn["text"]), index, parse_time(turn.get("at")), index + 1)
        for index, turn in enumerate(row["turns"])
    ]
    user = row.get("user") or row.get("user_id") or row.get("owner")
    return Transcript(
        id=str(row["id"]),
        turns=turns,
        at=parse_time(row.get("at")),
        user=None if user is None else str(user),
        source=str(row["id"]),
    )


def _tuple(one: Any) -> tuple[str, ...]:
    return tuple(map(str, one)) if isinstance(one, list) else (str(one),)
