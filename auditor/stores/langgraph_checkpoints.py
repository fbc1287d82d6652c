"""Conversations in LangGraph's SQLite checkpoints: msgpack whose extensions are read as data.

The extension types name a class to build; here a class is a word, and its fields are a record.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

import msgspec

from auditor.records import Json, NotChecked, Transcript
from auditor.stores.hostile import RefusedError, parse
from auditor.stores.sql_presets import schema_of
from auditor.stores.sqlite_files import has_header, opened
from auditor.stores.without_memories import WithoutMemories
from auditor.times import moment_of
from auditor.transcripts.chat_json import Numbered
from auditor.transcripts.messages import turns_of
from auditor.transcripts.sittings import sittings

_NEEDS = frozenset(
    f"checkpoints.{name}" for name in ("thread_id", "checkpoint_id", "type", "checkpoint", "metadata")
)
_QUERY = """
SELECT thread_id, checkpoint, metadata FROM checkpoints
WHERE type = 'msgpack' AND checkpoint_ns = '' ORDER BY thread_id, checkpoint_id"""
_OBJECT_PARTS = 3  # module, class, fields, …

Dates = dict[str, datetime | None]
Messages = list[Numbered]


class CheckpointStore(WithoutMemories):
    """A checkpoint database: no memories, one conversation a thread."""

    kind = "langgraph-checkpoints"
    reading = "LangGraph checkpoints, conversations only"

    def rows(self) -> Iterator[bytes]:
        """None; the conversations are read to find out what is broken."""
        self.transcripts()
        yield from ()

    def transcripts(self) -> Iterable[Transcript]:
        """The messages of each thread's last checkpoint, each dated by the first checkpoint that has it."""
        self._problems.clear()
        threads: dict[str, _Thread] = {}
        with opened(self.place) as connection:
            for raw_thread, data, metadata in connection.execute(_QUERY):
                name = bytes(raw_thread).decode(errors="replace")
                try:
                    threads.setdefault(name, _Thread(name)).take(data, metadata)
                except RefusedError as error:
                    self._problems.append(NotChecked("", name, f"a checkpoint {error}"))
        found = [thread.transcript(str(self.place)) for thread in threads.values()]
        return [part for whole in found for part in sittings(whole)]


class LangGraphCheckpoints:
    """Recognises a database with a checkpoints table."""

    kind = CheckpointStore.kind

    def recognises(self, path: Path) -> bool:
        """Whether ``path`` is a checkpoint database and holds no memories of its own."""
        if not has_header(path):
            return False
        columns = schema_of(path).columns
        return columns >= _NEEDS and "store.prefix" not in columns

    def open(self, path: Path, options: Mapping[str, Json]) -> CheckpointStore:
        """The database as a store."""
        del options
        return CheckpointStore(path)


class _Thread:
    """One thread while its checkpoints go by in order."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._messages: list[Mapping[str, Json]] = []
        self._seen: Dates = {}
        self._user: str | None = None

    def take(self, data: bytes, metadata: bytes | None) -> None:
        """Look at the next checkpoint."""
        checkpoint = _decoded(data)
        at = moment_of(checkpoint.get("ts"))
        values = checkpoint.get("channel_values")
        messages = values.get("messages") if isinstance(values, Mapping) else None
        if isinstance(messages, list):
            self._messages = [message for message in messages if isinstance(message, Mapping)]
            for message in self._messages:
                self._seen.setdefault(_mark(message), at)
        about = parse(metadata) if metadata else None
        if isinstance(about, Mapping) and isinstance(about.get("user_id"), str):
            self._user = str(about["user_id"])

    def transcript(self, place: str) -> Transcript:
        """The conversation as the last checkpoint has it."""
        dated: Messages = []
        for message in self._messages:
            at = self._seen[_mark(message)]
            dated.append(({**message, "at": at.isoformat() if at else None}, None))
        turns = turns_of(dated)
        first = min((turn.at for turn in turns if turn.at), default=None)
        return Transcript(self._name, turns, first, self._user, place)


def _mark(message: Mapping[str, Json]) -> str:
    return str(message.get("id") or message.get("content"))


def _decoded(data: bytes) -> Mapping[str, Json]:
    try:
        value = msgspec.msgpack.decode(data, ext_hook=_as_data)
    except (msgspec.MsgspecError, RecursionError, ValueError, TypeError) as error:
        raise RefusedError(f"is no msgpack that can be read ({error})") from error
    if not isinstance(value, Mapping):
        raise RefusedError("is no record")
    return value


def _as_data(code: int, data: memoryview) -> Json:
    """An extension as a record: ``[module, class, fields, …]`` becomes the fields with the class as type."""
    del code
    parts = msgspec.msgpack.decode(data, ext_hook=_as_data)
    if isinstance(parts, list) and len(parts) >= _OBJECT_PARTS and isinstance(parts[2], Mapping):
        return {"type": str(parts[1]), **parts[2]}
    if isinstance(parts, list) and len(parts) >= _OBJECT_PARTS:
        return parts[2]  # type: ignore[no-any-return]  # msgpack yields JSON values here
    return None
