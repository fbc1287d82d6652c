"""Chat messages in JSON and JSON Lines, in the shapes that programs give them."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from pathlib import Path

import msgspec

from auditor.errors import TranscriptUnreadableError
from auditor.records import Json, NotChecked, Transcript
from auditor.times import moment_of
from auditor.transcripts.interface import Conversations
from auditor.transcripts.lines import objects_by_line
from auditor.transcripts.messages import TIME_FIELDS, is_message, turns_of

_LIST_FIELDS = ("messages", "turns", "chat_messages", "conversation", "dialogue", "dialog", "history",
                "transcript",
                "chat", "items", "entries", "events")  # fmt: skip
_MANY_FIELDS = ("conversations", "sessions", "threads", "transcripts", "chats", "data", "store", "results")
_SESSION_FIELDS = ("session", "session_id", "sessionId", "conversation_id", "conversationId", "conversation",
                   "thread_id", "threadId", "thread", "chat_id", "transcript_id")  # fmt: skip
_USER_FIELDS = ("user_id", "userId", "owner", "user", "customer_id", "account_id")
_MAX_DEPTH = 6
_BEGINNING = re.compile(rb"\s*(?:\{|\[\s*[\[{\]])")

Numbered = tuple[Mapping[str, Json], int | None]


@dataclass(slots=True)
class _Talk:
    """One conversation while it is collected; messages with the line each stands on."""

    id: str | None
    user: str | None
    at: datetime | None
    messages: list[Numbered] = field(default_factory=list)


class ChatJsonReader:
    """A list of messages, an object around one, many conversations in one file; or one a line."""

    kind = "chat-json"

    def __init__(self, zone: tzinfo = UTC) -> None:
        self._zone = zone

    def recognises(self, path: Path, head: bytes) -> bool:
        """Whether it begins as JSON objects do (a time in square brackets does not), or is called so."""
        return bool(_BEGINNING.match(head)) or path.suffix in (".json", ".jsonl", ".ndjson")

    def read(self, path: Path, data: bytes) -> Conversations:
        """The conversations in ``data``, by session."""
        values, problems = _values(path, data)
        talks = [talk for talk in self._talks(values) if talk.messages]
        if not talks and any(value for value, _ in values):
            raise TranscriptUnreadableError(f"{path}: JSON, but no chat messages are in it")
        return Conversations([self._transcript(talk, path) for talk in talks], problems)

    def _talks(self, values: Sequence[tuple[Json, int | None]]) -> list[_Talk]:
        loose = [
            (v, line) for v, line in values if isinstance(v, Mapping) and is_message(v) and not _list_in(v)
        ]
        talks = list(self._by_session(loose, _Talk(None, None, None)))
        for value, _ in values:
            if not any(value is message for message, _ in loose):
                talks += self._inside(value, None, 0)
        return talks

    def _inside(self, value: Json, name: str | None, depth: int) -> Iterator[_Talk]:
        """The conversations in a value that is no message itself."""
        if depth > _MAX_DEPTH:
            return
        if isinstance(value, list):
            messages = [
                item
                for item in value
                if isinstance(item, Mapping) and is_message(item) and not _list_in(item)
            ]
            if messages:
                yield from self._by_session([(item, None) for item in messages], _Talk(name, None, None))
                return
            for item in value:
                yield from self._inside(item, name, depth + 1)
        elif isinstance(value, Mapping):
            about = self._about(value, name)
            inner = _list_in(value)
            if inner is not None:
                yield from self._by_session([(item, None) for item in inner], about)
                return
            known = [field for field in _MANY_FIELDS if isinstance(value.get(field), Mapping | list)]
            for child in known or [key for key, part in value.items() if isinstance(part, list | Mapping)]:
                yield from self._inside(value[child], about.id if known else child, depth + 1)

    def _about(self, value: Mapping[str, Json], name: str | None) -> _Talk:
        identifier = _first_text(value, ("id", "uuid", *_SESSION_FIELDS)) or name
        at = next((m for f in TIME_FIELDS if (m := moment_of(value.get(f), self._zone))), None)
        return _Talk(identifier, _user(value), at)

    def _by_session(self, messages: Sequence[Numbered], about: _Talk) -> Iterator[_Talk]:
        talks: dict[str | None, _Talk] = {}
        for message, line in messages:
            session = _first_text(message, _SESSION_FIELDS) or about.id
            talk = talks.setdefault(session, _Talk(session, about.user, about.at))
            talk.user = talk.user or _user(message)
            talk.messages.append((message, line))
        yield from talks.values()

    def _transcript(self, talk: _Talk, path: Path) -> Transcript:
        turns = turns_of(talk.messages, self._zone)
        at = talk.at or min((turn.at for turn in turns if turn.at), default=None)
        return Transcript(talk.id or path.stem, turns, at, talk.user, str(path))


def _values(path: Path, data: bytes) -> tuple[list[tuple[Json, int | None]], list[NotChecked]]:
    """The document as one value, or its lines as values with their numbers."""
    try:
        return [(msgspec.json.decode(data), None)], []
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        reason = str(error)
    lines, torn = objects_by_line(data)
    values: list[tuple[Json, int | None]] = [(value, number) for number, value in lines]
    if values and len(torn) <= len(values):
        return values, [NotChecked("", f"{path}:{line}", "a torn line: not JSON") for line in torn]
    try:
        value, end = json.JSONDecoder().raw_decode(data.decode(errors="replace").lstrip())
    except (ValueError, RecursionError):
        raise TranscriptUnreadableError(f"{path}: not valid JSON ({reason})") from None
    rest = len(data) - end
    return [(value, None)], [
        NotChecked("", str(path), f"torn: {rest} bytes after the first whole value are not JSON")
    ]


def _list_in(value: Mapping[str, Json]) -> list[Mapping[str, Json]] | None:
    """The list of messages that ``value`` is around, if it is."""
    for name in _LIST_FIELDS:
        inner = value.get(name)
        if isinstance(inner, list):
            messages = [item for item in inner if isinstance(item, Mapping) and is_message(item)]
            if messages:
                return messages
    return None


def _first_text(value: Mapping[str, Json], names: Sequence[str]) -> str | None:
    found = next((value[name] for name in names if isinstance(value.get(name), str | int)), None)
    return str(found) if found not in (None, "") else None


def _user(value: Mapping[str, Json]) -> str | None:
    found = _first_text(value, _USER_FIELDS)
    inner = value.get("metadata")
    return found or (_first_text(inner, _USER_FIELDS) if isinstance(inner, Mapping) else None)
