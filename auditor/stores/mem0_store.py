"""mem0's folder: memories from the payloads of its vector store, conversations from its history database."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from auditor.errors import StoreUnreadableError
from auditor.records import Entry, Json, NotChecked, Note, Transcript
from auditor.stores.entries import entry_of_item
from auditor.stores.interface import Identity
from auditor.stores.mem0_payloads import TEXT, payloads_in, places_in
from auditor.stores.sql_presets import preset_for
from auditor.stores.sql_store import SqlStore
from auditor.stores.sqlite_files import has_header


class Mem0Store:
    """A folder with payloads and, usually, mem0's ``history.db``. Rows are payloads in msgpack."""

    kind = "mem0"
    identity = Identity.KEY

    def __init__(self, place: Path) -> None:
        self.place = place
        self.partial = ""
        self._problems: list[NotChecked | Note] = []

    @property
    def reading(self) -> str:
        """Which files are read."""
        names = [path.relative_to(self.place).as_posix() for path in places_in(self.place)]
        return f"mem0, payloads of {', '.join(names) or 'no collection'}"

    def rows(self) -> Iterator[bytes]:
        """The payloads that hold a memory, without their vectors."""
        self._problems.clear()
        self.partial = ""
        encode = msgspec.msgpack.Encoder().encode
        places = places_in(self.place)
        if not places:
            raise StoreUnreadableError(f"{self.place}: the files of the vector store are gone")
        for place in places:
            for collection, key, payload in payloads_in(place, self._refuse):
                try:
                    yield encode((collection, key, payload))
                except (TypeError, OverflowError, RecursionError) as error:
                    self._refuse(key, f"the payload holds what cannot be kept ({error})")

    def entries(self, row: bytes) -> Sequence[Entry]:
        """The memory in one payload."""
        collection, key, payload = msgspec.msgpack.decode(row)
        entry = entry_of_item(payload, key=key, text=TEXT)
        return [Entry(key, entry.value, {"namespace": collection, **entry.meta})]

    def problems(self) -> Sequence[NotChecked | Note]:
        """Points that are no points."""
        return tuple(self._problems)

    def transcripts(self) -> Iterable[Transcript]:
        """The last messages of each scope, which the history database keeps."""
        history = self.place / "history.db"
        preset = preset_for(history) if has_header(history) else None
        return SqlStore(history, preset.sources, preset.talks).transcripts() if preset else ()

    def _refuse(self, key: str, reason: str) -> None:
        self._problems.append(NotChecked("", key, reason))
        if not key:
            self.partial = reason


class Mem0:
    """Recognises mem0's folder, or a Qdrant or FAISS folder alone."""

    kind = "mem0"

    def recognises(self, path: Path) -> bool:
        """Whether there are payloads directly below, or further down beside a history database."""
        if not path.is_dir():
            return False
        if any(path.glob("collection/*/storage.sqlite")) or any(path.glob("*.faiss")):
            return True
        return has_header(path / "history.db") and bool(places_in(path))

    def open(self, path: Path, options: Mapping[str, Json]) -> Mem0Store:
        """The folder as a store."""
        del options
        return Mem0Store(path)
