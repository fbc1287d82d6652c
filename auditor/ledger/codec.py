"""Findings as JSON documents, masked and bounded, and back again."""

from collections.abc import Mapping, Sequence
from typing import Any

from auditor.ledger.plain import plain_json, plain_text
from auditor.records import Band, ChangeKind, Evidence, Finding, Label, Severity
from auditor.times import parse_time, rfc3339


def evidence_document(evidence: Evidence) -> dict[str, Any]:
    """``evidence`` as it stands in the JSON output."""
    return {
        "speaker": plain_text(evidence.speaker),
        "text": plain_text(evidence.text),
        "at": rfc3339(evidence.at) if evidence.at else None,
        "source": plain_text(evidence.source),
        "turn": evidence.turn,
        "entry_key": None if evidence.entry_key is None else plain_text(evidence.entry_key),
    }


def finding_document(finding: Finding) -> dict[str, Any]:
    """``finding`` as it stands in the JSON output (docs/json.md)."""
    kept = {"key": plain_text(finding.keep), "reason": plain_text(finding.keep_because)}
    document = {
        "id": finding.id,
        "store": plain_text(finding.store),
        "key": plain_text(finding.key),
        "previous_key": None if finding.previous_key is None else plain_text(finding.previous_key),
        "change": str(finding.change),
        "label": str(finding.label),
        "kind": finding.kind,
        "severity": str(finding.severity),
        "confidence": finding.confidence,
        "band": str(finding.band),
        "reason": plain_text(finding.reason),
        "before": plain_json(finding.before, finding.key),
        "after": plain_json(finding.after, finding.key),
        "evidence": [evidence_document(item) for item in finding.evidence],
        "row": plain_text(finding.row),
        "advice": plain_text(finding.advice),
        "owner": None if finding.owner is None else plain_text(finding.owner),
        "fingerprint": finding.fingerprint,
        "state": finding.state,
        "first_seen": rfc3339(finding.first_seen) if finding.first_seen else None,
        "written_at": rfc3339(finding.written_at) if finding.written_at else None,
        "written_by": plain_text(finding.written_by),
    }
    return {**document, "keep": kept} if finding.keep else document


def finding_of(document: Mapping[str, Any]) -> Finding:
    """The finding that ``document`` was made from."""
    evidence: Sequence[Mapping[str, Any]] = document["evidence"]
    return Finding(
        store=document["store"],
        key=document["key"],
        change=ChangeKind(document["change"]),
        label=Label(document["label"]),
        kind=document["kind"],
        severity=Severity(document["severity"]),
        confidence=document["confidence"],
        band=Band(document["band"]),
        reason=document["reason"],
        row=document["row"],
        before=document["before"],
        after=document["after"],
        evidence=tuple(
            Evidence(
                speaker=item["speaker"],
                text=item["text"],
                at=parse_time(item["at"]),
                source=item["source"],
                turn=item["turn"],
                entry_key=item["entry_key"],
            )
            for item in evidence
        ),
        previous_key=document["previous_key"],
        owner=document["owner"],
        advice=document["advice"],
        id=document["id"],
        fingerprint=document["fingerprint"],
        state=document["state"],
        first_seen=parse_time(document["first_seen"]),
        written_at=parse_time(document.get("written_at")),
        written_by=document.get("written_by", ""),
    )
