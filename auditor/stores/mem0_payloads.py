"""Where mem0's memories lie, whichever vector store it was given: Qdrant's folder, FAISS, Chroma."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from auditor.errors import StoreUnreadableError
from auditor.files import read_stable
from auditor.records import Json
from auditor.stores.document_store import document
from auditor.stores.hostile import RefusedError
from auditor.stores.pickles import MAX_PICKLE_BYTES, docstore_of, payload_of, point_id
from auditor.stores.sql_presets import preset_for
from auditor.stores.sql_store import SqlStore
from auditor.stores.sqlite_files import has_header, opened

TEXT = "data"
_DEPTHS = ("", "*/", "*/*/")
_QDRANT, _FAISS, _CHROMA = "collection/*/storage.sqlite", "*.faiss", "chroma.sqlite3"

Payload = tuple[str, str, Mapping[str, Json]]
Refuse = Callable[[str, str], None]


def places_in(folder: Path) -> list[Path]:
    """The files that hold payloads below ``folder``, at most two folders down, by name."""
    return sorted(
        path for glob in (_QDRANT, _FAISS, _CHROMA) for depth in _DEPTHS for path in folder.glob(depth + glob)
    )


def payloads_in(place: Path, refuse: Refuse) -> Iterator[Payload]:
    """The payloads with a memory: collection, id, fields. ``refuse`` is told id ("" if unknown) and reason.

    Raises:
        StoreUnreadableError: The place cannot be read.
    """
    if place.suffix == ".faiss":
        return _of_faiss(place)
    return _of_chroma(place) if place.name == _CHROMA else _of_qdrant(place, refuse)


def _of_qdrant(place: Path, refuse: Refuse) -> Iterator[Payload]:
    with opened(place) as connection:
        for raw_id, point in connection.execute("SELECT id, point FROM points"):
            key = ""
            try:
                key = point_id(raw_id)
                payload = payload_of(point)
            except (RefusedError, TypeError) as error:
                refuse(key, f"the point {error}")
                continue
            if TEXT in payload:
                yield place.parent.name, key, payload


def _of_faiss(index: Path) -> Iterator[Payload]:
    beside, pickled = index.with_suffix(".json"), index.with_suffix(".pkl")
    if beside.exists():
        whole = document(beside)
        docstore = whole.get("docstore") if isinstance(whole, Mapping) else None
    else:
        try:
            docstore = docstore_of(read_stable(pickled, MAX_PICKLE_BYTES))
        except RefusedError as error:
            raise StoreUnreadableError(f"{pickled}: the file {error}") from error
    if not isinstance(docstore, Mapping):
        raise StoreUnreadableError(f"{beside}: no docstore in it")
    for key, payload in docstore.items():
        if isinstance(payload, Mapping) and TEXT in payload:
            yield index.stem, key, payload


def _of_chroma(place: Path) -> Iterator[Payload]:
    preset = preset_for(place) if has_header(place) else None
    if preset is None:
        raise StoreUnreadableError(f"{place}: no Chroma database that can be read")
    store = SqlStore(place, preset.sources)
    for row in store.rows():
        for entry in store.entries(row):
            yield str(entry.meta.get("namespace", "")), entry.key, {**entry.meta, TEXT: entry.value}
