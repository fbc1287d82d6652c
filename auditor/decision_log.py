"""A decision log: append-only JSON lines, each sealed with the hash of the one before.

A line is ``{"seq", "at", "kind", "data", "previous", "hash"}``; ``hash`` is the SHA-256 (hex) of the
line's canonical JSON without it. Any program reads it. The hashes show that a line was edited, removed,
moved, inserted or stripped of its hash. That the log was cut or written anew as a whole is shown only by
an *anchor*, count and last hash, kept somewhere else: one lies beside the log, others stand in reports.
"""

import hashlib
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Self

import orjson
from filelock import FileLock, Timeout

from auditor.errors import DecisionLogError
from auditor.files import write_atomically
from auditor.records import Json
from auditor.times import Clock, rfc3339

START = "0" * 64
MAX_LINE_BYTES = 8 * 1024**2
_WAIT_SECONDS = 30
_FIELDS = frozenset({"seq", "at", "kind", "data", "previous", "hash"})


@dataclass(frozen=True, slots=True)
class Anchor:
    """How many lines a log has, and the hash of the last."""

    count: int = 0
    hash: str = START

    def __str__(self) -> str:
        """The form in which it stands in reports, ``count:hash``."""
        return f"{self.count}:{self.hash}"

    @classmethod
    def of(cls, text: str) -> Self:
        """The anchor written as ``count:hash``.

        Raises:
            ValueError: It is no such thing.
        """
        count, colon, digest = text.partition(":")
        if not colon or not count.isdecimal() or len(digest) != len(START):
            raise ValueError("an anchor should be COUNT:HASH, as a report has it")
        return cls(int(count), digest)


class DecisionLog:
    """A log that is open for writing, alone: a second writer waits, then gives up.

    Raises:
        DecisionLogError: Another writer holds it, or its end does not fit its anchor.
    """

    def __init__(self, path: Path, clock: Clock, *, durable: bool = True) -> None:
        self._path = path
        self._clock = clock
        self._durable = durable
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(path.with_name(f"{path.name}.lock"), fallback_to_soft=False)

    def __enter__(self) -> Self:
        """Take the lock and find the end."""
        try:
            self._lock.acquire(timeout=_WAIT_SECONDS)
        except Timeout as error:
            raise DecisionLogError(f"{self._path}: another program writes to it; try again later") from error
        try:
            self._file: BinaryIO = self._path.open("ab+")
            self.anchor = self._end()
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Make what was written last, and give the log back."""
        try:
            self._file.flush()
            os.fsync(self._file.fileno())
            write_anchor(self._path, self.anchor)
        finally:
            self._file.close()
            self._lock.release()

    def append(self, kind: str, data: Mapping[str, Json]) -> Anchor:
        """Write one line; the anchor after it."""
        number = self.anchor.count + 1
        body = {"seq": number, "at": rfc3339(self._clock.now()), "kind": kind, "data": data}
        line = {**body, "previous": self.anchor.hash}
        digest = sealed(line)
        self._file.write(_bytes({**line, "hash": digest}) + b"\n")
        self.anchor = Anchor(number, digest)
        if self._durable:
            self._file.flush()
            os.fsync(self._file.fileno())
            write_anchor(self._path, self.anchor)
        return self.anchor

    def _end(self) -> Anchor:
        """The end of the log; a last line that a crash left torn, and nobody was told of, is taken off."""
        known = read_anchor(self._path)
        last, torn_at = _last_line(self._file)
        if torn_at is not None:
            self._file.truncate(torn_at)
        if not last:
            found = Anchor()
        else:
            line = _parsed(last)
            found = Anchor(int(line.get("seq", 0)), str(line.get("hash", "")))
            if (
                known
                and found != known
                and (found.count, line.get("previous")) == (known.count + 1, known.hash)
            ):
                return found  # written, but a crash came before its anchor
        if known and found != known:
            raise DecisionLogError(f"{self._path}: does not end where it ended; see `auditor log verify`")
        return found


def sealed(line: Mapping[str, Any]) -> str:
    """The hash of a line without its hash."""
    return hashlib.sha256(_bytes({name: line[name] for name in line if name != "hash"})).hexdigest()


def read_anchor(path: Path) -> Anchor | None:
    """The anchor that lies beside the log at ``path``; None where there is none or it cannot be read."""
    try:
        return Anchor.of(_beside(path).read_text(encoding="utf-8").strip())
    except (OSError, ValueError):
        return None


def write_anchor(path: Path, anchor: Anchor) -> None:
    """Lay ``anchor`` beside the log."""
    write_atomically(_beside(path), f"{anchor}\n".encode())


def entries(path: Path) -> Iterator[Mapping[str, Any]]:
    """The lines of a log as they are, unchecked.

    Raises:
        DecisionLogError: It cannot be read, or a line is no JSON object.
    """
    for number, raw in enumerate(_raw_lines(path), start=1):
        try:
            yield _parsed(raw)
        except DecisionLogError as error:
            raise DecisionLogError(f"{path}:{number}: {error}") from error


def problems(path: Path, anchors: Iterable[Anchor] = ()) -> Iterator[str]:
    """What shows that the log at ``path`` was altered; nothing where all is well.

    Each of ``anchors``, and the one beside the log, must be met on the way.

    Raises:
        DecisionLogError: It cannot be read.
    """
    beside = read_anchor(path)
    wanted: dict[int, set[str]] = defaultdict(set)
    for anchor in (*anchors, *([beside] if beside else [])):
        wanted[anchor.count].add(anchor.hash)
    wanted.pop(0, None)
    end = Anchor()
    for number, raw in enumerate(_raw_lines(path), start=1):
        try:
            line = _parsed(raw)
        except DecisionLogError as error:
            yield f"line {number}: {error}"
            line = {}
        yield from (f"line {number}: {text}" for text in _faults(line, number, end))
        end = Anchor(number, str(line.get("hash", "")))
        if wanted.pop(number, {end.hash}) != {end.hash}:
            yield f"line {number}: another one stood here when its anchor was written"
    if wanted:
        yield f"the log ends after {end.count} lines; an anchor says that it had {max(wanted)}"
    if beside and beside.count < end.count:
        yield f"the log has {end.count} lines; the anchor beside it says {beside.count}"


def _faults(line: Mapping[str, Any], number: int, before: Anchor) -> Iterator[str]:
    if line.keys() != _FIELDS:
        yield "its fields are not those of a line of a decision log"
        return
    if line["seq"] != number:
        yield f"it is numbered {line['seq']}: a line was removed, moved or put in"
    if line["previous"] != before.hash:
        yield "it does not follow from the line before"
    if line["hash"] != sealed(line):
        yield "its content does not fit its hash: it was edited"


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.anchor")


def _bytes(document: Mapping[str, Any]) -> bytes:
    return orjson.dumps(document, option=orjson.OPT_SORT_KEYS)


def _parsed(raw: bytes) -> Mapping[str, Any]:
    try:
        line = orjson.loads(raw)
    except ValueError as error:
        raise DecisionLogError("it is no JSON") from error
    if not isinstance(line, dict):
        raise DecisionLogError("it is no JSON object")
    return line


def _raw_lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            while raw := file.readline(MAX_LINE_BYTES):
                yield raw.rstrip(b"\n")
    except OSError as error:
        raise DecisionLogError(f"{path}: cannot be read ({error.strerror})") from error


def _last_line(file: BinaryIO) -> tuple[bytes, int | None]:
    """The last whole line of a log, and where a torn one after it begins, if one does."""
    size = file.seek(0, os.SEEK_END)
    start = max(0, size - MAX_LINE_BYTES)
    step = min(size, 4096)
    while True:
        begin = max(start, size - step)
        file.seek(begin)
        tail = file.read(size - begin)
        whole = tail[: tail.rfind(b"\n") + 1]
        if whole.count(b"\n") > 1 or begin == start:
            break
        step *= 4
    torn_at = begin + len(whole) if len(whole) < len(tail) else None
    return whole.rstrip(b"\n").rpartition(b"\n")[2], torn_at
