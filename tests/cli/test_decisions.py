"""Findings, explain and resolve over a ledger that two nights have filled."""

from datetime import UTC, datetime

import pytest

from auditor.folders import Folders
from auditor.ledger import Anchor, Ledger
from auditor.records import Band, ChangeKind, Evidence, Finding, Label, Severity, Speaker, StoreAudit

NIGHT = datetime(2026, 11, 28, 3, 10, tzinfo=UTC)


def finding(store, key, identity):
    return Finding(
        store,
        key,
        ChangeKind.CHANGED,
        Label.CONTRADICTION,
        "unexplained_overwrite",
        Severity.HIGH,
        0.9,
        Band.ACT,
        "Nobody said so.",
        "unexplained_overwrite",
        before="draft",
        after="AKIAIOSFODNN7EXAMPLE \x1b[2J",
        evidence=[Evidence(Speaker.USER, "When is it due?", NIGHT, "chats/1.txt", 4)],
        id=identity,
        fingerprint="1",
    )


@pytest.fixture(autouse=True)
def audited(tmp_path):
    for store, found in {
        "memory": [finding("memory", "status", "aa11"), finding("memory", "diet", "ab22")],
        "notes": [finding("notes", "town", "bb33")],
    }.items():
        path = Folders(tmp_path).ledger(store)
        path.parent.mkdir(parents=True)
        with Ledger(path) as ledger:
            run = ledger.open_run("s1", NIGHT, Anchor(1, "m1"))
            recorded = ledger.record(run, StoreAudit(store, "json", "ok", findings=found))
            ledger.finish_run(run, recorded.audit)


def test_findings_of_all_stores_are_listed_with_their_state(call):
    result = call("findings")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split()[:2] for line in lines] == [
        ["aa11", "open"],
        ["ab22", "open"],
        ["bb33", "open"],
        ["3", "findings"],
    ]
    assert "contradiction: unexplained overwrite | memory | status | “draft” → “" in lines[0]
    assert "AKIAIOSFODNN7EXAMPLE" not in result.stdout
    assert "\x1b" not in result.stdout


def test_findings_can_be_cut_down_to_a_store_and_to_the_open_ones(call, document):
    assert [one["id"] for one in document("findings", "--store", "notes")["findings"]] == ["bb33"]
    call("resolve", "aa11", "--as", "accepted")
    assert [one["id"] for one in document("findings", "--open")["findings"]] == ["ab22", "bb33"]
    assert call("findings", "--store", "memo").exit_code == 2


def test_a_finding_is_explained_in_full_and_without_its_secret(call):
    shown = call("explain", "aa11").stdout
    for part in (
        "draft ->",
        "Nobody said so.",
        "user, 2026-11-28T03:10:00Z: “When is it due?”",
        "chats/1.txt",
    ):
        assert part in shown
    assert "AKIAIOSFODNN7EXAMPLE" not in shown
    assert "\x1b" not in shown


def test_the_beginning_of_an_id_is_enough_where_only_one_has_it(call):
    assert call("explain", "bb").exit_code == 0
    result = call("explain", "a")
    assert result.exit_code == 2
    assert "2 findings have an id that begins with 'a'" in result.stderr
    assert "no finding has an id that begins with 'zz'" in call("explain", "zz").stderr
    assert call("explain", "").exit_code == 2


def test_a_decision_sticks_and_says_who_and_why(call, document):
    result = call("resolve", "aa", "--as", "false-alarm", "--note", "on the phone", "--who", "mara")
    assert result.exit_code == 0
    assert result.stdout.startswith("aa11 is false alarm now")
    explained = document("explain", "aa11")
    assert explained["finding"]["state"] == "false_alarm"
    (decision,) = explained["decisions"]
    assert (decision["decision"], decision["who"], decision["note"]) == (
        "false-alarm",
        "mara",
        "on the phone",
    )
    assert "false-alarm by mara: on the phone" in call("explain", "aa11").stdout


def test_a_decision_can_have_an_end(document):
    found = document(
        "resolve", "bb33", "--as", "context-dependent", "--context", "live", "--until", "2027-01-01"
    )
    assert found["finding"]["until"] == "2027-01-01T00:00:00Z"


def test_a_decision_that_does_not_exist_is_wrong_usage(call):
    result = call("resolve", "aa11", "--as", "wrong")
    assert result.exit_code == 2
    assert "'fixed', 'accepted', 'false-alarm', 'context-dependent'" in result.stderr


def test_another_working_folder_can_be_named(call, tmp_path):
    other = tmp_path / "elsewhere"
    other.mkdir()
    assert call("findings", "--state", other).exit_code == 2
    (other / "job.toml").write_text(
        f'[job]\nname = "j"\nstate = "{tmp_path}"\n[[stores]]\nname = "m"\npath = "m.json"\n',
        encoding="utf-8",
    )
    assert "3 findings" in call("findings", "--job", other / "job.toml").stdout


def test_several_findings_can_be_decided_at_once(call, document):
    decided = document("resolve", "aa11", "bb33", "--as", "accepted", "--who", "mara")
    assert [one["state"] for one in decided["findings"]] == ["accepted", "accepted"]
    assert [one["id"] for one in document("findings", "--open")["findings"]] == ["ab22"]


def test_nothing_is_decided_where_one_of_several_ids_is_unknown(call, document):
    assert call("resolve", "aa11", "zz", "--as", "accepted").exit_code == 2
    assert len(document("findings", "--open")["findings"]) == 3


def test_a_decision_can_be_taken_back_and_both_stay_in_the_log(call, document):
    call("resolve", "aa", "--as", "false-alarm", "--who", "mara")
    result = call("reopen", "aa", "--note", "it was right after all", "--who", "ben")
    assert result.stdout.startswith("aa11 is reopened now")
    explained = document("explain", "aa11")
    assert explained["finding"]["state"] == "reopened"
    assert [(one["decision"], one["who"]) for one in explained["decisions"]] == [
        ("false-alarm", "mara"),
        ("reopen", "ben"),
    ]


def test_reasoning_that_cannot_be_worked_out_says_why(call, document):
    explained = document("explain", "aa11")
    assert explained["reasoning"] == []
    assert explained["reasoning_problem"] == "the copy of the night of 2026-11-28 is no longer kept"
    assert "The reasoning cannot be shown: the copy" in call("explain", "aa11").stdout


def test_the_next_night_knows_how_often_each_kind_was_right(call, tmp_path):
    call("resolve", "aa11", "--as", "false-alarm")
    call("resolve", "ab22", "--as", "fixed")
    with Ledger(Folders(tmp_path).ledger("memory")) as ledger:
        run = ledger.open_run("s2", datetime(2026, 11, 29, 3, tzinfo=UTC), Anchor(2, "m2"))
        counts = ledger.record(run, StoreAudit("memory", "json", "ok")).audit.counts
    assert counts["decided.false.unexplained_overwrite"] == 1
    assert counts["decided.right.unexplained_overwrite"] == 1
