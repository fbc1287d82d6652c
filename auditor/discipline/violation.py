"""What the lint finds: a record, the rule it breaks, how bad that is, and why."""

from dataclasses import dataclass

from auditor.records import Json, Severity


@dataclass(frozen=True, slots=True)
class Violation:
    """``invariant`` is I1 to I7, or another rule of docs/lint.md; ``others`` are the records concerned."""

    key: str
    invariant: str
    severity: Severity
    reason: str
    others: tuple[str, ...] = ()


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
