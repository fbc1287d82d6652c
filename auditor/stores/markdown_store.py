"""Markdown notes: one file or a folder of them, cut into entries."""

import re
import time
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from auditor.errors import StoreNotFoundError, StoreUnreadableError
from auditor.files import ATTEMPTS, PAUSE, Stamp, stamp
from auditor.records import Entry, Json, NotChecked, Note, Severity, Transcript
from auditor.stores.fields import meta_of
from auditor.stores.flat import EMPTIED, read_text_bytes
from auditor.stores.front_matter import split
from auditor.stores.interface import Identity
from auditor.stores.markdown_units import Piece, Unit, pieces, unit_of
from auditor.stores.pointers import dangling_pointers

MAX_NOTE_BYTES = 16 * 1024**2
MAX_NOTES = 100_000
_SKIPPED_FOLDERS = frozenset(("node_modules", "__pycache__"))
_LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+\.md)\)")


@dataclass(frozen=True, slots=True)
class Layout:
    """How a kind of notes is laid out.

    ``key`` is a format of ``{file}``, ``{heading}``, ``{line}`` (as written) and ``{text}``; "" is the usual
    one of the unit. ``include`` and ``exclude`` are globs of paths inside the folder, ``sections`` globs of
    headings that count (all, if empty), ``skipped_sections`` of those that do not, ``ignored`` of statements
    that are none. ``index`` is the file that lists the others: it holds no entries,
    and a line in it that leads nowhere is told. ``load_lines`` and ``load_bytes`` are how much of the index
    the agent loads (0: all of it). ``pointers`` are globs of derived files that name notes.
    """

    unit: Unit = Unit.AUTO
    key: str = ""
    include: tuple[str, ...] = ("*.md", "*.markdown")
    exclude: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    skipped_sections: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    delimiter: str = "§"
    index: str = ""
    load_lines: int = 0
    load_bytes: int = 0
    pointers: tuple[str, ...] = ()


_KEYS = {
    Unit.FILE: "{file}",
    Unit.HEADING: "{file}#{heading}",
    Unit.DELIMITER: "{file}:{text}",
    Unit.LINE: "{text}",
    Unit.BULLET: "{file}#{line}",
    Unit.SENTENCE: "{file}#{text}",
}


class MarkdownStore:
    """Notes with or without front matter. A row is a note's name, a zero byte and its text."""

    def __init__(self, place: Path, layout: Layout | None = None, kind: str = "markdown") -> None:
        self.place = place
        self.kind = kind
        self.partial = ""
        self._layout = layout or Layout()
        self._problems: list[NotChecked | Note] = []
        self.identity = Identity.KEY if self._layout.unit is Unit.FILE else Identity.PROSE

    @property
    def reading(self) -> str:
        """What an entry is."""
        what = "file or statement" if self._layout.unit is Unit.AUTO else str(self._layout.unit)
        return f"Markdown, one entry a {what}"

    def rows(self) -> Iterator[bytes]:
        """The notes, by name."""
        self._problems.clear()
        self.partial = ""
        for attempt in range(ATTEMPTS):
            before = self._stamps()
            notes = {name: text for name in before if (text := self._read(name)) is not None}
            if self._stamps() == before:
                break
            self._problems.clear()
            time.sleep(PAUSE * 2**attempt)
        else:
            self.partial = f"notes in {self.place.name} kept changing while they were read"
        self._tell_emptied(notes)
        index = notes.pop(self._layout.index, None)
        if index is not None:
            self._tell_dangling(index.decode(errors="replace"), notes)
            self._tell_unloaded(index)
        if self._layout.pointers and self.place.is_dir():
            self._problems += dangling_pointers(self.place, self._layout.pointers)
        for name, text in notes.items():
            yield name.encode(errors="surrogateescape") + b"\0" + text

    def entries(self, row: bytes) -> Sequence[Entry]:
        """The entries of one note, in its order."""
        raw_name, _, raw_text = row.partition(b"\0")
        name = raw_name.decode(errors="replace")
        front, body = split(raw_text.decode(errors="replace").replace("\r\n", "\n"))
        layout = self._layout
        unit = unit_of(body, layout.delimiter) if layout.unit is Unit.AUTO else layout.unit
        about = meta_of(front)
        if unit is not Unit.FILE:
            about.pop("updated_at", None)  # the note's, not the statement's
        found: dict[str, Entry] = {}
        times: Counter[str] = Counter()
        for piece in pieces(body, unit, layout.delimiter):
            if not self._counts(piece):
                continue
            key = _unused(self._key(name, piece, unit), found, times)
            found[key] = Entry(key, self._value(piece, unit), {**about, **_scope(name, piece, unit)})
        return list(found.values())

    def problems(self) -> Sequence[NotChecked | Note]:
        """Notes that could not be read, and index lines that lead nowhere."""
        return tuple(self._problems)

    def transcripts(self) -> Iterable[Transcript]:
        """None: notes hold no conversations."""
        return ()

    def _counts(self, piece: Piece) -> bool:
        layout = self._layout
        if layout.sections and not any(fnmatch(piece.heading, glob) for glob in layout.sections):
            return False
        skipped = any(fnmatch(piece.heading, glob) for glob in layout.skipped_sections)
        return not skipped and not any(fnmatch(piece.text, glob) for glob in layout.ignored)

    def _key(self, name: str, piece: Piece, unit: Unit) -> str:
        return (self._layout.key or _KEYS[unit]).format(
            file=name, heading=piece.heading, line=piece.line, text=piece.text
        )

    def _value(self, piece: Piece, unit: Unit) -> str:
        shows_line = unit is Unit.BULLET and "{text}" not in self._layout.key
        return (
            f"{piece.line.partition(' ')[0]} {piece.text}"
            if shows_line and piece.line != piece.text
            else piece.text
        )

    def _stamps(self) -> dict[str, Stamp]:
        """The notes that belong to the store, by name, with what tells that one moved."""
        if self.place.is_file():
            return {self.place.name: stamp(self.place)}
        found: dict[str, Stamp] = {}
        for path in notes_in(self.place, self._layout):
            try:
                found[path.relative_to(self.place).as_posix()] = stamp(path)
            except StoreNotFoundError:
                continue
        return found

    def _read(self, name: str) -> bytes | None:
        try:
            path = self.place if self.place.is_file() else self.place / name
            return read_text_bytes(path, MAX_NOTE_BYTES)
        except StoreNotFoundError:
            return None
        except StoreUnreadableError as error:
            if self.place.is_file():
                raise
            self._problems.append(NotChecked("", name, str(error)))
            self.partial = f"{name} could not be read"
            return None

    def _tell_emptied(self, notes: Mapping[str, bytes]) -> None:
        """Notes that are all of 0 bytes cannot be told from damage; one among others may have been emptied.

        Hermes leaves such a file when its last entry goes, so that what it held is a deletion.
        """
        emptied = [name for name, text in notes.items() if not text]
        if emptied and len(emptied) == len(notes):
            raise StoreUnreadableError(f"{self.place}: {EMPTIED}")
        for name in emptied:
            reason = f"{name} has 0 bytes: it was emptied, or its writer was cut short"
            self._problems.append(Note("", (name,), "emptied", Severity.LOW, reason))

    def _tell_dangling(self, index: str, notes: Iterable[str]) -> None:
        there = set(notes)
        for link in sorted(set(_LINK.findall(index)) - there):
            reason = f"{self._layout.index} leads to {link}, which does not exist"
            self._problems.append(Note("", (link,), "dangling_reference", Severity.LOW, reason))
        for name in sorted(there - set(_LINK.findall(index))):
            reason = f"{name} is missing from {self._layout.index}, so that the agent may never read it"
            self._problems.append(Note("", (name,), "dangling_reference", Severity.LOW, reason))

    def _tell_unloaded(self, index: bytes) -> None:
        layout, lines = self._layout, len(index.splitlines())
        too_many = 0 < layout.load_lines < lines
        if too_many or 0 < layout.load_bytes < len(index):
            limit = f"{layout.load_lines} lines" if too_many else f"{layout.load_bytes} bytes"
            reason = f"{layout.index} has {lines} lines, {len(index)} bytes; the agent loads only {limit}"
            self._problems.append(Note("", (layout.index,), "past_load_limit", Severity.LOW, reason))


def notes_in(folder: Path, layout: Layout) -> Iterator[Path]:
    """The files of ``layout`` under ``folder``, by name, without hidden folders and links out.

    Raises:
        StoreUnreadableError: The folder cannot be listed, or holds more than ``MAX_NOTES``.
        StoreNotFoundError: It does not exist.
    """
    if not folder.exists():
        raise StoreNotFoundError(f"{folder}: there is nothing")
    count = 0
    for path in sorted(walk(folder)):
        name = path.relative_to(folder).as_posix()
        if any(fnmatch(name, glob) for glob in layout.exclude):
            continue
        if any(fnmatch(name, glob) or fnmatch(path.name, glob) for glob in layout.include):
            count += 1
            if count > MAX_NOTES:
                raise StoreUnreadableError(f"{folder}: more than {MAX_NOTES} notes")
            yield path


def walk(folder: Path) -> Iterator[Path]:
    """The regular files under ``folder``, without hidden folders and what links lead out to."""
    try:
        children = sorted(folder.iterdir())
    except OSError as error:
        raise StoreUnreadableError(f"{folder}: cannot be listed ({error.strerror})") from error
    for child in children:
        if child.is_symlink() and _leads_out(child, folder):
            continue
        if child.is_dir():
            if (
                not child.name.startswith(".")
                and child.name not in _SKIPPED_FOLDERS
                and not child.is_symlink()
            ):
                yield from walk(child)
        elif child.is_file():
            yield child


def _leads_out(link: Path, folder: Path) -> bool:
    try:
        return not link.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return True  # it leads round in a circle


def _scope(name: str, piece: Piece, unit: Unit) -> dict[str, Json]:
    if unit is Unit.FILE:
        return {}
    return {"namespace": f"{name}#{piece.heading}" if piece.heading else name}


def _unused(key: str, taken: Container[str], times: Counter[str]) -> str:
    """``key``, with a number where it is taken; ``times`` counts how often each was asked for."""
    times[key] += 1
    numbered = key
    while numbered in taken:
        numbered = f"{key} ({max(times[key], 2)})"
        times[key] += numbered in taken
    return numbered
