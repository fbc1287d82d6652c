"""Session files of Claude Code: one record a line, with tool calls, reminders and side chains between."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path, PurePosixPath

from auditor.records import Json, NotChecked, Speaker, Transcript, Turn
from auditor.times import moment_of
from auditor.transcripts.interface import Conversations
from auditor.transcripts.lines import objects_by_line
from auditor.transcripts.messages import Said, split_recalled, text_of
from auditor.transcripts.roles import is_memory_tool, speaker_of

_WRITERS = ("Write", "Edit", "MultiEdit", "NotebookEdit")
_MOVES = re.compile(r"\b(rm|mv|cp|tee|sed|unlink|truncate)\b|>")
_NOTE = re.compile(r"[\w./~-]+\.md\b")
_MEMORY_FILE = re.compile(r"(^|/)(memory|memories)/|(^|/)(CLAUDE|MEMORY|AGENTS|GEMINI|USER)[\w.]*\.md$")
_RECORDS = re.compile(rb'"(sessionId|parentUuid|isSidechain|leafUuid)"\s*:')


class ClaudeCodeReader:
    """What people typed, what the agent answered, and which files it is seen to write or delete."""

    kind = "claude-code"

    def recognises(self, path: Path, head: bytes) -> bool:
        """Whether the first records carry this program's fields."""
        del path
        first = head.lstrip()[:1] == b"{"
        return first and len(_RECORDS.findall(head[:8192])) > 1 and b'"type"' in head[:8192]

    def read(self, path: Path, data: bytes) -> Conversations:
        """The one session in a file."""
        lines, torn = objects_by_line(data)
        session = _Session()
        turns: list[Turn] = []
        for number, record in lines:
            for said in session.said(record):
                turns.append(
                    Turn(said.speaker, said.text, len(turns), said.at, number, said.name, said.recalled)
                )
        at = next((turn.at for turn in turns if turn.at), None)
        name = next((str(r["sessionId"]) for _, r in lines if isinstance(r.get("sessionId"), str)), path.stem)
        problems = [NotChecked("", f"{path}:{number}", "a torn line: not JSON") for number in torn]
        writes = tuple(dict.fromkeys(session.writes))
        return Conversations([Transcript(name, turns, at, None, str(path), writes)], problems)


class _Session:
    """Remembers which tool call a result belongs to."""

    def __init__(self) -> None:
        self.writes: list[str] = []
        self._calls: dict[str, tuple[str, bool]] = {}

    def said(self, record: Mapping[str, Json]) -> Iterator[Said]:
        """What one record says; nothing for notices of the program to itself."""
        message = record.get("message")
        kind = record.get("type")
        if kind not in ("user", "assistant") or not isinstance(message, Mapping):
            return
        if record.get("isMeta") or record.get("isSidechain") or record.get("isCompactSummary"):
            return
        at = moment_of(record.get("timestamp"))
        content = message.get("content")
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        for block in blocks:
            if isinstance(block, Mapping):
                yield from self._of_block(block, Speaker.USER if kind == "user" else Speaker.AGENT, at)

    def _of_block(self, block: Mapping[str, Json], speaker: Speaker, at: datetime | None) -> Iterator[Said]:
        if block.get("type") == "tool_use":
            self._call(block)
        elif block.get("type") == "tool_result":
            tool, is_memory = self._calls.get(str(block.get("tool_use_id")), ("tool", False))
            text = text_of(block.get("content"))
            if text.strip():
                yield Said(speaker_of("tool", tool), text, at, tool, recalled=is_memory)
        elif block.get("type") == "text" and isinstance(block.get("text"), str):
            for text, recalled in split_recalled(str(block["text"])):
                yield Said(Speaker.SYSTEM if recalled else speaker, text, at, recalled=recalled)

    def _call(self, block: Mapping[str, Json]) -> None:
        name, given = str(block.get("name") or "tool"), block.get("input")
        arguments = given if isinstance(given, Mapping) else {}
        place = str(
            arguments.get("file_path") or arguments.get("notebook_path") or arguments.get("path") or ""
        )
        command = str(arguments.get("command") or "") if name == "Bash" else ""
        touched = [place] if place else _NOTE.findall(command)
        is_memory = any(_MEMORY_FILE.search(path) for path in touched)
        # A written file echoed by its own tool is no record of anything but the writing.
        echoes = is_memory or name in _WRITERS or is_memory_tool(name)
        self._calls[str(block.get("id"))] = (name, echoes)
        if (name in _WRITERS and place) or (command and _MOVES.search(command)):
            self.writes += [written_name(path) for path in touched]


def written_name(path: str) -> str:
    """A memory file's name as its store has it: below the memory folder, else the bare name."""
    parts = PurePosixPath(path).parts
    for folder in ("memory", "memories"):
        if folder in parts[:-1]:
            return "/".join(parts[parts.index(folder) + 1 :])
    return parts[-1] if parts else path
