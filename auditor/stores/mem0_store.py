"""mem0 with its local Qdrant folder: memories from the points, conversations from the history database."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from auditor.errors import StoreUnreadableError
from auditor.records import Entry, Json, NotChecked, Note, Transcript
from auditor.stores.entries import entry_of_item
from auditor.stores.hostile import RefusedError
from auditor.stores.interface import Identity
from auditor.stores.pickles import payload_of, point_id
from auditor.stores.sql_presets import preset_for
from auditor.stores.sqlite_files import has_header, opened
from auditor.stores.sqlite_store import SqliteStore

_POINTS = ("collection/*/storage.sqlite", "*/collection/*/storage.sqlite", "*/*/collection/*/storage.sqlite")
_TEXT = "data"


class Mem0Store:
    """A folder with Qdrant points and, usually, mem0's ``history.db``. Rows are payloads in msgpack."""

    kind = "mem0"
    identity = Identity.KEY

    def __init__(self, place: Path) -> None:
        self.place = place
        self.partial = ""
        self._problems: list[NotChecked | Note] = []

    @property
    def reading(self) -> str:
        """Which files are read."""
        names = [path.relative_to(self.place).as_posix() for path in storages_in(self.place)]
        return f"mem0, points of {', '.join(names) or 'no collection'}"

    def rows(self) -> Iterator[bytes]:
        """The points that hold a memory, without their vectors."""
        self._problems.clear()
        encode = msgspec.msgpack.Encoder().encode
        storages = storages_in(self.place)
        if not storages:
            raise StoreUnreadableError(f"{self.place}: the collection's storage.sqlite is gone")
        for storage in storages:
            with opened(storage) as connection:
                for raw_id, point in connection.execute("SELECT id, point FROM points"):
                    try:
                        key, payload = point_id(raw_id), payload_of(point)
                        if _TEXT in payload:
                            yield encode((storage.parent.name, key, payload))
                    except (RefusedError, TypeError) as error:
                        self._refuse(raw_id, str(error))

    def entries(self, row: bytes) -> Sequence[Entry]:
        """The memory in one point."""
        collection, key, payload = msgspec.msgpack.decode(row)
        entry = entry_of_item(payload, key=key, text=_TEXT)
        return [Entry(key, entry.value, {"namespace": collection, **entry.meta})]

    def problems(self) -> Sequence[NotChecked | Note]:
        """Points that are no points."""
        return tuple(self._problems)

    def transcripts(self) -> Iterable[Transcript]:
        """The last messages of each scope, which the history database keeps."""
        history = self.place / "history.db"
        preset = preset_for(history) if has_header(history) else None
        return SqliteStore(history, preset.sources, preset.talks).transcripts() if preset else ()

    def _refuse(self, raw_id: object, reason: str) -> None:
        try:
            key = point_id(raw_id) if isinstance(raw_id, bytes | str) else ""
        except RefusedError:
            key = ""
        self._problems.append(NotChecked("", key, f"the point {reason}"))
        if not key:
            self.partial = f"a point {reason}"


class Mem0:
    """Recognises mem0's folder, or a local Qdrant folder alone."""

    kind = "mem0"

    def recognises(self, path: Path) -> bool:
        """Whether there are Qdrant points below, directly or beside a history database."""
        if not path.is_dir():
            return False
        return any(path.glob(_POINTS[0])) or (has_header(path / "history.db") and bool(storages_in(path)))

    def open(self, path: Path, options: Mapping[str, Json]) -> Mem0Store:
        """The folder as a store."""
        del options
        return Mem0Store(path)


def storages_in(folder: Path) -> list[Path]:
    """The databases of the collections below ``folder``."""
    return sorted(path for glob in _POINTS for path in folder.glob(glob))
