"""A bad night, read and decided about in a browser, and what the nights after make of the decision."""

import json
import re
import socket
import threading
import time
from datetime import UTC, datetime

import pytest

pytest.importorskip("uvicorn")

import uvicorn

from auditor.cli.exits import exit_code_of
from auditor.folders import Folders
from auditor.runs import run_path
from auditor.web.app import create_app
from auditor.web.site import Site

pytestmark = [pytest.mark.needs_chromium, pytest.mark.needs_node, pytest.mark.slow]
TALK = """[2026-11-{day} 18:00] User: {question}
[2026-11-{day} 18:01] Agent: {answer}
"""


class Nights:
    """A store, its conversations, and one audit a day."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "chats").mkdir()

    def audit(self, day, plan, question, answer):
        memory = {"city": "Bergen"} | ({"plan": plan} if plan else {})
        (self.folder / "memory.json").write_text(json.dumps(memory))
        talk = TALK.format(day=day - 1, question=question, answer=answer)
        (self.folder / "chats" / f"2026-11-{day - 1}.txt").write_text(talk)
        return run_path(
            self.folder / "memory.json",
            transcripts=[self.folder / "chats"],
            state=self.folder,
            at=datetime(2026, 11, day, 3, tzinfo=UTC),
            tell=lambda _: None,
        )


@pytest.fixture
def nights(tmp_path):
    return Nights(tmp_path)


@pytest.fixture
def served(tmp_path):
    """The address of a server on the folder, in this process."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    app = create_app(Site(Folders(tmp_path), "memory.json"))
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}/"
    server.should_exit = True
    thread.join(10)


def alarms(audit):
    return [(one.key, one.state) for store in audit.stores for one in store.findings if one.alarm]


def test_a_decision_made_in_the_browser_sticks_until_there_is_something_new(nights, look, served):
    nights.audit(20, None, "I live in Bergen.", "Good to know.")
    bad = nights.audit(21, "premium plan", "What does the premium plan cost?", "It costs 49 euros a month.")
    assert alarms(bad) == [("plan", "open")]
    assert exit_code_of(bad, "stale") == 1
    (identity,) = [one.id for store in bad.stores for one in store.findings if one.alarm]

    report, said = look({"url": served}, {"url": f"{served}said"})
    assert "1 of 2 memories needs your eyes." in report["text"]
    assert "What does the premium plan cost" in report["text"]
    assert re.search(r'href="/said#c1-t\d+"', report["html"])
    assert "It costs 49 euros a month." in said["text"]
    assert [one for one in report["axe"] if one["impact"] in {"serious", "critical"}] == []

    card = f"#finding-{identity}"
    (decided,) = look(
        {
            "url": served,
            "steps": [
                {"type": [f"{card} input[name=note]", "the portal says so"]},
                {"type": [f"{card} input[name=context]", "in the portal"]},
                {"click": f"{card} button[value=context-dependent]"},
            ],
        }
    )
    assert "It is written down as: right in its context." in decided["text"]
    assert "nothing needs you" in decided["text"]
    assert (decided["violations"], decided["errors"]) == ([], [])

    same = nights.audit(22, "premium plan", "What is the weather like?", "It rains.")
    assert [one for one in alarms(same) if one[1] in {"open", "reopened"}] == []
    assert exit_code_of(same, "stale") == 0

    new = nights.audit(23, "enterprise plan", "Does the enterprise plan have a phone line?", "It does.")
    assert alarms(new) == [("plan", "reopened")]
    assert exit_code_of(new, "stale") == 1
    (again,) = look({"url": served, "axe": False})
    assert "reopened" in again["text"]
    assert "1 of 2 memories needs your eyes." in again["text"]
