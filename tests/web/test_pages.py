"""The pages of `auditor serve`: what is open, decisions, the box to try a memory, the nights' files."""

import re

import pytest

from auditor.ledger import Ledger
from auditor.reports.pages import entry_page


def token_in(page):
    return re.search(r'name="token" value="([0-9a-f]+)"', page.text)[1]


def decide(client, finding, **fields):
    token = token_in(client.get("/"))
    return client.post(f"/findings/{finding}/decisions", data={"token": token, **fields})


def states(folders):
    with Ledger(folders.ledger("memory")) as ledger:
        return {item.finding.id: item.state.value for item in ledger.findings()}


def test_the_page_of_now_shows_what_is_open_with_a_button_for_each_decision(client):
    page = client.get("/")
    assert "2 of 7 memories need your eyes." in page.text
    assert page.text.count('<button name="decision" value="false-alarm">') == 2
    assert "eats &lt;b&gt;beef&lt;/b&gt;" in page.text.replace("<ins>", "").replace("</ins>", "")


def test_a_button_writes_the_decision_down_with_its_note(client, folders):
    answer = decide(client, "aa11", decision="context-dependent", note="on live keys", context="live keys")
    assert (answer.status_code, answer.headers["location"]) == (303, "/?done=context-dependent")
    assert states(folders) == {"aa11": "context_dependent", "bb22": "open"}
    with Ledger(folders.ledger("memory")) as ledger:
        (written,) = ledger.decisions("aa11")
    assert (written.who, written.note, written.context) == ("web", "on live keys", "live keys")


def test_what_was_decided_can_be_opened_again(client, folders):
    decide(client, "aa11", decision="false-alarm")
    page = client.get("/?done=false-alarm")
    assert "1 of 7 memories needs your eyes." in page.text
    assert "It is written down as: false alarm." in page.text
    assert "of 1 of this kind that were decided here, 1 was a false alarm" in page.text
    decide(client, "aa11", decision="reopen")
    assert states(folders)["aa11"] == "reopened"


def test_a_decision_can_have_an_end(client, folders):
    decide(client, "aa11", decision="accepted", until="2027-01-01")
    with Ledger(folders.ledger("memory")) as ledger:
        assert f"{ledger.finding('aa11').until:%Y-%m-%d}" == "2027-01-01"


@pytest.mark.parametrize(
    ("finding", "fields"),
    [
        ("zz99", {"decision": "fixed"}),
        ("aa11", {"decision": "nonsense"}),
        ("aa11", {"decision": "fixed", "until": "soon"}),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(client, folders, finding, fields):
    answer = decide(client, finding, **fields)
    assert answer.status_code == 400
    assert "That could not be done." in answer.text
    assert states(folders) == {"aa11": "open", "bb22": "open"}


def test_the_box_says_whether_a_memory_would_be_admitted(client):
    token = token_in(client.get("/gate"))
    talk = "User: I moved to Turin last month.\nAgent: Noted."
    stored = client.post(
        "/gate", data={"token": token, "conversation": talk, "memory": "The user lives in Turin"}
    )
    assert "<h1>It would be stored.</h1>" in stored.text
    assert "I moved to Turin last month" in stored.text
    other = client.post("/gate", data={"token": token, "conversation": talk, "memory": "<b>owns a boat"})
    assert "<h1>It would be stored.</h1>" not in other.text
    assert "<b>owns" not in other.text


def test_the_pages_of_the_nights_are_served_as_they_are(client, folders):
    for name in (
        "index.html",
        "2026-11-28.html",
        "2026-11-28.json",
        "weeks/2026-W48.md",
        entry_page("memory", "diet"),
    ):
        answer = client.get(f"/{name}")
        assert (answer.status_code, answer.content) == (200, (folders.reports("j") / name).read_bytes())


@pytest.mark.parametrize(
    "path",
    [
        "/.history.sqlite3",
        "/../../snapshots/memory/ledger.sqlite3",
        "/..%2f..%2fsnapshots/memory/ledger.sqlite3",
        "/memories/../.history.sqlite3",
        "/pruned/2026-11-28.html",
        "/nothing.html",
        "//etc/passwd",
        "/memories",
    ],
)
def test_nothing_else_is(client, path):
    assert client.get(path).status_code == 404


def test_a_link_that_leads_out_of_the_folder_is_not_followed(client, folders, tmp_path):
    (tmp_path / "secret.html").write_text("secret")
    (folders.reports("j") / "link.html").symlink_to(tmp_path / "secret.html")
    assert client.get("/link.html").status_code == 404
