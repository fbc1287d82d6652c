"""The JSON document of a run (docs/json.md, docs/schema/audit-v1.schema.json)."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import orjson

from auditor.errors import AuditorError, ExitCode
from auditor.ledger.codec import finding_document
from auditor.ledger.plain import plain_json, plain_text
from auditor.records import (
    Answer,
    Audit,
    Discipline,
    Finding,
    NotChecked,
    Note,
    PastNight,
    Scores,
    StoreAudit,
    Violation,
)
from auditor.reports.scores import overall
from auditor.reports.shown import INVISIBLE
from auditor.times import rfc3339
from auditor.verdicts.admission import of_write

__all__ = ["audit_document", "audit_json", "dumps", "error_document", "finding_document"]

SCHEMA_VERSION = 1
_MOST_OTHERS = 100
_DELETE = b"\x7f"  # ASCII, and yet a terminal obeys it


def audit_document(audit: Audit) -> dict[str, Any]:
    """``audit`` as the documented JSON object: masked, bounded values, findings as the audit sorts them."""
    stores = audit.stores
    return {
        "schema_version": SCHEMA_VERSION,
        "command": audit.command,
        "at": rfc3339(audit.at),
        "since": rfc3339(audit.since) if audit.since else None,
        "job": plain_text(audit.job),
        "policy": audit.policy,
        "stores": [_store(store) for store in stores],
        "findings": [_finding(finding) for store in stores for finding in store.findings],
        "notes": [_note(note) for store in stores for note in store.notes],
        "not_checked": [_not_checked(item) for store in stores for item in store.not_checked],
        "scores": _scores(overall(stores)),
        "provenance": plain_json(dict(audit.provenance)),
        "missed": [day.isoformat() for day in audit.missed],
        "already": rfc3339(audit.already) if audit.already else None,
    }


def audit_json(audit: Audit) -> bytes:
    """``audit`` as JSON text with a new line at its end."""
    return dumps(audit_document(audit))


def error_document(error: AuditorError) -> dict[str, Any]:
    """What is printed instead when a command cannot be carried out."""
    return {
        "schema_version": SCHEMA_VERSION,
        "error": {"name": error.name, "message": plain_text(str(error))},
        "exit_code": int(ExitCode(error.exit_code)),
    }


def dumps(document: Mapping[str, Any]) -> bytes:
    """``document`` as indented JSON, the same bytes for the same content, safe to print to a terminal."""
    data = orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    return data if data.isascii() and _DELETE not in data else INVISIBLE.sub(_escape, data.decode()).encode()


def _escape(character: re.Match[str]) -> str:
    return json.dumps(character[0])[1:-1].replace(_DELETE.decode(), "\\u007f")


def _store(store: StoreAudit) -> dict[str, Any]:
    return {
        "store": plain_text(store.store),
        "kind": store.kind,
        "status": store.status,
        "reason": plain_text(store.reason),
        "entries": store.entries,
        "first_audit": store.first_audit,
        "scores": _scores(store.scores),
        "transcript_scores": {
            plain_text(name): _scores(scores) for name, scores in sorted(store.transcript_scores.items())
        },
        "counts": dict(sorted(store.counts.items())),
        "quiet": dict(sorted(store.quiet.items())),
        "provenance": plain_json(dict(store.provenance)),
        "discipline": _discipline(store) if store.discipline else None,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {"keep": None, **finding_document(finding), "gate": of_write(finding)}


def _discipline(store: StoreAudit) -> dict[str, Any]:
    found = store.discipline or Discipline()
    return {
        "records": found.records,
        "broken": found.broken,
        "violations": [_violation(one) for one in found.violations],
        "questions": [_question(one, store.history) for one in found.answers],
        "unanswered": list(found.unanswered),
        "left_out": found.left_out,
    }


def _violation(one: Violation) -> dict[str, Any]:
    return {
        "key": plain_text(one.key),
        "invariant": one.invariant,
        "severity": str(one.severity),
        "reason": plain_text(one.reason),
        "others": [plain_text(key) for key in one.others[:_MOST_OTHERS]],
        "since": rfc3339(one.since) if one.since else None,
    }


def _question(one: Answer, history: Sequence[PastNight]) -> dict[str, Any]:
    return {
        "number": one.number,
        "topic": one.topic,
        "question": one.question,
        "answered": one.share is not None,
        "share": None if one.share is None else round(one.share, 3),
        "asked": one.asked,
        "red_flag": bool(one.examples),
        "examples": [plain_text(key) for key in one.examples],
        "trend": [round(night.answers[one.number], 3) for night in history if one.number in night.answers],
    }


def _note(note: Note) -> dict[str, Any]:
    return {
        "id": note.id,
        "store": plain_text(note.store),
        "keys": [plain_text(key) for key in note.keys],
        "kind": note.kind,
        "severity": str(note.severity),
        "reason": plain_text(note.reason),
    }


def _not_checked(item: NotChecked) -> dict[str, Any]:
    return {
        "store": plain_text(item.store),
        "key": plain_text(item.key),
        "reason": plain_text(item.reason),
    }


def _scores(scores: Scores) -> dict[str, float | None]:
    return asdict(scores)
