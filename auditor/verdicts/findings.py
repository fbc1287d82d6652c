"""Findings from rows of the table: severity, confidence, evidence, and words for a reader."""

import hashlib
from collections.abc import Sequence

from auditor.funnel.candidates import Said
from auditor.records import (
    Band,
    ChangeKind,
    Entry,
    Evidence,
    Finding,
    Json,
    Label,
    Severity,
)
from auditor.values.normal import fingerprint
from auditor.verdicts.content import text_of
from auditor.verdicts.setting import Setting, owner_of
from auditor.verdicts.steps import Happening, Newness, Standing
from auditor.verdicts.table import Row

_QUIET = frozenset({Label.SAFE, Label.EXPANSION})
_MEDIUM_KINDS = frozenset({"guard_weakened", "unexplained_loss"})
_BASE = {
    "equivalent": 0.95,
    "metadata_only": 0.95,
    "state": 0.85,
    "moved": 0.9,
    "duplicate": 0.9,
    "forgotten_on_request": 0.85,
    "expired_cleanup": 0.95,
    "superseded": 0.85,
    "guard_weakened": 0.85,
    "unexplained_loss": 0.85,
    "user_update": 0.85,
    "verified": 0.85,
    "disputed": 0.8,
    "contradicts_user": 0.8,
    "contradicts_record": 0.8,
    "cross_entry": 0.8,
    "misattribution": 0.75,
    "agent_invention": 0.8,
    "unsupported": 0.75,
    "unexplained_overwrite": 0.85,
    "unverified": 0.9,
    "expired": 0.98,
    "not_forgotten": 0.85,
    "not_refreshed": 0.78,
    "relative_time": 0.85,
}


def found(  # noqa: PLR0913 - one finding has many sides
    setting: Setting,
    case: Happening | Standing,
    row: Row,
    newness: Newness | None = None,
    *,
    before: Json = None,
    changed: bool = False,
) -> Finding:
    """The finding that ``row`` makes of ``case``."""
    entry = case.entry
    happened = case.change.kind if isinstance(case, Happening) else _kind(changed=changed)
    previous = case.change.previous_key if isinstance(case, Happening) else None
    old = _value(case.change.before) if isinstance(case, Happening) else before
    new = _value(case.change.after) if isinstance(case, Happening) else entry.value
    said = evidence_of(case, row, newness)
    severity = severity_of(setting, entry, row)
    confidence = _BASE.get(row.kind, 0.8)
    return Finding(
        store=setting.case.store,
        key=entry.key,
        change=happened,
        label=row.label,
        kind=row.kind,
        severity=severity,
        confidence=confidence,
        band=Band.ACT if confidence >= setting.case.policy.act_band else Band.LOOK,
        reason=row.kind,
        row=row.name,
        before=old,
        after=new,
        evidence=[_evidence(one) for one in said],
        previous_key=previous,
        owner=owner_of(entry),
        advice="",
        id=finding_id(setting.case.store, entry, row.kind),
        fingerprint=fingerprint(entry.value, entry.key),
    )


def _kind(*, changed: bool) -> ChangeKind:
    return ChangeKind.CHANGED if changed else ChangeKind.UNCHANGED


def _value(entry: Entry | None) -> Json:
    return None if entry is None else entry.value


def severity_of(setting: Setting, entry: Entry, row: Row) -> Severity:
    """How much it matters (docs/labels.md, "Severity")."""
    if row.label in _QUIET:
        return Severity.INFO
    where = f"{entry.key} {text_of(entry.value)}".lower()
    if any(word.lower() in where for word in setting.case.policy.critical_keys):
        return Severity.CRITICAL
    if row.label is Label.STALE or row.kind in _MEDIUM_KINDS:
        return Severity.MEDIUM
    return Severity.HIGH


def evidence_of(case: Happening | Standing, row: Row, newness: Newness | None) -> Sequence[Said]:
    """The clauses that the row rests on, the most recent last."""
    if newness is not None:
        backing = newness.backing
        by_kind = {
            "user_update": [*backing.user_for, *backing.record_for],
            "verified": [*backing.user_for, *backing.record_for],
            "disputed": [
                *backing.user_for,
                *backing.user_against,
                *backing.record_for,
                *backing.record_against,
            ],
            "contradicts_user": backing.user_against,
            "contradicts_record": backing.record_against,
            "misattribution": backing.others_for,
            "agent_invention": backing.agent_for,
        }
        return by_kind.get(row.kind, [])[-3:]
    if isinstance(case, Standing):
        return case.overtakers[-3:] if row.kind in {"not_refreshed", "disputed"} else ()
    return ()


def _evidence(said: Said) -> Evidence:
    fact = said.fact
    return Evidence(fact.speaker.value, fact.quote, fact.at, fact.transcript, fact.turn)


def finding_id(store: str, entry: Entry, kind: str) -> str:
    """The same for the same fault night after night: 12 hex digits over store, memory id and kind."""
    return hashlib.sha256("\x1f".join((store, entry.key, kind)).encode()).hexdigest()[:12]
