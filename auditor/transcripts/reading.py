"""Conversations from files and folders, each file read by what its content is."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, tzinfo
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from auditor.errors import StoreUnreadableError, TranscriptUnreadableError
from auditor.files import read_stable, utf8
from auditor.records import NotChecked, Transcript
from auditor.transcripts.chat_json import ChatJsonReader
from auditor.transcripts.chatgpt import ChatGptReader
from auditor.transcripts.claude_code import ClaudeCodeReader
from auditor.transcripts.codex import CodexReader
from auditor.transcripts.interface import Conversations, Reader
from auditor.transcripts.plain import PlainTextReader
from auditor.transcripts.sittings import sittings
from auditor.transcripts.speech import FasterWhisper, is_audio, recorded

MAX_TRANSCRIPT_BYTES = 256 * 1024**2
MAX_FILES = 100_000
SUFFIXES = (".txt", ".text", ".log", ".md", ".json", ".jsonl", ".ndjson", ".transcript", ".chat", "")
_HEAD_BYTES = 64 * 1024
_FIRST = datetime.min.replace(tzinfo=UTC)


def read_transcripts(path: Path, zone: tzinfo = UTC) -> list[Transcript]:
    """The conversations at ``path``, a file or a folder, by time.

    Raises:
        TranscriptUnreadableError: Nothing there can be read.
    """
    return list(conversations_at(path, zone).transcripts)


def conversations_at(path: Path, zone: tzinfo = UTC) -> Conversations:
    """The conversations at ``path`` by time (those without one first), and what could not be read.

    Times without an offset are taken to be in ``zone``. In a folder a file that cannot be read is a
    problem; a single file that cannot be read is an error.

    Raises:
        TranscriptUnreadableError: There is nothing at ``path``, or nothing there can be read.
    """
    if not path.is_dir():
        found = _read(path, zone)
        return Conversations(_by_time(found.transcripts), found.problems)
    transcripts: list[Transcript] = []
    problems: list[NotChecked] = []
    for file in _files(path):
        try:
            found = _read(file, zone)
        except TranscriptUnreadableError as error:
            problems.append(NotChecked("", file.relative_to(path).as_posix(), str(error)))
            continue
        transcripts += found.transcripts
        problems += found.problems
    return Conversations(_by_time(transcripts), problems)


def _read(path: Path, zone: tzinfo) -> Conversations:
    if is_audio(path):
        return Conversations([recorded(path, FasterWhisper(), zone=zone)])
    try:
        data = utf8(read_stable(path, MAX_TRANSCRIPT_BYTES))
    except StoreUnreadableError as error:
        raise TranscriptUnreadableError(str(error)) from error
    except ValueError as error:
        raise TranscriptUnreadableError(f"{path}: the file {error}") from error
    return conversations_in(path, data, zone)


def conversations_in(path: Path, data: bytes, zone: tzinfo = UTC) -> Conversations:
    """The conversations that ``data`` holds, in UTF-8; ``path`` names them and is not read.

    Raises:
        TranscriptUnreadableError: It is no text.
    """
    if b"\0" in data[:_HEAD_BYTES]:
        raise TranscriptUnreadableError(f"{path}: binary, no text")
    head = data[:_HEAD_BYTES]
    general: Sequence[Reader] = (ChatJsonReader(zone), PlainTextReader(zone))
    reader = own_reader(path, head) or next(one for one in general if one.recognises(path, head))
    found = reader.read(path, data)
    return Conversations([part for one in found.transcripts for part in sittings(one)], found.problems)


def own_reader(path: Path, head: bytes) -> Reader | None:
    """The reader of the one program whose file this is, or None for a file of no known program."""
    own: Sequence[Reader] = (*plugged_in(), ClaudeCodeReader(), CodexReader(), ChatGptReader())
    return next((reader for reader in own if reader.recognises(path, head)), None)


@cache
def plugged_in() -> tuple[Reader, ...]:
    """The readers of the entry-point group ``auditor.transcripts``, by name."""
    points = sorted(entry_points(group="auditor.transcripts"), key=lambda point: point.name)
    return tuple(point.load()() for point in points)


def _files(folder: Path) -> Iterator[Path]:
    count = 0
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in inside.parts)
        known = path.suffix.lower() in SUFFIXES or is_audio(path)
        if hidden or not known or not path.is_file() or not path.stat().st_size:
            continue
        if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
            continue
        count += 1
        if count > MAX_FILES:
            raise TranscriptUnreadableError(f"{folder}: more than {MAX_FILES} files")
        yield path


def _by_time(transcripts: Sequence[Transcript]) -> list[Transcript]:
    return sorted(transcripts, key=lambda one: (one.at or _FIRST, one.source, one.id))
