"""Plain text conversations: lines with speaker labels, or none."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from auditor.records import Speaker, Transcript, Turn
from auditor.times import moment_of
from auditor.transcripts.interface import Conversations
from auditor.transcripts.messages import is_instruction, split_recalled
from auditor.transcripts.roles import speaker_of

_STAMP = (
    r"(?:\[(?P<s1>[^\]\n]{4,35})\]|\((?P<s2>[^)\n]{4,35})\)"
    r"|(?P<s3>\d{4}-\d\d-\d\d[T ][\d:.,Zz+-]{4,20}|\d{1,2}:\d\d(?::\d\d)?))"
)
_LABEL = re.compile(
    rf"\s*(?:[-*>]\s+)?(?:{_STAMP}[\s,|-]*)?"
    r"(?:\*\*|__|<)?(?P<label>[^\W\d_][\w .'’-]{0,38}?)(?P<about>\s*\([^()\n]{1,40}\))?(?:\*\*|__)?"
    r"\s*(?::(?:\*\*|__)?|>)(?:\s+(?P<text>.*)|\s*$)"
)  # fmt: skip
_HEADING = re.compile(r"\s*#{1,6}\s+(?:\*\*)?(?P<label>[^\W\d_][\w .'’-]{0,30}?)(?:\*\*)?:?\s*$")
_BREAK = re.compile(
    r"\s*(?:={3,}|-{3,}|#)\s*(?P<id>(?:session|conversation|chat|call|transcript)\b.*?)\s*(?:=*|-*)$",
    re.IGNORECASE,
)
_HEADER = re.compile(
    r"\s*(?P<name>date|time|at|started|session|conversation|user|user[ _]id|customer[ _]id)"
    r"\s*:\s*(?P<value>.+?)\s*$",
    re.IGNORECASE,
)
_DAY = re.compile(r"(?<!\d)(\d{4}-\d\d-\d\d)(?!\d)")
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d))?")
_MOST_WORDS = 4
_ASIDES = frozenset((
    *("note", "event", "record", "file", "page", "mail", "email", "web", "doc", "article", "attachment"),
    *("me", "support", "member", "model", "operator", "api", "database", "crm", "address", "date", "time"),
    *("ps", "subject", "to", "from", "cc", "re", "phone", "price", "total", "example", "warning", "todo"),
    "summary",
))  # fmt: skip


@dataclass(slots=True)
class _Part:
    """One conversation while it is collected."""

    id: str
    turns: list[Turn]
    at: datetime | None = None
    user: str | None = None


class PlainTextReader:
    """Any text: what has labels is cut at them, what has none is one unknown speaker's paragraphs."""

    kind = "text"

    def __init__(self, zone: tzinfo = UTC) -> None:
        self._zone = zone

    def recognises(self, path: Path, head: bytes) -> bool:
        """Always: this is the last resort."""
        del path, head
        return True

    def read(self, path: Path, data: bytes) -> Conversations:
        """The conversations of a text file, one a break line."""
        lines = data.decode(errors="replace").splitlines()
        labels = _labels(lines)
        day = _DAY.search(path.stem)
        part = _Part(path.stem, [], moment_of(day[1], self._zone) if day else None)
        parts = [part]
        block: list[str] = []
        for number, line in enumerate(lines, start=1):
            found = _break(line)
            if found:
                part = _Part(found if part.turns or len(parts) > 1 else found or part.id, [], part.at)
                parts.append(part)
                continue
            if not part.turns and self._header(line, part):
                continue
            label, text, stamp = _labelled(line, labels)
            if label is not None:
                at = self._moment(stamp, part)
                part.turns.append(Turn(speaker_of(label), text, 0, at, number, _own_name(label)))
            elif line.strip():
                self._continue(part, line.strip(), number, new=not labels and not block)
            block = [line] if line.strip() else []
        texts = [_transcript(part, path) for part in parts if part.turns]
        return Conversations(texts)

    def _continue(self, part: _Part, text: str, number: int, *, new: bool) -> None:
        if not part.turns or new:
            part.turns.append(Turn(Speaker.UNKNOWN, text, 0, None, number))
            return
        last = part.turns[-1]
        part.turns[-1] = Turn(last.speaker, f"{last.text}\n{text}".strip(), 0, last.at, last.line, last.name)

    def _header(self, line: str, part: _Part) -> bool:
        header = _HEADER.match(line)
        if not header:
            return False
        name, value = header["name"].lower(), header["value"]
        if name in ("user id", "user_id", "customer id", "customer_id"):
            part.user = value
        elif name in ("session", "conversation"):
            part.id = value
        elif name == "user" or (moment := moment_of(value, self._zone)) is None:
            return False
        else:
            part.at = moment
        return True

    def _moment(self, stamp: str | None, part: _Part) -> datetime | None:
        """A label's time; a time of day belongs to the day of the conversation."""
        if stamp is None:
            return None
        moment = moment_of(stamp.replace(",", "."), self._zone)
        clock = _CLOCK.fullmatch(stamp.strip())
        if moment is not None or not clock or part.at is None:
            return moment
        hour, minute, second = (int(digits or 0) for digits in clock.groups())
        try:
            local = part.at.astimezone(self._zone).replace(hour=hour, minute=minute, second=second)
        except ValueError:
            return None
        return local.astimezone(UTC)


def _labels(lines: Sequence[str]) -> frozenset[str]:
    """What stands before a colon as a speaker: known roles, and names that come back or open the text."""
    seen: Counter[str] = Counter()
    first = ""
    for line in lines:
        found = _LABEL.match(line) or _HEADING.match(line)
        if found and len(found["label"].split()) <= _MOST_WORDS:
            seen[found["label"]] += 1
            first = first or found["label"]
    known = {label for label in seen if speaker_of(label) is not Speaker.UNKNOWN and not _is_aside(label)}
    speakers = {speaker_of(label) for label in known}
    if {Speaker.USER, Speaker.AGENT} <= speakers:
        return frozenset(known)  # "Price: 5" in such a conversation is a line of somebody's, not a speaker
    names = {label for label, count in seen.items() if label[:1].isupper() and (count > 1 or label == first)}
    names = {label for label in names if not _is_aside(label)}
    return frozenset(known | names) if known or any(seen[name] > 1 for name in names) else frozenset()


def _is_aside(label: str) -> bool:
    """Whether a label more likely begins a line of somebody's than names who speaks."""
    return label.strip().lower() in _ASIDES


def _labelled(line: str, labels: frozenset[str]) -> tuple[str | None, str, str | None]:
    found = _LABEL.match(line)
    if found and found["label"] in labels:
        about = (found["about"] or "").strip(" ()")
        clock = about if _CLOCK.search(about) or _DAY.search(about) else None
        stamp = found["s1"] or found["s2"] or found["s3"] or clock
        return found["label"], (found["text"] or "").strip(), stamp
    heading = _HEADING.match(line)
    if heading and heading["label"] in labels:
        return heading["label"], "", None
    return None, "", None


def _break(line: str) -> str | None:
    found = _BREAK.match(line)
    return found["id"].strip(" =-:") if found else None


def _own_name(label: str) -> str | None:
    return label if speaker_of(label) is Speaker.UNKNOWN else None


def _transcript(part: _Part, path: Path) -> Transcript:
    pieces = [(turn, text, recalled) for turn in part.turns for text, recalled in split_recalled(turn.text)]
    turns = [
        Turn(
            Speaker.SYSTEM if recalled else turn.speaker, text, index, turn.at, turn.line, turn.name, recalled
        )
        for index, (turn, text, recalled) in enumerate(pieces)
    ]
    at = next((turn.at for turn in turns if turn.at), part.at)
    return Transcript(part.id, turns, at, part.user, str(path))


def _is_prompt(turn: Turn) -> bool:
    return turn.speaker is Speaker.SYSTEM and is_instruction(turn.text)
