"""Memories that are never used, or no longer: read from the store itself, where it keeps marks of use.

Snapshots do not hold such marks: they move whenever an agent reads. That an entry is used says nothing
about whether it is true, so no confidence rests on it; that nobody uses it says that it may go.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

import orjson

from auditor.discipline import audrey
from auditor.records import Json
from auditor.stores.interface import Store
from auditor.times import moment_of

COUNTS = ("use_count", "usage_count", "access_count", "retrieval_count", "recall_count", "hits")
LAST = (
    "last_used_at",
    "last_used",
    "last_accessed_at",
    "last_accessed",
    "last_retrieved_at",
    "last_recalled_at",
)
_WRITTEN = ("created_at", "createdAt", "timestamp", "updated_at")
SETTLED = timedelta(days=30)
"""A younger entry has hardly had an occasion: the half-life of a fact (docs/trust.md)."""
DORMANT = timedelta(days=90)
"""Since its last use: the longest half-life there."""
NEVER_USED, NO_LONGER = "never_used", "dormant"


@dataclass(frozen=True, slots=True)
class Use:
    """What a store says of the use of one entry; ``state`` is "never_used", "dormant" or "" for used."""

    key: str
    state: str
    since: datetime | None


def uses_in(store: Store, at: datetime) -> list[Use]:
    """The use of each entry whose store keeps marks of it, by key; empty where it keeps none.

    Raises:
        StoreUnreadableError: It cannot be read.
    """
    found = [Use(key, *_state(fields, at)) for key, fields in _marks(store) if _tells(fields)]
    return sorted(found, key=lambda one: one.key)


def _state(fields: Mapping[str, Json], at: datetime) -> tuple[str, datetime | None]:
    last = _first_moment(fields, LAST)
    if last is not None:
        return (NO_LONGER if at - last >= DORMANT else ""), last
    counts = [value for name in COUNTS if isinstance(value := fields.get(name), int)]
    written = _first_moment(fields, _WRITTEN)
    unused = all(count == 0 for count in counts) and (written is None or at - written >= SETTLED)
    return (NEVER_USED if unused else ""), written


def _tells(fields: Mapping[str, Json]) -> bool:
    return not fields.keys().isdisjoint((*COUNTS, *LAST))


def _first_moment(fields: Mapping[str, Json], names: tuple[str, ...]) -> datetime | None:
    moments = (moment_of(fields.get(name)) for name in names)
    return next((moment for moment in moments if moment is not None), None)


def _marks(store: Store) -> Iterator[tuple[str, Mapping[str, Json]]]:
    """The key and the raw fields of each entry, where its row is a JSON object or the store is known."""
    if store.kind == "audrey":
        for record in audrey.read(store.place).records:
            if record.live:
                yield record.id, record.meta
        return
    for row in store.rows():
        fields = _fields(row)
        if fields:
            entries = store.entries(row)
            if len(entries) == 1:
                yield entries[0].key, fields


def _fields(row: bytes) -> Mapping[str, Json]:
    """The fields of a row, also those under ``usage`` and ``metadata`` and those of a named object."""
    document: Json = None
    for text in (row, b"{" + row + b"}"):
        with suppress(ValueError):
            document = orjson.loads(text)
            break
    if isinstance(document, Mapping) and len(document) == 1:
        document = next(iter(document.values()))
    if not isinstance(document, Mapping):
        return {}
    inner = [one for name in ("metadata", "usage") if isinstance(one := document.get(name), Mapping)]
    return {name: value for fields in (document, *inner) for name, value in fields.items()}
