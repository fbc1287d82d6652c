"""Rollout files of the Codex CLI: response items and events, each user message in both."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from auditor.records import Json, NotChecked, Speaker, Transcript, Turn
from auditor.times import moment_of
from auditor.transcripts.interface import Conversations
from auditor.transcripts.lines import objects_by_line
from auditor.transcripts.messages import Said, split_recalled, text_of
from auditor.transcripts.roles import speaker_of

_LINE = re.compile(rb'"type"\s*:\s*"(session_meta|response_item|event_msg|turn_context)"')
_OUTPUTS = ("function_call_output", "custom_tool_call_output", "local_shell_call_output")
_CALLS = ("function_call", "custom_tool_call", "local_shell_call")
_INSTRUCTIONS = ("# AGENTS.md", "<permissions", "<INSTRUCTIONS>", "<turn_aborted>")


class CodexReader:
    """Takes the response items and leaves the events that repeat them."""

    kind = "codex"

    def recognises(self, path: Path, head: bytes) -> bool:
        """Whether the first records are of this program's types."""
        del path
        return (
            head.lstrip()[:1] == b"{" and len(_LINE.findall(head[:65536])) > 1 and b'"payload"' in head[:8192]
        )

    def read(self, path: Path, data: bytes) -> Conversations:
        """The one thread in a rollout file."""
        lines, torn = objects_by_line(data)
        tools: dict[str, str] = {}
        turns: list[Turn] = []
        name, at = path.stem, None
        for number, record in lines:
            payload = record.get("payload")
            if not isinstance(payload, Mapping):
                continue
            if record.get("type") == "session_meta":
                name = str(payload.get("id") or payload.get("session_id") or name)
                at = at or moment_of(payload.get("timestamp"))
            elif record.get("type") == "response_item":
                when = moment_of(record.get("timestamp"))
                for said in _said(payload, tools):
                    turns.append(
                        Turn(said.speaker, said.text, len(turns), when, number, said.name, said.recalled)
                    )
        problems = [NotChecked("", f"{path}:{number}", "a torn line: not JSON") for number in torn]
        at = at or next((turn.at for turn in turns if turn.at), None)
        return Conversations([Transcript(name, turns, at, None, str(path))], problems)


def _said(item: Mapping[str, Json], tools: dict[str, str]) -> Iterator[Said]:
    if item.get("type") in _CALLS:
        tools[str(item.get("call_id"))] = str(item.get("name") or "shell")
    elif item.get("type") in _OUTPUTS:
        tool = tools.get(str(item.get("call_id")), "shell")
        text = text_of(item.get("output"))
        if text.strip():
            yield Said(speaker_of("tool", tool), text, None, tool)
    elif item.get("type") == "message":
        speaker = speaker_of(str(item.get("role")))
        content = item.get("content")
        for part in content if isinstance(content, list) else [content]:
            for text, recalled in split_recalled(text_of(part)):
                told = recalled or text.startswith(_INSTRUCTIONS)
                yield Said(Speaker.SYSTEM if told else speaker, text, None, None, told)
