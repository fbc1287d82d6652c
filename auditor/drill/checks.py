"""The failure tests. Each gives the reason why a memory fails it, or None."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from auditor.drill.interface import Document, Memory

_AT = "2026-06-01T12:00:00+00:00"
_POLICY = "https://policies.example/meals"


@dataclass(frozen=True)
class Outcome:
    """How one test went: ``reason`` is None where it passed."""

    test: str
    reason: str | None


def run(make: Callable[[], Memory]) -> tuple[Outcome, ...]:
    """Every test on a fresh memory of ``make``; whatever the memory raises fails that test."""
    return tuple(Outcome(name, _reason(check, make)) for name, check in CHECKS.items())


def _reason(check: Callable[[Memory], str | None], make: Callable[[], Memory]) -> str | None:
    try:
        return check(make())
    except Exception as failure:  # noqa: BLE001  # the memory is somebody else's code
        return f"raised {type(failure).__name__}: {str(failure)[:200]}"


def _record(key: str, value: Any, source: str = "user_stated", **changes: Any) -> dict[str, Any]:
    return {
        "subject": {"type": "user", "id": changes.get("user", "ana")},
        "key": key,
        "value": value,
        "authority": changes.get("authority", "preference"),
        "source": {
            "type": source,
            "evidence": {"kind": "message", "ref": "message-1"},
            "observations": 1,
            "captured_at": "2026-05-01T12:00:00+00:00",
            "captured_by": "drill@1",
            "source_of_truth": changes.get("truth"),
        },
        "scope": {"level": "user", "bindings": {}, "revalidate_on": []} | changes.get("scope", {}),
        "correction": {"route": "settings", "supersedes": [], "superseded_by": None, "broadened": False},
        "lineage": {"derived_from": changes.get("derived_from", [])},
        "lifecycle": {"status": "active", "sensitivity": "none", "retain_value_after_expiry": False},
        "usage": {"last_used_at": None, "use_count": 0, "last_confirmed_at": None},
    }


def _context(user: str = "ana", **more: Any) -> dict[str, Any]:  # any JSON
    return {"user": user, "at": _AT} | more


def _applies(recalled: Document, value: object) -> bool:
    return recalled.get("decision") == "apply" and recalled.get("value") == value


def _scope_bleed(memory: Memory) -> str | None:
    memory.remember(_record("seat", "aisle", scope={"level": "task", "bindings": {"trip": "T1"}}))
    if not _applies(memory.recall("seat", _context(trip="T1")), "aisle"):
        return "not applied on the trip it was said for"
    other = memory.recall("seat", _context(trip="T2"))
    return "said for one trip, applied to another" if other.get("decision") == "apply" else None


def _stale_fact(memory: Memory) -> str | None:
    scope = {"level": "project", "bindings": {"project": "P1"}, "revalidate_on": ["project_closed"]}
    made = memory.remember(_record("lead", "Rui", scope=scope))
    memory.emit({"type": "project_closed", "project": "P1"})
    if memory.recall("lead", _context(project="P1")).get("decision") != "none":
        return "still recalled after the event that ended it"
    return None if memory.explain(made).get("status") == "expired" else "its status is not expired"


def _inferred_as_explicit(memory: Memory) -> str | None:
    memory.remember(_record("diet", "vegan", "agent_inferred"))
    got = memory.recall("diet", _context())
    asks = got.get("decision") == "ask" and got.get("source_type") == "agent_inferred"
    return None if asks else "inferred once, yet not asked about"


def _correction_bleed(memory: Memory) -> str | None:
    memory.remember(_record("category", "meals"))
    first = _context(expense="E1", attendees="client")
    memory.correct("category", "entertainment", first)
    if not _applies(memory.recall("category", first), "entertainment"):
        return "the correction does not apply where it was made"
    other = memory.recall("category", _context(expense="E2", attendees="internal"))
    return "corrected for one expense, applied to another" if _applies(other, "entertainment") else None


def _policy_shadowing(memory: Memory) -> str | None:
    made = memory.remember(_record("limit", 75, "system_record", authority="policy", truth=_POLICY))
    got = memory.recall("limit", _context(sources={_POLICY: 60}))
    if got.get("value") != 60 or got.get("decision") != "revalidate":  # noqa: PLR2004  # what the source says
        return "the remembered limit hides what the source says"
    return None if memory.explain(made).get("value") is None else "the value of a policy is kept"


def _zombie_memory(memory: Memory) -> str | None:
    root = memory.remember(_record("employer", "Acme"))
    derived = memory.remember(_record("commute", "by train to Acme", derived_from=[root]))
    memory.forget(root)
    if any(memory.recall(key, _context()).get("decision") != "none" for key in ("employer", "commute")):
        return "recalled after it, or what it came from, was forgotten"
    kept = [memory.explain(one).get("value") for one in (root, derived)]
    return None if kept == [None, None] else "the tombstone still holds the value"


def _unexplainable_recall(memory: Memory) -> str | None:
    memory.remember(_record("city", "Porto"))
    got = memory.recall("city", _context())
    if not _applies(got, "Porto") or not all(
        got.get(name) for name in ("record_id", "source_type", "evidence_ref")
    ):
        return "applied without record, source and evidence"
    told = memory.explain(got["record_id"])
    missing = [name for name in ("source", "evidence", "scope", "correction_route") if not told.get(name)]
    return f"the explanation lacks {', '.join(missing)}" if missing else None


def _two_users(memory: Memory) -> str | None:
    memory.remember(_record("city", "Porto"))
    memory.remember(_record("city", "Lyon", user="ben"))
    memory.correct("city", "Nice", _context("ben"))
    if not _applies(memory.recall("city", _context()), "Porto"):
        return "one user's memory or correction reaches another"
    return (
        None
        if _applies(memory.recall("city", _context("ben")), "Nice")
        else "a user's own correction is lost"
    )


def _valid_from(memory: Memory) -> str | None:
    memory.remember(_record("address", "Rua Nova 1", scope={"valid_from": "2026-07-01T00:00:00+00:00"}))
    if memory.recall("address", _context()).get("decision") == "apply":
        return "applied before it is valid"
    later = memory.recall("address", _context() | {"at": "2026-07-02T00:00:00+00:00"})
    return None if _applies(later, "Rua Nova 1") else "not applied once it is valid"


def _withheld(memory: Memory) -> str | None:
    memory.remember(_record("gate.code", "4711", scope={"level": "client", "bindings": {"client": "C1"}}))
    if not _applies(memory.recall("gate.code", _context(client="C1")), "4711"):
        return "not applied in its own context"
    return (
        "4711 is handed out to another client"
        if "4711" in str(memory.recall("gate.code", _context()))
        else None
    )


CHECKS: dict[str, Callable[[Memory], str | None]] = {
    "scope bleed": _scope_bleed,
    "stale fact": _stale_fact,
    "inferred as explicit": _inferred_as_explicit,
    "correction bleed": _correction_bleed,
    "policy shadowing": _policy_shadowing,
    "zombie memory": _zombie_memory,
    "unexplainable recall": _unexplainable_recall,
    "two users kept apart": _two_users,
    "valid from": _valid_from,
    "withheld out of context": _withheld,
}
