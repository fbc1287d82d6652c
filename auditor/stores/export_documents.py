"""Exports that people download: ChatGPT, Claude.ai, and Letta's agent files."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from auditor.records import Entry, Json, Transcript
from auditor.stores.document_store import DocumentKind, document, no_talks, records
from auditor.stores.fields import time_text
from auditor.stores.flat import read_text_bytes
from auditor.stores.interface import Identity
from auditor.stores.markdown_units import Unit, pieces
from auditor.transcripts.chatgpt import ChatGptReader, branch_of, conversations_in
from auditor.transcripts.reading import conversations_at

_HEAD_BYTES = 256 * 1024
_NUMBERED = re.compile(r"^\s*\d+\.\s*(?:\[(\d{4}-\d\d-\d\d)\]\.?)?\s*(.+)$")


def _chatgpt_memories(path: Path) -> Iterator[Entry]:
    """The memory list that the newest conversation showed the model; none where it lies beside in a file."""
    if any(path.parent.glob("*memor*.txt")):
        return
    talks = conversations_in(path, read_text_bytes(path))
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
    accounts = document(path)
    for account in accounts if isinstance(accounts, list) else [accounts]:
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
    for piece in pieces(text, Unit.BULLET, "§"):
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


def _is_chatgpt(path: Path) -> bool:
    return path.suffix == ".json" and ChatGptReader().recognises(path, _head(path))


def _is_claude_ai(path: Path) -> bool:
    return path.suffix == ".json" and b'"conversations_memory"' in _head(path)


def _is_agent_file(path: Path) -> bool:
    head = _head(path) if path.suffix == ".af" else b""
    return b'"agent_type"' in head or b'"agents"' in head or b'"core_memory"' in head


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_HEAD_BYTES)
    except OSError:
        return b""


def _talks(path: Path) -> Iterable[Transcript]:
    return conversations_at(path).transcripts


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
    no_talks,
)
LETTA_FILE = DocumentKind(
    "letta-agent-file",
    Identity.PROSE,
    "Letta agent file, one entry a line of a block",
    _is_agent_file,
    _letta_blocks,
    no_talks,
)
