"""An entry as a memory record: source, scope, correction, and what its store cannot answer.

The eleven fields are those of docs/schema/record-v1.schema.json. None stands for "unknown": the store does
not say, which is something else than "there is none".
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from auditor.discipline.reading import flag, listed, mapping, number, one_of, text
from auditor.records import Entry, Json
from auditor.times import parse_time, rfc3339

UNKNOWN = "unknown"
LEVELS = ("instance", "task", "session", "project", "client", "user", "org")
"""Scope levels from the narrowest to the widest."""

USER_STATED, SYSTEM_RECORD = "user_stated", "system_record"
AGENT_INFERRED, USER_CORRECTION = "agent_inferred", "user_correction"
SOURCES = {
    USER_STATED: ("user_stated", "told-by-user", "user", "human", "explicit", "stated", "user_input"),
    SYSTEM_RECORD: (
        *("system_record", "tool-result", "tool", "record", "system", "api", "database", "crm"),
        *("direct-observation", "document", "import"),
    ),
    AGENT_INFERRED: (
        *("agent_inferred", "inference", "inferred", "model-generated", "model", "agent", "assistant", "llm"),
        *("ai", "generated", "reflection", "consolidation", "summary", "derived"),
    ),
    USER_CORRECTION: ("user_correction", "correction", "corrected"),
}
"""What stores call the four kinds of source."""
MODEL_MADE = frozenset(("model-generated", "model", "llm", "ai", "generated", "assistant"))
STATUSES = {
    "active": ("active", "disputed", "context_dependent", "dormant", "current", "valid", "live", "open"),
    "superseded": ("superseded", "rolled_back", "replaced", "obsolete", "archived", "deprecated"),
    "expired": ("expired",),
    "deleted": ("deleted", "forgotten", "removed", "tombstone"),
}
EVIDENCE_FIELDS = (
    *("derived_from", "evidence_episode_ids", "evidence_ids", "evidence", "source_ids", "sources"),
    *("parent_ids", "parents", "supporting_ids", "source_memory_ids"),
)
_NAMED = {name: kind for kind, names in SOURCES.items() for name in names}
_STATUS = {name: status for status, names in STATUSES.items() for name in names}


@dataclass(frozen=True, slots=True)
class Record:
    """One memory as a record; None where the store cannot say.

    ``told`` is the source in the store's own word, ``state`` the status in it. ``lineage`` holds the ids of
    the records it was made from, ``evidence`` what it points to outside. ``meta`` is all the store says.
    """

    id: str
    key: str
    value: Json
    subject: tuple[str, str] | None = None
    authority: str | None = None
    source: str | None = None
    told: str = ""
    evidence: str | None = None
    observations: int | None = None
    captured_at: datetime | None = None
    captured_by: str | None = None
    source_of_truth: str | None = None
    level: str | None = None
    bindings: Mapping[str, Json] = field(default_factory=dict)
    valid_from: str | None = None
    valid_until: str | None = None
    revalidate_on: Sequence[str] | None = None
    route: str | None = None
    supersedes: Sequence[str] = ()
    superseded_by: str | None = None
    broadened: bool | None = None
    lineage: Sequence[str] | None = None
    status: str | None = None
    state: str = ""
    sensitivity: str | None = None
    retain: bool = False
    deleted_at: str | None = None
    deleted_reason: str | None = None
    last_used_at: str | None = None
    use_count: int | None = None
    last_confirmed_at: str | None = None
    confidence: float | None = None
    kind: str = ""
    meta: Mapping[str, Json] = field(default_factory=dict)

    @property
    def live(self) -> bool:
        """Whether the store gives it to its agent, as far as the store says."""
        return self.status in {None, "active"} and not self.superseded_by

    @property
    def model_made(self) -> bool:
        """Whether a model made it up, in the store's own words."""
        return self.told in MODEL_MADE

    @property
    def confirmed(self) -> bool:
        """Whether a person said it, corrected it or confirmed it."""
        return self.source in {USER_STATED, USER_CORRECTION} or self.last_confirmed_at is not None


def record_of(entry: Entry) -> Record:
    """``entry`` as a record; nothing in it is guessed from its text."""
    meta = entry.meta
    source, scope = mapping(meta, "source"), mapping(meta, "scope")
    correction, lineage = mapping(meta, "correction"), mapping(meta, "lineage")
    lifecycle, usage = mapping(meta, "lifecycle"), mapping(meta, "usage")
    told = _word(text(source, "type") or text(meta, "source", "source_type", "authority_source"))
    state = _word(text(lifecycle, "status") or text(meta, "status"))
    superseded_by = text(correction, "superseded_by") or text(meta, "superseded_by")
    deleted_at = text(lifecycle, "deleted_at") or text(meta, "deleted_at")
    made_from = _lineage(meta, lineage)
    return Record(
        id=entry.key,
        key=text(meta, "key") or entry.key,
        value=entry.value,
        subject=_subject(meta),
        authority=one_of(meta, ("preference", "fact", "policy"), "authority"),
        source=_NAMED.get(told),
        told=told,
        evidence=text(mapping(source, "evidence"), "ref") or text(meta, "transcript_id", "source_url"),
        observations=number(source, "observations") or number(meta, "observations", "evidence_count"),
        captured_at=parse_time(text(source, "captured_at") or text(meta, "created_at", "valid_from")),
        captured_by=text(source, "captured_by") or text(meta, "captured_by", "agent", "author"),
        source_of_truth=text(source, "source_of_truth") or text(meta, "source_of_truth"),
        level=one_of(scope, LEVELS, "level") or one_of(meta, LEVELS, "scope_level", "scope"),
        bindings=mapping(scope, "bindings") or mapping(meta, "bindings"),
        valid_from=text(scope, "valid_from") or text(meta, "valid_from"),
        valid_until=text(scope, "valid_until") or text(meta, "valid_until", "expires_at"),
        revalidate_on=listed(scope, "revalidate_on") or listed(meta, "revalidate_on"),
        route=_route(meta, correction),
        supersedes=listed(correction, "supersedes") or listed(meta, "supersedes") or (),
        superseded_by=superseded_by,
        broadened=flag(correction, "broadened"),
        lineage=made_from,
        status="deleted" if deleted_at or superseded_by == "forgotten" else _status(state, superseded_by),
        state=state,
        sensitivity=one_of(lifecycle, ("none", "personal", "sensitive"), "sensitivity")
        or one_of(meta, ("none", "personal", "sensitive"), "sensitivity"),
        retain=bool(flag(lifecycle, "retain_value_after_expiry")),
        deleted_at=deleted_at,
        deleted_reason=text(lifecycle, "deleted_reason") or text(meta, "deleted_reason"),
        last_used_at=text(usage, "last_used_at") or text(meta, "last_used_at"),
        use_count=number({**meta, **usage}, "use_count", "usage_count"),
        last_confirmed_at=text(usage, "last_confirmed_at") or text(meta, "last_confirmed_at", "confirmed_at"),
        confidence=_confidence(meta),
        kind=text(meta, "namespace", "kind", "type") or "",
        meta=meta,
    )  # fmt: skip


def document(record: Record) -> dict[str, Json]:
    """``record`` as JSON in the form of docs/schema/record-v1.schema.json."""
    captured = rfc3339(record.captured_at) if record.captured_at else None
    known_source = record.source or record.evidence or captured
    scope = record.level or record.bindings or record.valid_from or record.valid_until or record.revalidate_on
    corrected = record.route or record.supersedes or record.superseded_by or record.broadened is not None
    used = record.last_used_at or record.use_count is not None or record.last_confirmed_at
    return {
        "id": record.id,
        "subject": {"type": record.subject[0], "id": record.subject[1]} if record.subject else UNKNOWN,
        "key": record.key,
        "value": record.value,
        "authority": record.authority or UNKNOWN,
        "source": _source(record, captured) if known_source else UNKNOWN,
        "scope": _scope(record) if scope else UNKNOWN,
        "correction": {
            "route": record.route or UNKNOWN,
            "supersedes": list(record.supersedes),
            "superseded_by": record.superseded_by,
            "broadened": UNKNOWN if record.broadened is None else record.broadened,
        } if corrected else UNKNOWN,
        "lineage": UNKNOWN if record.lineage is None else {"derived_from": list(record.lineage)},
        "lifecycle": _lifecycle(record) if record.status or record.sensitivity else UNKNOWN,
        "usage": {
            "last_used_at": record.last_used_at or UNKNOWN,
            "use_count": UNKNOWN if record.use_count is None else record.use_count,
            "last_confirmed_at": record.last_confirmed_at or UNKNOWN,
        } if used else UNKNOWN,
    }  # fmt: skip


def unanswered(records: Sequence[Record]) -> Iterator[str]:
    """The names of the fields that no record of the store answers."""
    documents = [document(record) for record in records]
    for name in documents[0] if documents else ():
        if all(one[name] == UNKNOWN for one in documents):
            yield name


def _source(record: Record, captured: str | None) -> dict[str, Json]:
    return {
        "type": record.source or UNKNOWN,
        "evidence": {"kind": UNKNOWN, "ref": record.evidence} if record.evidence else UNKNOWN,
        "observations": record.observations or UNKNOWN,
        "captured_at": captured or UNKNOWN,
        "captured_by": record.captured_by or UNKNOWN,
        "source_of_truth": record.source_of_truth,
    }


def _scope(record: Record) -> dict[str, Json]:
    return {
        "level": record.level or UNKNOWN,
        "bindings": dict(record.bindings),
        "valid_from": record.valid_from,
        "valid_until": record.valid_until,
        "revalidate_on": list(record.revalidate_on or ()),
    }


def _lifecycle(record: Record) -> dict[str, Json]:
    return {
        "status": record.status or UNKNOWN,
        "sensitivity": record.sensitivity or UNKNOWN,
        "retain_value_after_expiry": record.retain,
        "deleted_at": record.deleted_at,
        "deleted_reason": record.deleted_reason,
    }


def _subject(meta: Mapping[str, Json]) -> tuple[str, str] | None:
    subject = mapping(meta, "subject")
    owner = text(subject, "id") or text(meta, "owner")
    return (one_of(subject, ("user", "project", "client", "org"), "type") or "user", owner) if owner else None


def _route(meta: Mapping[str, Json], correction: Mapping[str, Json]) -> str | None:
    """The correction route; "" where the record has the field and leaves it empty."""
    for held, name in ((correction, "route"), (meta, "correction_route")):
        if name in held:
            return text(held, name) or ""
    return "" if correction else None


def _lineage(meta: Mapping[str, Json], lineage: Mapping[str, Json]) -> Sequence[str] | None:
    if "derived_from" in lineage:
        return listed(lineage, "derived_from") or ()
    return next((found for name in EVIDENCE_FIELDS if (found := listed(meta, name)) is not None), None)


def _confidence(meta: Mapping[str, Json]) -> float | None:
    value = meta.get("confidence")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= 1 else None


def _status(state: str, superseded_by: str | None) -> str | None:
    return "superseded" if superseded_by else _STATUS.get(state)


def _word(value: str | None) -> str:
    return (value or "").strip().lower()
