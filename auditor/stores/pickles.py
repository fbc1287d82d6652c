"""Points of a local Qdrant folder: pickles of one known class, read as data; any other class is refused."""

import base64
import binascii
import io
import pickle
from collections.abc import Mapping
from typing import Any

from auditor.records import Json
from auditor.stores.hostile import RefusedError

_MODULES = (
    "qdrant_client.http.models.models",
    "qdrant_client.models",
    "qdrant_client.conversions.common_types",
)
_CLASSES = ("PointStruct", "SparseVector", "Record")
MAX_PICKLE_BYTES = 16 * 1024**2


class _Bag:
    """What stands in for an object of the vendor's: its state, and nothing that acts."""

    def __init__(self, *arguments: object) -> None:
        self.state: object = arguments

    def __setstate__(self, state: object) -> None:
        self.state = state


class _Reader(pickle.Unpickler):
    """Builds bags for the classes that a point consists of, and refuses every other global."""

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        if module_name in _MODULES and global_name in _CLASSES:
            return _Bag
        raise RefusedError(f"asks for {module_name}.{global_name}, which is not read")

    def persistent_load(self, pid: Any, /) -> Any:
        raise RefusedError(f"refers to something outside ({type(pid).__name__}), which is not read")


def payload_of(data: bytes) -> dict[str, Json]:
    """The payload of a pickled point.

    Raises:
        RefusedError: It is damaged, too large, or asks for anything but a point.
    """
    value = _loaded(data)
    state = value.state if isinstance(value, _Bag) else None
    fields = state.get("__dict__", state) if isinstance(state, Mapping) else None
    payload = fields.get("payload") if isinstance(fields, Mapping) else None
    if not isinstance(payload, dict) or not all(isinstance(name, str) for name in payload):
        raise RefusedError("is no point with a payload")
    return payload


def docstore_of(data: bytes) -> dict[str, Json]:
    """The payloads by id in a pickled pair of docstore and index (mem0's FAISS folder before 2.0).

    Raises:
        RefusedError: It is damaged, too large, or asks for any class.
    """
    value = _loaded(data)
    docstore = value[0] if isinstance(value, tuple | list) and value else value
    if not isinstance(docstore, dict) or not all(isinstance(key, str) for key in docstore):
        raise RefusedError("is no docstore")
    return docstore


def point_id(encoded: bytes | str) -> str:
    """The id of a point, which is base64 of a pickled text or number.

    Raises:
        RefusedError: It is neither.
    """
    try:
        value = _loaded(base64.b64decode(encoded, validate=True))
    except (binascii.Error, ValueError) as error:
        raise RefusedError(f"has an id that cannot be read ({error})") from error
    if isinstance(value, str | int):
        return str(value)
    raise RefusedError("has an id that is neither text nor number")


def _loaded(data: bytes) -> object:
    if len(data) > MAX_PICKLE_BYTES:
        raise RefusedError(f"holds {len(data)} bytes, more than {MAX_PICKLE_BYTES}")
    try:
        return _Reader(io.BytesIO(data)).load()
    except RefusedError:
        raise
    except Exception as error:
        raise RefusedError(f"is a damaged pickle ({type(error).__name__})") from error
