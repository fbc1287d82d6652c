"""What an entry says of itself that trust rests on: its source, kind and times, what it was made from."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from enum import StrEnum

from auditor.changes.retirements import ENDS, has_ended
from auditor.discipline.reading import flag, listed, mapping, one_of, text
from auditor.discipline.record import (
    AGENT_INFERRED,
    EVIDENCE_FIELDS,
    MODEL_MADE,
    SOURCES,
    STATUSES,
    SYSTEM_RECORD,
    USER_CORRECTION,
    USER_STATED,
)
from auditor.records import EMPTY, Entry, Json
from auditor.verdicts.described import written_at
from auditor.verdicts.guards import ends_at


class Origin(StrEnum):
    """Who stands behind an entry, by what its store says."""

    USER = "user"
    CORRECTION = "correction"
    RECORD = "record"
    OBSERVED = "observed"
    INFERRED = "inferred"
    MODEL = "model"
    UNKNOWN = "unknown"


class Kind(StrEnum):
    """What kind of memory an entry is, which says how fast it ages."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    PROCEDURAL = "procedural"


_ORIGINS = {USER_STATED: Origin.USER, USER_CORRECTION: Origin.CORRECTION, SYSTEM_RECORD: Origin.RECORD,
            AGENT_INFERRED: Origin.INFERRED}  # fmt: skip
_NAMED = {name: _ORIGINS[source] for source, names in SOURCES.items() for name in names}
_NAMED |= dict.fromkeys(MODEL_MADE, Origin.MODEL) | {"direct-observation": Origin.OBSERVED}
_OVER = frozenset({*STATUSES["superseded"], *STATUSES["expired"], *STATUSES["deleted"]})
_DELETED = frozenset(STATUSES["deleted"])
_KINDS = {
    **dict.fromkeys(
        ("episodic", "episode", "episodes", "event", "events", "log", "logs", "session", "history", "state"),
        Kind.EPISODIC,
    ),
    **dict.fromkeys(
        ("procedural", "procedure", "procedures", "workflow", "workflows", "skill", "skills", "rule", "rules",
         "instruction", "instructions", "runbook", "runbooks", "playbook"),
        Kind.PROCEDURAL,
    ),
}  # fmt: skip
_KIND_FIELDS = ("namespace", "kind", "type", "memory_type", "category")
_LINEAGE = frozenset({*EVIDENCE_FIELDS, "lineage"})
_CITATIONS = ("transcript_id", "source_url")
_OF_RECORDS = _LINEAGE | {
    *("correction", "lifecycle", "scope", "status", "superseded_by", "deleted_at", "bindings", "authority"),
    *("last_confirmed_at", "confirmed_at", *ENDS),
}
"""Fields beside source, kind and times that anything here is read from."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """One entry as its store tells of it.

    ``made_from`` are the keys that it rests on, in the store or not; ``cited``: it names anything at all.
    ``over``: the store says that it no longer holds; ``deleted``: that it was deleted. ``confirmed``: the
    store claims that a person confirmed it. ``bound`` names what it is bound to ("trip_id"), ``policy`` says
    that it holds what should be read from a source of truth, ``broadened`` that a correction was widened.
    """

    key: str
    origin: Origin
    kind: Kind
    written_at: datetime | None = None
    ends_at: datetime | None = None
    made_from: tuple[str, ...] = ()
    cited: bool = False
    over: bool = False
    deleted: bool = False
    confirmed: bool = False
    bound: tuple[str, ...] = ()
    policy: bool = False
    broadened: bool = False


def grounds_of(entry: Entry, at: datetime, zone: tzinfo) -> Grounds:
    """What ``entry`` says of itself on the night of ``at``; nothing in it is guessed from its text."""
    meta = entry.meta
    if _OF_RECORDS.isdisjoint(meta) and not isinstance(meta.get("source"), Mapping):
        ends, cited = ends_at(entry, zone), text(meta, *_CITATIONS) is not None
        return Grounds(entry.key, _origin(meta, EMPTY), _kind(meta), written_at(entry), ends, cited=cited)
    source, correction = mapping(meta, "source"), mapping(meta, "correction")
    lifecycle = mapping(meta, "lifecycle")
    status = (text(lifecycle, "status") or text(meta, "status") or "").lower()
    superseded = text(correction, "superseded_by") or text(meta, "superseded_by")
    deleted = status in _DELETED or "deleted_at" in meta or "deleted_at" in lifecycle
    parents = made_from(meta)
    told_in = text(mapping(source, "evidence"), "ref") or text(meta, *_CITATIONS)
    captured = Entry(entry.key, None, {"created_at": source.get("captured_at")})
    return Grounds(
        key=entry.key,
        origin=_origin(meta, source),
        kind=_kind(meta),
        written_at=written_at(entry) or written_at(captured),
        ends_at=ends_at(_scoped(entry), zone),
        made_from=parents,
        cited=bool(parents) or told_in is not None,
        over=deleted or status in _OVER or superseded is not None or has_ended(entry, at),
        deleted=deleted,
        confirmed=_claims_confirmation(meta),
        bound=tuple(sorted(bindings(meta))),
        policy=one_of(meta, ("policy",), "authority") is not None,
        broadened=bool(flag(correction, "broadened")),
    )  # fmt: skip


def made_from(meta: Mapping[str, Json]) -> tuple[str, ...]:
    """The keys that an entry with this metadata was made from, as far as it says."""
    if _LINEAGE.isdisjoint(meta):
        return ()
    lineage = listed(mapping(meta, "lineage"), "derived_from")
    if lineage is not None:
        return lineage
    return next((found for name in EVIDENCE_FIELDS if (found := listed(meta, name)) is not None), ())


def _origin(meta: Mapping[str, Json], source: Mapping[str, Json]) -> Origin:
    told = text(source, "type") or text(meta, "source", "source_type", "authority_source") or ""
    return _NAMED.get(told.strip().lower(), Origin.UNKNOWN)


def _kind(meta: Mapping[str, Json]) -> Kind:
    named = (meta.get(field) for field in _KIND_FIELDS)
    words = (one.strip().lower() for one in named if isinstance(one, str))
    return next((_KINDS[word] for word in words if word in _KINDS), Kind.SEMANTIC)


def _scoped(entry: Entry) -> Entry:
    """``entry`` with the end that stands in its scope, where a record keeps it there."""
    end = mapping(entry.meta, "scope").get("valid_until")
    return Entry(entry.key, None, {**entry.meta, "valid_until": end}) if end else entry


def bindings(meta: Mapping[str, Json]) -> Mapping[str, Json]:
    """What an entry with this metadata is bound to, by name ("trip_id")."""
    return mapping(mapping(meta, "scope"), "bindings") or mapping(meta, "bindings")


def _claims_confirmation(meta: Mapping[str, Json]) -> bool:
    return text(meta, "last_confirmed_at", "confirmed_at") is not None
