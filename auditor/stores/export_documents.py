"""Exports that people download: ChatGPT, Claude.ai, and Letta's agent files."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from auditor.errors import TranscriptUnreadableError
from auditor.records import Entry, Json, Transcript
from auditor.stores.document_store import DocumentKind, document, records
from auditor.stores.fields import time_text
from auditor.stores.flat import read_text_bytes
from auditor.stores.interface import Identity
from auditor.stores.markdown_units import Unit, pieces
from auditor.stores.sql_talks import is_machine_talk
from auditor.stores.zipped import documents, heads_in, looks_zipped
from auditor.transcripts.chatgpt import ChatGptReader, branch_of, conversations_in
from auditor.transcripts.messages import turns_of
from auditor.transcripts.reading import conversations_at
from auditor.transcripts.sittings import sittings

_HEAD_BYTES = 256 * 1024
_MEMORIES = b'"conversations_memory"'
_BOLD_LINE = re.compile(r"^\*\*([^*\n]+)\*\*:?[ \t]*$", re.MULTILINE)  # how Claude.ai writes a heading
_NUMBERED = re.compile(r"^\s*\d+\.\s*(?:\[(\d{4}-\d\d-\d\d)\]\.?)?\s*(.+)$")


def _chatgpt_memories(path: Path) -> Iterator[Entry]:
    """The memory list that the newest conversation showed the model; none where it lies beside in a file."""
    if any(path.parent.glob("*memor*.txt")):
        return
    with documents(path) as files:
        chats = [file for file in files if _begins_as_chatgpt(file, head_of(file))]
        talks = [talk for file in chats for talk in conversations_in(file, read_text_bytes(file))]
    newest = sorted(talks, key=lambda talk: str(talk.get("update_time") or talk.get("create_time") or ""))
    for talk in reversed(newest):
        shown = [text for message in branch_of(talk) if (text := _context(message)) is not None]
        if not shown:
            continue
        for line in shown[-1].splitlines():
            numbered = _NUMBERED.match(line)
            if numbered:
                text, day = numbered[2].strip(), numbered[1]
                yield Entry(text, text, {"created_at": day} if day else {})
        return


def _context(message: Mapping[str, Json]) -> str | None:
    content = message.get("content")
    text = content.get("model_set_context") if isinstance(content, Mapping) else None
    return text if isinstance(text, str) and text.strip() else None


def _claude_ai_memories(path: Path) -> Iterator[Entry]:
    """The prose that Claude.ai keeps of a person, cut into statements."""
    with documents(path) as files:
        found = [document(file) for file in files if _MEMORIES in head_of(file)]
    accounts = [one for value in found for one in (value if isinstance(value, list) else [value])]
    for account in accounts:
        if not isinstance(account, Mapping):
            continue
        texts = {"conversations_memory": account.get("conversations_memory")}
        projects = account.get("project_memories")
        texts |= projects if isinstance(projects, Mapping) else {}
        for scope, text in texts.items():
            yield from _statements(scope, text, account.get("account_uuid"))


def _statements(scope: str, text: Json, owner: Json) -> Iterator[Entry]:
    if not isinstance(text, str):
        return
    for piece in pieces(_BOLD_LINE.sub(r"## \1", text), Unit.BULLET, "§"):
        meta: dict[str, Json] = {"namespace": f"{scope}#{piece.heading}" if piece.heading else scope}
        yield Entry(f"{scope}#{piece.text}", piece.text, {**meta, "owner": owner} if owner else meta)


def _letta_blocks(path: Path) -> Iterator[Entry]:
    """The blocks of an agent file, line by line."""
    agent = document(path)
    for block in records(agent, "blocks") or records(agent, "core_memory"):
        label, value = block.get("label"), block.get("value")
        created = time_text(block.get("created_at"))
        meta: dict[str, Json] = {"namespace": label, **({"created_at": created} if created else {})}
        if isinstance(label, str) and isinstance(value, str):
            for number, line in enumerate(value.splitlines()):
                if line.strip():
                    yield Entry(f"{label}#{number}", line.strip(), meta)


def _letta_talks(path: Path) -> Iterator[Transcript]:
    """The messages of the agents in an agent file, also of the older shape, which is one agent."""
    whole = document(path)
    agents = records(whole, "agents") or ([whole] if isinstance(whole, Mapping) else [])
    for agent in agents:
        said = [
            one
            for one in records(agent, "messages")
            if one.get("role") != "system" and not is_machine_talk(one)
        ]
        turns = turns_of([(message, None) for message in said])
        if turns:
            name = str(agent.get("id") or agent.get("name") or path.stem)
            at = min((turn.at for turn in turns if turn.at), default=None)
            yield from sittings(Transcript(name, turns, at, None, str(path)))


def _is_chatgpt(path: Path) -> bool:
    return any(_begins_as_chatgpt(name, head) for name, head in _heads(path))


def _begins_as_chatgpt(name: Path, head: bytes) -> bool:
    return name.suffix == ".json" and ChatGptReader().recognises(name, head)


def _is_claude_ai(path: Path) -> bool:
    return any(name.suffix == ".json" and _MEMORIES in head for name, head in _heads(path))


def _is_agent_file(path: Path) -> bool:
    head = head_of(path) if path.suffix == ".af" else b""
    return b'"agent_type"' in head or b'"agents"' in head or b'"core_memory"' in head


def _heads(path: Path) -> Iterable[tuple[Path, bytes]]:
    """The beginnings of ``path``, or of the documents in it if it is a zip file."""
    return heads_in(path, _HEAD_BYTES) if looks_zipped(path) else [(path, head_of(path))]


def head_of(path: Path) -> bytes:
    """The first bytes of the file at ``path``; none where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(_HEAD_BYTES)
    except OSError:
        return b""


def _talks(path: Path) -> Iterator[Transcript]:
    """The conversations in an export, under the export's own path."""
    with documents(path) as files:
        for file in files:
            with suppress(TranscriptUnreadableError):
                yield from (replace(talk, source=str(path)) for talk in conversations_at(file).transcripts)


def _zipped_talks(path: Path) -> Iterable[Transcript]:
    """The conversations beside the memories: in the same zip file, else found by who looks around them."""
    return _talks(path) if looks_zipped(path) else ()


CHATGPT = DocumentKind(
    "chatgpt-export",
    Identity.CONTENT,
    "ChatGPT export, conversations and the memory list in them",
    _is_chatgpt,
    _chatgpt_memories,
    _talks,
)
CLAUDE_AI = DocumentKind(
    "claude-ai-memories",
    Identity.PROSE,
    "Claude.ai memories, one entry a statement",
    _is_claude_ai,
    _claude_ai_memories,
    _zipped_talks,
)
LETTA_FILE = DocumentKind(
    "letta-agent-file",
    Identity.PROSE,
    "Letta agent file, one entry a line of a block",
    _is_agent_file,
    _letta_blocks,
    _letta_talks,
)
