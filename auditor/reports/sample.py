"""A made-up night that has something of everything, to try templates on."""

from datetime import UTC, datetime, timedelta

from auditor.records import (
    ALARMS,
    Audit,
    Band,
    ChangeKind,
    Evidence,
    Finding,
    Label,
    NotChecked,
    Note,
    PastNight,
    Scores,
    Severity,
    StoreAudit,
)

_AT = datetime(2026, 1, 15, 3, tzinfo=UTC)
_SAID = Evidence(
    "user", "I'm a vegetarian, so no steak for me.", _AT - timedelta(hours=9), "chats/sample.txt", 3
)


def sample_audit(*, quiet: bool = False) -> Audit:
    """A night with findings, a note, something unchecked and a trend; or one that needs nobody."""
    fine = _finding("drink", Label.SAFE, "equivalent", "likes tea", "Likes tea.")
    alarms = [
        _finding(
            f"diet.{number}",
            Label.CONTRADICTION,
            "contradicts_user",
            "vegetarian",
            "eats beef",
        )
        for number in range(5)
    ]
    scores = Scores(0.9, 0.95, 1.0, 0.95)
    store = StoreAudit(
        store="sample",
        kind="json",
        status="ok",
        entries=12,
        findings=(fine,) if quiet else (*alarms, fine),
        notes=()
        if quiet
        else (Note("sample", ("notes.deploy",), "secret", Severity.HIGH, "It holds a key.", "n1"),),
        not_checked=() if quiet else (NotChecked("sample", "blob", "too long to be judged"),),
        scores=scores,
        history=(PastNight(_AT - timedelta(days=1), scores),),
        provenance={"snapshot": "2026-01-15T03:00:00Z"},
    )
    return Audit("run", _AT, (store,), job="sample", since=_AT - timedelta(days=1))


def _finding(key: str, label: Label, kind: str, before: str, after: str) -> Finding:
    return Finding(
        store="sample",
        key=key,
        change=ChangeKind.CHANGED,
        label=label,
        kind=kind,
        severity=Severity.HIGH if label in ALARMS else Severity.INFO,
        confidence=0.9,
        band=Band.ACT,
        reason="A made-up reason.",
        row=f"2.{kind}",
        before=before,
        after=after,
        evidence=(_SAID,),
        id=key.replace(".", ""),
    )
