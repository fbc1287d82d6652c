"""Memory layers written in Python, asked through their own reading methods.

Two protocols are spoken: the four-method one (``list_records(entity)``; ``query``, ``write`` and
``update_lifecycle`` are never called) and the six-method one (``recall(key, context)`` and ``explain(id)``;
``remember``, ``correct``, ``forget`` and ``emit`` are never called). docs/writing-an-adapter.md shows both.
"""

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

import orjson

from auditor.errors import StoreUnreadableError
from auditor.records import Entry, Json, NotChecked, Note, Transcript
from auditor.stores.entries import entry_of_item
from auditor.stores.interface import Identity

KIND = "python"
_LIVE = frozenset({"", "active", "live", "current"})
_NO_ANSWER = "none"


class PythonBackend:
    """The opener: ``backend`` names a callable (``module:name``) that gets the path and returns the layer."""

    kind = KIND

    def recognises(self, path: Path) -> bool:
        """Never: only a job file may name code to run."""
        del path
        return False

    def open(self, path: Path, options: Mapping[str, Json]) -> "BackendStore":
        """The layer behind ``path``.

        Raises:
            StoreUnreadableError: The layer cannot be made, or speaks neither protocol.
            TypeError: An option is wrong.
        """
        name = options.get("backend")
        if not isinstance(name, str) or ":" not in name:
            raise TypeError("backend should be module:name")
        entities, keys = (_texts(options, option) for option in ("entities", "keys"))
        backend = _called(name, lambda: _imported(name)(path))
        if callable(getattr(backend, "list_records", None)):
            return BackendStore(path, name, lambda: _listed(backend, entities))
        if callable(getattr(backend, "recall", None)):
            if not keys:
                raise TypeError("keys should list what to recall: this layer cannot list its records")
            return BackendStore(path, name, lambda: _recalled(backend, keys))
        raise StoreUnreadableError(
            f"{name}: has neither list_records nor recall; see docs/writing-an-adapter.md"
        )


class BackendStore:
    """A memory layer as a store. Rows are its records in JSON, sorted."""

    kind = KIND
    identity = Identity.KEY
    partial = ""

    def __init__(self, place: Path, name: str, ask: Callable[[], Iterable[Mapping[str, Any]]]) -> None:
        self.place = place
        self.reading = f"Python, records of {name}"
        self._name = name
        self._ask = ask
        self._problems: list[NotChecked | Note] = []

    def rows(self) -> Iterator[bytes]:
        """The live records."""
        self._problems.clear()
        found = []
        for record in _called(self._name, lambda: list(self._ask())):
            try:
                found.append(orjson.dumps(record, default=_plain, option=orjson.OPT_SORT_KEYS))
            except (TypeError, ValueError) as error:
                self._problems.append(
                    NotChecked("", str(record.get("id", "")), f"has no JSON form ({error})")
                )
        yield from sorted(found)

    def entries(self, row: bytes) -> Sequence[Entry]:
        """The entry of one record."""
        record = orjson.loads(row)
        named = [str(record[name]) for name in ("entity", "attribute") if record.get(name)]
        key = str(record.get("id") or record.get("record_id") or "/".join(named))
        return [entry_of_item(record, key=key, text="value" if "value" in record else None)]

    def problems(self) -> Sequence[NotChecked | Note]:
        """Records without a JSON form."""
        return tuple(self._problems)

    def transcripts(self) -> Iterable[Transcript]:
        """None: a memory layer keeps no conversations."""
        return ()


def _listed(backend: Any, entities: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    asked = [backend.list_records(entity) for entity in entities] if entities else [backend.list_records()]
    for records in asked:
        for record in records:
            found = _mapping(record)
            if str(found.get("lifecycle") or found.get("status") or "").lower() in _LIVE:
                yield found


def _recalled(backend: Any, keys: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    for key in keys:
        answer = backend.recall(key, {})
        if answer is None or _mapping(answer).get("decision") == _NO_ANSWER:
            continue
        found = dict(_mapping(answer))
        told = backend.explain(found["record_id"]) if found.get("record_id") else None
        about = _mapping(told) if told is not None else {}
        yield {
            "id": key,
            **found,
            **{name: about[name] for name in ("source", "scope", "evidence") if name in about},
        }


def _mapping(record: Any) -> Mapping[str, Any]:
    if isinstance(record, Mapping):
        return record
    if is_dataclass(record) and not isinstance(record, type):
        return asdict(record)
    if hasattr(record, "model_dump"):
        return dict(record.model_dump())
    return {name: value for name, value in vars(record).items() if not name.startswith("_")}


def _called(name: str, call: Callable[[], Any]) -> Any:
    """What ``call`` gives; whatever somebody else's code raises is a store that cannot be read."""
    try:
        return call()
    except Exception as error:
        raise StoreUnreadableError(
            f"{name}: the memory layer failed ({type(error).__name__}: {error})"
        ) from error


def _imported(name: str) -> Callable[[Path], Any]:
    module, _, attribute = name.partition(":")
    found: Callable[[Path], Any] = getattr(importlib.import_module(module), attribute)
    return found


def _texts(options: Mapping[str, Json], name: str) -> tuple[str, ...]:
    value = options.get(name, ())
    if (
        isinstance(value, str)
        or not isinstance(value, Sequence)
        or not all(isinstance(one, str) for one in value)
    ):
        raise TypeError(f"{name} should be a list of texts")
    return tuple(str(one) for one in value)


def _plain(value: object) -> object:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    raise TypeError(f"it holds a {type(value).__name__}")
