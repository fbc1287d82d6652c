"""What the lint finds, as JSON and under a name of its own."""

import hashlib

from auditor.records import Json, Violation

__all__ = ["Violation", "as_json", "identity"]


def identity(violation: Violation) -> str:
    """12 hex digits that are the same night after night for the same record and rule."""
    named = f"{violation.invariant}\x1f{violation.key}"
    return hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def as_json(violation: Violation, store: str) -> dict[str, Json]:
    """``violation`` of ``store`` for `auditor lint --json`."""
    return {
        "store": store,
        "key": violation.key,
        "invariant": violation.invariant,
        "severity": violation.severity.value,
        "reason": violation.reason,
        "others": list(violation.others),
    }
