"""Transcripts and problems as lines of canonical JSON, as they are kept beside the entries."""

from dataclasses import replace
from typing import Any

import msgspec

from auditor.records import NotChecked, Note, Transcript
from auditor.snapshots.canonical import canonical_json, legible


def transcript_line(transcript: Transcript) -> bytes:
    """The line of ``transcript``; half a surrogate pair in its text becomes a question mark."""
    return _line(transcript)


def transcript_of(line: bytes) -> Transcript:
    """The transcript that ``line`` is the form of.

    Raises:
        ValueError: It is none.
    """
    transcript = msgspec.json.decode(line, type=Transcript)
    writes = None if transcript.writes is None else tuple(transcript.writes)
    return replace(transcript, turns=tuple(transcript.turns), writes=writes)


def problem_line(problem: NotChecked | Note) -> bytes:
    """The line of ``problem``: an object with the one name ``not_checked`` or ``note``."""
    name = "note" if isinstance(problem, Note) else "not_checked"
    return _line({name: problem})


def problem_of(line: bytes) -> NotChecked | Note:
    """The problem that ``line`` is the form of.

    Raises:
        ValueError: It is none.
    """
    document = msgspec.json.decode(line, type=dict[str, Any])
    if "note" in document:
        note = msgspec.convert(document["note"], Note)
        return replace(note, keys=tuple(note.keys))
    return msgspec.convert(document.get("not_checked"), NotChecked)


def _line(record: object) -> bytes:
    document = msgspec.to_builtins(record)
    try:
        return canonical_json(document)
    except ValueError:
        return canonical_json(_legible(document))


def _legible(value: Any) -> Any:
    if isinstance(value, str):
        return legible(value)
    if isinstance(value, dict):
        return {_legible(name): _legible(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_legible(part) for part in value]
    return value
