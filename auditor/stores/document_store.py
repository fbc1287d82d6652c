"""Whole documents of one system, read by a function that knows its shape."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import orjson

from auditor.errors import StoreUnreadableError, TranscriptUnreadableError
from auditor.records import Entry, Json, NotChecked, Note, Transcript
from auditor.stores.flat import read_text_bytes
from auditor.stores.hostile import STRICT_ERRORS, why_refused
from auditor.stores.interface import Identity

MAX_DOCUMENT_BYTES = 512 * 1024**2

Load = Callable[[Path], Iterable[Entry]]
Talks = Callable[[Path], Iterable[Transcript]]


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """A kind of document: how it is recognised, and what is in it."""

    kind: str
    identity: Identity
    reading: str
    recognise: Callable[[Path], bool]
    load: Load
    talks: Talks

    def recognises(self, path: Path) -> bool:
        """Whether ``path`` is such a document."""
        return self.recognise(path)

    def open(self, path: Path, options: Mapping[str, Json]) -> "DocumentStore":
        """``path`` as a store."""
        del options
        return DocumentStore(path, self)


class DocumentStore:
    """A document as a store. Rows are its entries in JSON."""

    def __init__(self, place: Path, kind: DocumentKind) -> None:
        self.place = place
        self.kind = kind.kind
        self.identity = kind.identity
        self.reading = kind.reading
        self.partial = ""
        self._kind = kind
        self._problems: list[NotChecked | Note] = []

    def rows(self) -> Iterator[bytes]:
        """The entries, each as a list of key, value and metadata."""
        self._problems.clear()
        for entry in self._loaded():
            try:
                yield orjson.dumps([entry.key, entry.value, dict(entry.meta)])
            except orjson.JSONEncodeError as error:
                self._problems.append(NotChecked("", entry.key, f"holds what JSON does not have ({error})"))

    def _loaded(self) -> Iterator[Entry]:
        try:
            yield from self._kind.load(self.place)
        except TranscriptUnreadableError as error:
            raise StoreUnreadableError(str(error)) from error

    def entries(self, row: bytes) -> Sequence[Entry]:
        """The entry of one row."""
        return [Entry(*orjson.loads(row))]

    def problems(self) -> Sequence[NotChecked | Note]:
        """Entries that hold what cannot be kept."""
        return tuple(self._problems)

    def transcripts(self) -> Iterable[Transcript]:
        """The conversations in the document, as far as they can be read."""
        try:
            return list(self._kind.talks(self.place))
        except (TranscriptUnreadableError, StoreUnreadableError):
            return ()


def document(path: Path) -> Json:
    """The JSON document at ``path``.

    Raises:
        StoreUnreadableError: It cannot be read or is no JSON.
    """
    data = read_text_bytes(path, MAX_DOCUMENT_BYTES)
    try:
        value: Json = msgspec.json.decode(data)
    except STRICT_ERRORS as error:
        raise StoreUnreadableError(f"{path}: the file {why_refused(data, str(error))}") from error
    return value


def records(value: Json, name: str) -> list[Mapping[str, Json]]:
    """The objects in the list called ``name`` of an object; none where there is no such list."""
    found = value.get(name) if isinstance(value, Mapping) else None
    return [item for item in found if isinstance(item, Mapping)] if isinstance(found, list) else []


def no_talks(path: Path) -> Iterable[Transcript]:
    """Nothing: a document without conversations."""
    del path
    return ()
