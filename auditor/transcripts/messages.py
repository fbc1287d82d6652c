"""Chat messages as programs write them: one message as turns, a list of them as a conversation."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo

from auditor.records import Json, Speaker, Turn
from auditor.times import moment_of
from auditor.transcripts.roles import is_lookup, is_memory_tool, speaker_of

ROLE_FIELDS = ("role", "speaker", "from", "sender", "author", "type", "who", "name", "participant", "kind")
TEXT_FIELDS = (
    "content",
    "text",
    "message",
    "parts",
    "blocks",
    "items",
    "body",
    "utterance",
    "data",
    "value",
    "mes",
)
TIME_FIELDS = ("at", "ts", "timestamp", "created_at", "createdAt", "time", "create_time", "date", "datetime",
               "sent_at")  # fmt: skip
MAX_TEXT = 1_000_000
_PART_ROLES = {"user-prompt": "user", "text": "assistant", "system-prompt": "system", "tool-return": "tool"}
_RECALLED = re.compile(
    r"<(system[-_ ]?reminder|relevant[-_ ]?memor(?:y|ies)|recalled[-_ ]?memor(?:y|ies)|memor(?:y|ies)"
    r"|memory[-_ ]?context|user[-_ ]?memor(?:y|ies)|context[-_ ]?memor(?:y|ies)|environment[-_ ]?context"
    r"|retrieved[-_ ]?memor(?:y|ies)|user_instructions)\b[^>]*>(.*?)</\1>", re.IGNORECASE | re.DOTALL,
)  # fmt: skip
_INSTRUCTION = re.compile(
    r"\W*(you are|you're|your (role|task|name|job|persona)|act as|as an ai"
    r"|(system )?(prompt|reminder|instructions?)\b|memor(y|ies)\b"
    r"|(relevant|recalled|retrieved|saved|stored|user|long[- ]term|known|past)\s(memor|facts|context)"
    r"|(here (are|is)|the following|what (you|i|we) (know|remember))\b"
    r".{0,60}\b(memor|facts|know|remember|about))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """A part of a message before it has its place in a conversation."""

    speaker: Speaker
    text: str
    at: datetime | None = None
    name: str | None = None
    recalled: bool = False


def said_in(message: Mapping[str, Json], zone: tzinfo = UTC) -> list[Said]:
    """What one message says: its text without what was recalled into it, tool results, recalled blocks."""
    if isinstance(message.get("parts"), list) and isinstance(message.get("kind"), str):
        return [said for part in _request_parts(message) for said in said_in(part, zone)]
    role, name = _role_and_name(message)
    tool = next((message[f] for f in ("tool_name", "tool", "name") if isinstance(message.get(f), str)), None)
    speaker = speaker_of(role, str(tool) if tool else None)
    at = next((m for f in TIME_FIELDS if (m := moment_of(message.get(f), zone)) is not None), None)
    about = message.get("metadata")
    if at is None and isinstance(about, Mapping):
        at = next((m for f in TIME_FIELDS if (m := moment_of(about.get(f), zone))), None)
    content = next((message[f] for f in TEXT_FIELDS if message.get(f) not in (None, "", [])), None)
    if isinstance(content, Mapping) and any(f in content for f in TEXT_FIELDS):
        inner = content if any(f in content for f in ("role", "author")) else {**content, "role": role}
        return [Said(s.speaker, s.text, s.at or at, s.name or name, s.recalled) for s in said_in(inner, zone)]
    recalled = speaker in (Speaker.TOOL, Speaker.DOCUMENT) and is_memory_tool(str(tool))
    said = [Said(speaker, text, at, name, recalled) for text in [text_of(content)] if text.strip()]
    said += [Said(s, text, at, tool_name) for s, text, tool_name in _tool_results(content)]
    said += [Said(Speaker.AGENT, text, at, name) for text in _sent_by_tool(message.get("tool_calls"))]
    return [part for whole in said for part in _without_recalled(whole)]


def turns_of(messages: Sequence[tuple[Mapping[str, Json], int | None]], zone: tzinfo = UTC) -> list[Turn]:
    """Messages, each with the line it stands on in its file (or None), as turns in their order."""
    said = [(part, line) for message, line in messages for part in said_in(message, zone)]
    return [
        Turn(part.speaker, part.text, index, part.at, line, part.name, part.recalled)
        for index, (part, line) in enumerate(said)
    ]


def is_message(value: Json) -> bool:
    """Whether ``value`` looks like a chat message: somebody, and something said."""
    if not isinstance(value, Mapping):
        return False
    role, _ = _role_and_name(value)
    told = any(isinstance(value.get(f), str | list | Mapping) for f in TEXT_FIELDS)
    return told and role is not None


def text_of(content: Json) -> str:
    """The text of a message's content: a string, a list of parts, or an object with a text field."""
    if isinstance(content, str):
        return content[:MAX_TEXT]
    if isinstance(content, Mapping):
        if content.get("type") in (
            "tool_use",
            "tool_result",
            "tool_call",
            "thinking",
            "reasoning",
            "image",
            "image_url",
        ):
            return ""
        return next((t for f in ("text", "content", "parts", "value") if (t := text_of(content.get(f)))), "")
    if isinstance(content, Sequence):
        return "\n".join(text for part in content if (text := text_of(part)))[:MAX_TEXT]
    return ""


def split_recalled(text: str) -> Iterator[tuple[str, bool]]:
    """``text`` in pieces, each with whether it was put there from memory or by the environment."""
    end = 0
    for block in _RECALLED.finditer(text):
        if text[end : block.start()].strip():
            yield text[end : block.start()].strip(), False
        if block[2].strip():
            yield block[2].strip(), True
        end = block.end()
    if text[end:].strip():
        yield text[end:].strip(), False


def is_instruction(text: str) -> bool:
    """Whether a system's text is a prompt, a reminder or recalled memory, and no report of anything."""
    return bool(_INSTRUCTION.match(text))


def _without_recalled(said: Said) -> Iterator[Said]:
    if said.recalled or (said.speaker is Speaker.SYSTEM and is_instruction(said.text)):
        yield replace(said, recalled=True)
        return
    for text, recalled in split_recalled(said.text):
        speaker = Speaker.SYSTEM if recalled else said.speaker
        yield Said(speaker, text, said.at, None if recalled else said.name, recalled)


def _tool_results(content: Json) -> Iterator[tuple[Speaker, str, str | None]]:
    for part in content if isinstance(content, list) else ():
        if isinstance(part, Mapping) and part.get("type") in ("tool_result", "function_call_output"):
            name = part.get("name") if isinstance(part.get("name"), str) else None
            text = text_of(part.get("content") or part.get("output"))
            if text.strip():
                yield Speaker.DOCUMENT if is_lookup(name) else Speaker.TOOL, text, name


def _request_parts(message: Mapping[str, Json]) -> Iterator[Mapping[str, Json]]:
    """The parts of a model request or response (Pydantic AI), each as a message of its own."""
    parts = message.get("parts")
    for part in parts if isinstance(parts, list) else ():
        role = _PART_ROLES.get(str(part.get("part_kind"))) if isinstance(part, Mapping) else None
        if role is not None and isinstance(part, Mapping):
            yield {"timestamp": message.get("timestamp"), **part, "role": role}


def _sent_by_tool(calls: Json) -> Iterator[str]:
    """What an agent says through a tool of its own (Letta's ``send_message``)."""
    for call in calls if isinstance(calls, list) else ():
        function = call.get("function") if isinstance(call, Mapping) else None
        if isinstance(function, Mapping) and function.get("name") == "send_message":
            try:
                arguments = json.loads(str(function.get("arguments")))
            except (ValueError, RecursionError):
                continue
            if isinstance(arguments, Mapping) and isinstance(arguments.get("message"), str):
                yield str(arguments["message"])


def _role_and_name(message: Mapping[str, Json]) -> tuple[str | None, str | None]:
    """The role a message is from, and the speaker's own name if it is given besides."""
    found = []
    for field in ROLE_FIELDS:
        value = message.get(field)
        if isinstance(value, Mapping):
            value = next((value[f] for f in ("role", "name") if isinstance(value.get(f), str)), None)
        if isinstance(value, str) and value.strip():
            found.append(value.strip())
    role = next(
        (word for word in found if speaker_of(word) is not Speaker.UNKNOWN), found[0] if found else None
    )
    names = [
        word for word in found if word != role and speaker_of(word) is Speaker.UNKNOWN and word != "message"
    ]
    if role is not None and speaker_of(role) is Speaker.UNKNOWN:
        return role, role
    return role, names[0] if names else None
