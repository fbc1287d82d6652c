"""Conversations that a database keeps: rows of a query as turns, by session."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from urllib.parse import parse_qs

from auditor.records import Json, Transcript
from auditor.stores.databases import Database
from auditor.stores.hostile import RefusedError, parse
from auditor.transcripts.chat_json import Numbered
from auditor.transcripts.messages import turns_of
from auditor.transcripts.sittings import sittings

_MACHINE_TALK = ("login", "heartbeat", "system_alert", "memory_alert")


def transcripts_in(database: Database, query: str, place: str) -> list[Transcript]:
    """The conversations that ``query`` yields (presets/README.md), in order of appearance."""
    cursor = database.execute(query)
    names = [column[0] for column in cursor.description]
    messages: dict[str, list[Numbered]] = {}
    users: dict[str, str | None] = {}
    for row in cursor:
        record = {name: _cell(cell) for name, cell in zip(names, row, strict=True)}
        session = str(record.pop("session", "") or "")
        user = record.pop("user_id", None) or _user_in(session)
        users[session] = users.get(session) or (str(user) if user else None)
        messages.setdefault(session, []).extend((message, None) for message in _messages(record))
    return [
        part
        for session, found in messages.items()
        for part in sittings(_transcript(session, found, users[session], place))
    ]


def _transcript(session: str, messages: Sequence[Numbered], user: str | None, place: str) -> Transcript:
    turns = turns_of(messages)
    at = min((turn.at for turn in turns if turn.at), default=None)
    return Transcript(session or place, turns, at, user, place)


def _messages(record: Mapping[str, Json]) -> list[Mapping[str, Json]]:
    many = record.get("messages")
    if isinstance(many, list):
        return [
            {"at": record.get("at"), **message}
            for message in many
            if isinstance(message, Mapping) and not message.get("from_history")
        ]
    one = record.get("message")
    if isinstance(one, Mapping):
        return [{**one, "at": record.get("at")}]
    if is_machine_talk(record):
        return [{**record, "role": "system"}]
    return [record]


def is_machine_talk(message: Mapping[str, Json]) -> bool:
    """Whether a user's message is none: a JSON body by which the program talks to its own model."""
    content = message.get("content")
    parts = content if isinstance(content, list) else [content]
    for part in parts:
        text = part.get("text") if isinstance(part, Mapping) else None
        if isinstance(text, str) and text.lstrip().startswith("{"):
            with suppress(RefusedError):
                body = parse(text.encode())
                if isinstance(body, Mapping) and body.get("type") in _MACHINE_TALK:
                    return True
    return isinstance(content, Mapping) and content.get("type") in _MACHINE_TALK


def _user_in(session: str) -> str | None:
    """The user that a session's name tells (mem0: ``agent_id=…&user_id=…``)."""
    return next(iter(parse_qs(session).get("user_id", [])), None)


def _cell(cell: object) -> Json:
    if isinstance(cell, bytes):
        text = cell.decode(errors="replace")
        if text.startswith(("{", "[")):
            with suppress(RefusedError):
                return parse(cell)
        return text
    return cell if isinstance(cell, int | float | str) else None
