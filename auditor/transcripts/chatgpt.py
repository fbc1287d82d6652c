"""The data export of ChatGPT: each conversation a tree of messages, of which one branch was taken."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import msgspec

from auditor.errors import TranscriptUnreadableError
from auditor.records import Json, Speaker, Transcript, Turn
from auditor.times import moment_of
from auditor.transcripts.interface import Conversations
from auditor.transcripts.messages import text_of
from auditor.transcripts.roles import speaker_of

_SPOKEN = ("text", "multimodal_text")
_MEMORY_TOOL = "bio"


class ChatGptReader:
    """Follows the branch that was kept; hidden nodes and memory shown to the model are not said."""

    kind = "chatgpt-export"

    def recognises(self, path: Path, head: bytes) -> bool:
        """Whether it begins as an export's conversations do."""
        del path
        return (
            head.lstrip()[:1] == b"[" and b'"mapping"' in head and b'"parent"' in head and b'"author"' in head
        )

    def read(self, path: Path, data: bytes) -> Conversations:
        """The conversations of an export."""
        talks = [_transcript(talk, n, path) for n, talk in enumerate(conversations_in(path, data))]
        if not any(talk.writes for talk in talks):  # an export without them does not say that there were none
            talks = [replace(talk, writes=None) for talk in talks]
        return Conversations(talks)


def conversations_in(path: Path, data: bytes) -> list[Mapping[str, Json]]:
    """The conversations of an export as they stand there.

    Raises:
        TranscriptUnreadableError: It is no such JSON.
    """
    try:
        value = msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise TranscriptUnreadableError(f"{path}: not valid JSON ({error})") from error
    if not isinstance(value, list):
        raise TranscriptUnreadableError(f"{path}: not a list of conversations")
    return [talk for talk in value if isinstance(talk, Mapping) and isinstance(talk.get("mapping"), Mapping)]


def branch_of(talk: Mapping[str, Json]) -> list[Mapping[str, Json]]:
    """The messages from the root to the current node."""
    nodes = talk["mapping"]
    found: list[Mapping[str, Json]] = []
    name = talk.get("current_node")
    seen: set[str] = set()
    while isinstance(name, str) and name not in seen and isinstance(nodes, Mapping):
        seen.add(name)
        node = nodes.get(name)
        if not isinstance(node, Mapping):
            break
        message = node.get("message")
        if isinstance(message, Mapping):
            found.append(message)
        name = node.get("parent")
    return found[::-1]


def _transcript(talk: Mapping[str, Json], number: int, path: Path) -> Transcript:
    turns: list[Turn] = []
    writes: list[str] = []
    for message in branch_of(talk):
        if message.get("recipient") == _MEMORY_TOOL:
            writes.append(text_of(message.get("content")))
            continue
        for speaker, text, name in _said(message):
            turns.append(Turn(speaker, text, len(turns), moment_of(message.get("create_time")), None, name))
    identifier = talk.get("conversation_id") or talk.get("id") or f"{path.stem}-{number}"
    return Transcript(str(identifier), turns, moment_of(talk.get("create_time")), None, str(path), writes)


def _said(message: Mapping[str, Json]) -> Iterator[tuple[Speaker, str, str | None]]:
    about, content, author = message.get("metadata"), message.get("content"), message.get("author")
    if isinstance(about, Mapping) and about.get("is_visually_hidden_from_conversation"):
        return
    if not isinstance(content, Mapping) or content.get("content_type") not in _SPOKEN:
        return
    who = author if isinstance(author, Mapping) else {}
    name = str(who["name"]) if isinstance(who.get("name"), str) else None
    text = text_of(content.get("parts"))
    if text.strip() and name != _MEMORY_TOOL:
        yield speaker_of(str(who.get("role")), name), text, name
