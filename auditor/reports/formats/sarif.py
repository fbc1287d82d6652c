"""An audit as SARIF 2.1.0 (OASIS, 2020): alarms and notes as results, told apart from night to night."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from auditor import __version__
from auditor.ledger.plain import plain_text
from auditor.records import Audit, Evidence, Finding, Note, Severity
from auditor.reports import words
from auditor.reports.jsonout import dumps
from auditor.reports.verdict import OPEN, SERIOUS
from auditor.times import rfc3339

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {
    Severity.CRITICAL: "error",
    Severity.HIGH: "error",
    Severity.MEDIUM: "warning",
    Severity.LOW: "note",
    Severity.INFO: "note",
}


def sarif_text(audit: Audit) -> str:
    """``audit`` as one SARIF log.

    ``partialFingerprints`` hold the finding's id, which is the same for the same fault night after night,
    and the value's fingerprint. ``baselineState`` compares with the nights before: new, unchanged, or
    updated where a decided one came back. What people decided is a suppression.
    """
    things: list[Finding | Note] = []
    for store in audit.stores:
        things += [finding for finding in store.findings if finding.alarm]
        things += store.notes
    rules = sorted({_rule(thing) for thing in things})
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "memory-auditor",
                        "version": __version__,
                        "rules": [_rule_document(rule) for rule in rules],
                    }
                },
                "automationDetails": {"id": f"{plain_text(audit.job or audit.command)}/"},
                "invocations": [_invocation(audit)],
                "columnKind": "unicodeCodePoints",
                "results": [_result(audit, thing, rules) for thing in things],
            }
        ],
    }
    return dumps(log).decode()


def _rule(thing: Finding | Note) -> str:
    return thing.kind if isinstance(thing, Finding) else f"note/{thing.kind}"


def _rule_document(rule: str) -> dict[str, Any]:
    kind = rule.removeprefix("note/")
    text = words.ROWS.get(kind, words.kind_words(kind))
    advice = words.ADVICE.get(kind) or words.NOTE_ADVICE.get(kind)
    document = {"id": rule, "name": kind, "shortDescription": {"text": text}}
    return document | ({"help": {"text": advice}} if advice else {})


def _result(audit: Audit, thing: Finding | Note, rules: Sequence[str]) -> dict[str, Any]:
    note = isinstance(thing, Note)
    keys = thing.keys if isinstance(thing, Note) else [thing.key]
    result = {
        "ruleId": _rule(thing),
        "ruleIndex": rules.index(_rule(thing)),
        "level": "warning" if note and thing.severity in SERIOUS else _LEVELS[thing.severity],
        "message": {
            "text": plain_text(thing.reason if isinstance(thing, Note) else words.reason(thing)) or "-"
        },
        "locations": [_location(thing.store, key) for key in keys[:10]] or [_location(thing.store, "")],
    }
    return result if isinstance(thing, Note) else result | _of_finding(audit, thing)


def _of_finding(audit: Audit, finding: Finding) -> dict[str, Any]:
    more: dict[str, Any] = {
        "partialFingerprints": {"memoryFinding/v1": finding.id, "memoryValue/v1": finding.fingerprint},
        "baselineState": _baseline(audit, finding),
        "rank": round(finding.confidence * 100, 1),
        "properties": {
            "label": str(finding.label),
            "severity": str(finding.severity),
            "band": str(finding.band),
            "row": plain_text(finding.row),
            "state": finding.state,
        },
    }
    if finding.evidence:
        more["relatedLocations"] = [_related(item, finding) for item in finding.evidence]
    if finding.state not in OPEN:
        justification = words.STATES.get(finding.state, finding.state)
        more["suppressions"] = [{"kind": "external", "status": "accepted", "justification": justification}]
    return more


def _baseline(audit: Audit, finding: Finding) -> str:
    if finding.state == "reopened":
        return "updated"
    return "unchanged" if finding.first_seen and finding.first_seen < audit.at else "new"


def _location(store: str, key: str) -> dict[str, Any]:
    name = plain_text(key)
    place: dict[str, Any] = {"physicalLocation": _artifact(store)}
    if name:
        whole = f"{plain_text(store)}/{name}"
        place["logicalLocations"] = [{"name": name, "fullyQualifiedName": whole, "kind": "member"}]
    return place


def _artifact(name: str) -> dict[str, Any]:
    """A store or a conversation as the relative reference that SARIF asks for."""
    return {"artifactLocation": {"uri": quote(plain_text(name).lstrip("/") or "unknown", safe="/")}}


def _related(item: Evidence, finding: Finding) -> dict[str, Any]:
    who = words.SPEAKERS.get(item.speaker, item.speaker)
    when = f", {rfc3339(item.at)}" if item.at else ""
    turn = f", turn {item.turn + 1}" if item.turn is not None else ""
    return {
        "physicalLocation": _artifact(item.source or finding.store),
        "message": {"text": f"{plain_text(who)}{when}{turn}: {plain_text(item.text)}"},
    }


def _invocation(audit: Audit) -> dict[str, Any]:
    unread = [store for store in audit.stores if store.status != "ok"]
    skipped = [(store.store, item) for store in audit.stores for item in store.not_checked]
    notifications = [
        {
            "level": "error",
            "message": {"text": f"{plain_text(store.store)}: {plain_text(store.reason) or store.status}"},
        }
        for store in unread
    ]
    notifications += [
        {
            "level": "note",
            "message": {"text": f"{plain_text(name)}/{plain_text(item.key)}: {plain_text(item.reason)}"},
        }
        for name, item in skipped[:1_000]
    ]
    return {
        "executionSuccessful": not unread,
        "endTimeUtc": rfc3339(audit.at),
        "toolExecutionNotifications": notifications,
    }
