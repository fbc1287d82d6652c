"""Findings from rows of the table: severity, confidence, evidence, and words for a reader."""

from collections.abc import Mapping

from auditor.records import ALARMS, Band, ChangeKind, Entry, Evidence, Finding, Json, Label, Severity
from auditor.values import fingerprint
from auditor.verdicts.confidence import confidence_of
from auditor.verdicts.content import text_of
from auditor.verdicts.described import written_at
from auditor.verdicts.evidence import evidence_for
from auditor.verdicts.guards import ends_at
from auditor.verdicts.happening import Happening
from auditor.verdicts.identity import finding_id, owner_of, writer_of
from auditor.verdicts.newness import Newness
from auditor.verdicts.setting import Setting
from auditor.verdicts.standing import Standing
from auditor.verdicts.table import Row
from auditor.verdicts.wording import advice_for, asked_for, reason_for, shown, told_in

_MEDIUM_KINDS = frozenset({"guard_weakened", "unexplained_loss"})


def found(
    setting: Setting,
    case: Happening | Standing,
    row: Row,
    newness: Newness | None = None,
    *,
    first: Finding | None = None,
) -> Finding:
    """The finding that ``row`` makes of ``case``; ``first`` is what step 1 or 2 found on the same entry."""
    entry = case.entry
    if isinstance(case, Happening):
        happened, previous = case.change.kind, case.change.previous_key
        before, after = _value(case.change.before), _value(case.change.after)
    else:
        happened, previous = (first.change, first.previous_key) if first else (ChangeKind.UNCHANGED, None)
        before, after = (first.before if first else entry.value), entry.value
    evidence = tuple(setting.located(one) for one in evidence_for(row.kind, case, newness))
    confidence = confidence_of(row, case, newness)
    identity = finding_id(setting.case.store, entry, row.kind, previous)
    return Finding(
        store=setting.case.store,
        key=entry.key,
        change=happened,
        label=row.label,
        kind=row.kind,
        severity=severity_of(setting, entry, row),
        confidence=confidence,
        band=Band.ACT if confidence >= setting.case.policy.act_band else Band.LOOK,
        reason=reason_for(
            row.kind,
            evidence,
            _details(setting, case, newness, row.kind, {"before": before, "after": after}),
            setting.case.zone,
        ),
        row=row.name,
        before=before,
        after=after,
        evidence=evidence,
        previous_key=previous,
        owner=owner_of(entry),
        advice=advice_for(row.kind, identity),
        id=identity,
        fingerprint=fingerprint(entry.value, entry.key),
        written_at=written_at(entry),
        written_by=writer_of(entry),
    )


def _value(entry: Entry | None) -> Json:
    return None if entry is None else entry.value


def severity_of(setting: Setting, entry: Entry, row: Row) -> Severity:
    """How much it matters (docs/labels.md, "Severity")."""
    if row.label not in ALARMS:
        return Severity.INFO
    where = f"{entry.key} {text_of(entry.value)}".lower()
    if any(word.lower() in where for word in setting.case.policy.critical_keys):
        return Severity.CRITICAL
    if row.label is Label.STALE or row.kind in _MEDIUM_KINDS:
        return Severity.MEDIUM
    return Severity.HIGH


def _details(
    setting: Setting,
    case: Happening | Standing,
    newness: Newness | None,
    kind: str,
    sides: Mapping[str, Json],
) -> Mapping[str, str]:
    """What the line of ``kind`` asks for; ``sides`` are the values before and after."""
    asked, key = asked_for(kind), case.entry.key
    details = {name: shown(value, key) for name, value in sides.items() if name in asked}
    if isinstance(case, Happening) and "fields" in asked:
        details["fields"] = ", ".join(case.weakened)
    if isinstance(case, Happening) and "gone" in asked:
        gone = case.losses.unexplained or case.delta.lost
        details["gone"] = ", ".join(f"“{shown(lost.text, key)}”" for lost in gone[:3]) or "It"
    if isinstance(case, Standing) and not asked.isdisjoint({"expiry", "written"}):
        details |= _times(setting, case)
    if "rival" in asked and newness is not None and newness.rival_entry is not None:
        rival = newness.rival_entry
        details["rival"] = f"{rival.key}: “{shown(rival.value, rival.key)}”"
    return details


def _times(setting: Setting, case: Standing) -> Mapping[str, str]:
    end, written = ends_at(case.entry, setting.case.zone), written_at(case.entry)
    fired = case.fired
    told = Evidence(fired.fact.speaker.value, fired.fact.quote, fired.fact.at) if fired else None
    expiry = (
        f"It expired on {told_in(setting.case.zone, end)}"
        if end and case.past_its_end
        else f"“{told.text}” calls for a new check"
        if told
        else "It expired"
    )
    return {
        "expiry": expiry,
        "written": f" on {written.astimezone(setting.case.zone):%Y-%m-%d}" if written else "",
    }
