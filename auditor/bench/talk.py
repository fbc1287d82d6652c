"""The transcripts of support and update files: lines of ``[date] name: text``."""

import re

from auditor.records import Speaker, Transcript, Turn
from auditor.times import parse_time

_LINE = re.compile(r"^(?:\[(?P<at>[^\]]{4,40})\]\s*)?(?P<who>[^:\n]{1,60}):\s+(?P<text>.*)$")
_LONGEST_NAME = 3
_USER = "user"


def transcript_of(text: str) -> Transcript:
    """``text`` as a transcript whose every named speaker counts as a user."""
    turns: list[Turn] = []
    for number, line in enumerate(text.splitlines(), 1):
        match = _LINE.match(line)
        who, said = (match["who"].strip(), match["text"]) if match else (None, line)
        at = parse_time(match["at"]) if match and match["at"] else None
        name = None if who is None or who.lower() == _USER else who
        turns.append(Turn(Speaker.USER, said, len(turns), at, number, name))
    return Transcript("talk", turns)


def without_speaker(text: str) -> str:
    """What is said in ``text``, without a speaker's name before it ("Ana: I moved")."""
    match = _LINE.match(text)
    return match["text"] if match and len(match["who"].split()) <= _LONGEST_NAME else text
