"""A working folder whose ledger knows one bad night: what `serve` and `mcp` are asked about."""

from datetime import UTC, datetime

from auditor.ledger import Anchor, Ledger
from auditor.records import Band, ChangeKind, Evidence, Finding, Label, Severity, Speaker, StoreAudit

NIGHT = datetime(2026, 11, 28, 3, 10, tzinfo=UTC)


def finding(key, identity, after, **changes):
    """A contradiction of the user on ``key``."""
    return Finding(
        "memory",
        key,
        ChangeKind.CHANGED,
        Label.CONTRADICTION,
        "contradicts_user",
        Severity.HIGH,
        0.9,
        Band.ACT,
        "The user said otherwise.",
        "2.contradicts_user",
        before="vegetarian",
        after=after,
        evidence=[Evidence(Speaker.USER, "I'm a vegetarian.", NIGHT, "chats/1.txt", 4)],
        id=identity,
        fingerprint="1",
        **changes,
    )


def record(folders, *findings):
    """Write the night with ``findings`` into the ledger of the store; its audit as recorded."""
    path = folders.ledger("memory")
    path.parent.mkdir(parents=True)
    with Ledger(path) as ledger:
        run = ledger.open_run("s1", NIGHT, Anchor(1, "m1"))
        recorded = ledger.record(run, StoreAudit("memory", "json", "ok", entries=7, findings=findings))
        ledger.finish_run(run, recorded.audit)
    return recorded.audit
