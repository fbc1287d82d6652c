"""Presets for folders of notes and single note files (presets/README.md)."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from auditor.errors import StoreUnreadableError, TranscriptUnreadableError
from auditor.records import NotChecked, Note, Transcript
from auditor.stores.interface import Identity
from auditor.stores.markdown_store import Layout, MarkdownStore, notes_in
from auditor.stores.markdown_units import Unit
from auditor.stores.sql_presets import preset_for
from auditor.stores.sql_store import SqlStore
from auditor.stores.sqlite_files import has_header
from auditor.stores.worktrees import orphan_notes
from auditor.transcripts.reading import conversations_at

_MARK_BYTES = 8192
_MOST_LOOKED_AT = 50


@dataclass(frozen=True, slots=True)
class NotePreset:
    """How one system lays out its notes, and how such a folder or file is known."""

    kind: str
    identity: Identity
    layout: Layout
    signs: Mapping[str, Any]
    conversations: tuple[str, ...]

    def recognises(self, path: Path) -> bool:
        """Whether ``path`` is a place of this system."""
        signs = self.signs
        if "file" in signs:
            named = path.is_file() and fnmatch(path.name, signs["file"])
            return named and ("mark" not in signs or _has_mark(path, signs["mark"]))
        if not path.is_dir():
            return False
        if "only" in signs:
            notes = {note.name for note in notes_in(path, Layout())}
            if not notes or notes - set(signs["only"]):
                return False
        return self._is_named(path) or self._has_all(path) or self._is_marked(path)

    def open(self, path: Path, options: Mapping[str, Any]) -> "NoteStore":
        """``path`` as a store."""
        del options
        return NoteStore(path, self)

    def _is_named(self, path: Path) -> bool:
        path = path.absolute()
        within = self.signs.get("within")
        above = (path.parent.name, path.parent.parent.name)
        return path.name in self.signs.get("names", ()) and (within is None or within in above)

    def _has_all(self, path: Path) -> bool:
        wanted = self.signs.get("has", ())
        return bool(wanted) and all(any(path.glob(glob)) for glob in wanted)

    def _is_marked(self, path: Path) -> bool:
        mark = self.signs.get("mark")
        if mark is None:
            return False
        notes = [note for note, _ in zip(_direct(path, self.layout), range(_MOST_LOOKED_AT), strict=False)]
        return any(_has_mark(note, mark) for note in notes)


class NoteStore(MarkdownStore):
    """Notes of a known system, with the conversations that it keeps nearby."""

    def __init__(self, place: Path, preset: NotePreset) -> None:
        super().__init__(place, preset.layout, preset.kind)
        self.identity = preset.identity
        self._conversations = preset.conversations

    def problems(self) -> Sequence[NotChecked | Note]:
        """What could not be read or is wrong with the notes, and whether anybody reads them."""
        return (*super().problems(), *orphan_notes(self.place))

    def transcripts(self) -> list[Transcript]:
        """The conversations where this system keeps them, as far as they can be read."""
        found: list[Transcript] = []
        for glob in self._conversations:
            above, name = (self.place.parent, glob[3:]) if glob.startswith("../") else (self.place, glob)
            for path in sorted(above.glob(name)):
                found += _conversations_in(path)
        return found


@cache
def note_presets() -> tuple[NotePreset, ...]:
    """The presets that come with the auditor, by kind."""
    folder = files("auditor.stores") / "presets"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    loaded = [tomllib.loads((folder / name).read_text("utf-8")) for name in names]
    return tuple(_preset(data) for data in loaded if "markdown" in data)


def _preset(data: Mapping[str, Any]) -> NotePreset:
    given: dict[str, Any] = dict(data["markdown"])
    for name, value in given.items():
        given[name] = tuple(value) if isinstance(value, list) else value
    given["unit"] = Unit(given.get("unit", Unit.AUTO))
    conversations = tuple(data.get("conversations", ()))
    return NotePreset(
        data["kind"], Identity(data["identity"]), Layout(**given), data["recognise"], conversations
    )


def _conversations_in(path: Path) -> list[Transcript]:
    try:
        if has_header(path):
            preset = preset_for(path)
            return list(SqlStore(path, preset.sources, preset.talks).transcripts()) if preset else []
        return list(conversations_at(path).transcripts)
    except (StoreUnreadableError, TranscriptUnreadableError):
        return []


def _direct(folder: Path, layout: Layout) -> Iterator[Path]:
    return (note for note in notes_in(folder, layout) if note.parent == folder)


def _has_mark(path: Path, mark: str) -> bool:
    try:
        with path.open("rb") as file:
            return mark.encode() in file.read(_MARK_BYTES)
    except OSError:
        return False
