"""A working folder with one bad night, and a client that asks the server about it."""

import pytest

pytest.importorskip("starlette")

from datetime import UTC, datetime

from starlette.testclient import TestClient

from auditor.folders import Folders
from auditor.ledger import Anchor, Ledger
from auditor.records import Audit, Band, ChangeKind, Evidence, Finding, Label, Severity, StoreAudit
from auditor.reports import write_reports
from auditor.web.app import create_app
from auditor.web.site import Site

NIGHT = datetime(2026, 11, 28, 3, 10, tzinfo=UTC)
TOKEN = "a-token-that-is-long-enough"


def finding(key, identity, **changes):
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
        after="eats <b>beef</b>",
        evidence=[Evidence("user", "I'm a vegetarian.", NIGHT, "chats/1.txt", 4)],
        id=identity,
        fingerprint="1",
        **changes,
    )


@pytest.fixture
def folders(tmp_path):
    folders = Folders(tmp_path)
    path = folders.ledger("memory")
    path.parent.mkdir(parents=True)
    with Ledger(path) as ledger:
        run = ledger.open_run("s1", NIGHT, Anchor(1, "m1"))
        store = StoreAudit(
            "memory", "json", "ok", entries=7, findings=[finding("diet", "aa11"), finding("town", "bb22")]
        )
        recorded = ledger.record(run, store)
        ledger.finish_run(run, recorded.audit)
    write_reports(Audit("run", NIGHT, [recorded.audit], job="j"), folders.reports("j"), "2026-11-28")
    return folders


@pytest.fixture
def client(folders):
    return TestClient(create_app(Site(folders, "j")), base_url="http://127.0.0.1", follow_redirects=False)


@pytest.fixture
def guarded(folders):
    site = Site(folders, "j", token=TOKEN)
    return TestClient(create_app(site), base_url="http://127.0.0.1", follow_redirects=False)
