"""The commands that audit, from the outside: what they print, write and exit with."""

import json
import os
import pty
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from auditor.folders import Folders
from auditor.locking import held_lock
from auditor.resources import resource
from auditor.times import SystemClock

DEMO = resource("demo")
NIGHTS = ("2026-11-27T03:10:00Z", "2026-11-28T03:10:00Z")
JOB = """
[job]
name = "course"
[[stores]]
name = "assistant"
path = "memory.json"
transcripts = ["chats"]
"""


def put(tmp_path, night):
    shutil.copy(DEMO / night / "memory.json", tmp_path / "memory.json")
    shutil.copytree(DEMO / "transcripts", tmp_path / "chats", dirs_exist_ok=True)


def files_in(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def two_nights(call, tmp_path):
    """The demo's store, audited on both nights under a job file; the second result."""
    (tmp_path / "job.toml").write_text(JOB, encoding="utf-8")
    for number, at in enumerate(NIGHTS, start=1):
        put(tmp_path, f"night{number}")
        result = call("run", "job.toml", "--at", at)
    return result


def test_the_demo_needs_nothing_and_says_where_the_report_is(call, tmp_path):
    result = call("demo")
    assert result.exit_code == 0
    assert "assignment_status" in result.stdout
    report = re.search(r"^Report: (.*latest\.html)$", result.stdout, re.MULTILINE)[1]
    assert "assignment_status" in (tmp_path / report).read_text(encoding="utf-8")


def test_the_demo_calls_the_assignment_out_and_nothing_else_and_quotes_the_conversation(document, tmp_path):
    expected = json.loads((Path(__file__).parents[1] / "data" / "demo_expected.json").read_text())
    findings = {finding["key"]: finding for finding in document("demo")["findings"]}
    assert {
        key: (finding["change"], finding["label"], finding["kind"]) for key, finding in findings.items()
    } == {one["key"]: (one["change"], one["label"], one["kind"]) for one in expected["findings"]}
    quoted = " ".join(turn["text"] for turn in findings["assignment_status"]["evidence"])
    assert "What time of day is the deadline" in quoted
    for form in ("html", "md"):
        assert (
            "What time of day is the deadline"
            in (tmp_path / "auditor-demo/reports/demo" / f"latest.{form}").read_text()
        )


def test_the_demo_can_be_shown_again_and_says_the_same(call):
    assert call("demo").stdout == call("demo").stdout


def test_the_demo_touches_nobody_elses_folder(call, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work", encoding="utf-8")
    result = call("demo", "--state", "mine")
    assert result.exit_code == 2
    assert files_in(tmp_path) == ["mine/thesis.txt"]


def test_a_job_is_audited_and_its_report_lies_under_its_name_and_date(two_nights, tmp_path):
    assert two_nights.exit_code == 1
    assert "assignment_status" in two_nights.stdout
    reports = set(files_in(tmp_path / "reports" / "course"))
    dates = ("2026-11-27", "2026-11-28", "latest")
    assert {f"{date}.{form}" for date in dates for form in ("html", "json", "md")} <= reports
    assert (tmp_path / "reports/course/2026-11-28.md").read_bytes() == (
        tmp_path / "reports/course/latest.md"
    ).read_bytes()


def test_a_date_is_audited_again_and_gives_the_same_report(two_nights, call, tmp_path):
    report = tmp_path / "reports" / "course" / "2026-11-28.json"
    before = report.read_bytes()
    report.unlink()
    result = call("run", "job.toml", "--date", "2026-11-28")
    assert result.exit_code == two_nights.exit_code
    assert report.read_bytes() == before


def test_a_date_without_a_snapshot_is_one_line(two_nights, call):
    result = call("run", "job.toml", "--date", "2026-11-20")
    assert result.exit_code == 3
    assert result.stderr.count("\n") == 1
    assert "no snapshot of 2026-11-20" in result.stderr


def test_findings_below_the_line_do_not_fail_the_run(two_nights, call):
    assert call("run", "job.toml", "--date", "2026-11-28", "--fail-on", "never").exit_code == 0


def test_decided_findings_do_not_fail_the_next_night(two_nights, call, document):
    for finding in document("findings", "--job", "job.toml", "--open")["findings"]:
        call("resolve", finding["id"], "--as", "accepted", "--job", "job.toml")
    assert call("run", "job.toml", "--at", "2026-11-29T03:10:00Z").exit_code == 0


def test_json_is_all_that_stands_on_standard_output(process, tmp_path):
    put(tmp_path, "night2")
    result = process("run", "--store", "memory.json", "--transcripts", "chats", "--at", NIGHTS[1], "--json")
    document = json.loads(result.stdout)
    assert document["command"] == "run"
    assert (
        document["stores"][0] | {"store": "memory.json", "entries": 13, "status": "ok"}
        == document["stores"][0]
    )
    assert result.stderr == ""


def test_a_store_of_a_job_is_chosen_by_name(call, tmp_path):
    put(tmp_path, "night1")
    second = '[[stores]]\nname = "other"\npath = "memory.json"\n'
    (tmp_path / "job.toml").write_text(JOB + second, encoding="utf-8")
    result = call("run", "job.toml", "--store", "other", "--at", NIGHTS[0], "--json")
    assert [store["store"] for store in json.loads(result.stdout)["stores"]] == ["other"]
    wrong = call("run", "job.toml", "--store", "others")
    assert wrong.exit_code == 2
    assert "it has assistant, other" in wrong.stderr


@pytest.mark.parametrize("content", [None, "", '{"city": "Os', '{"a": 1}\x00\xff'])
def test_a_store_that_cannot_be_read_is_exit_code_3_and_nothing_in_it_is_called_deleted(
    two_nights, call, tmp_path, content
):
    store = tmp_path / "memory.json"
    store.unlink() if content is None else store.write_text(content, encoding="latin-1")
    result = call("run", "job.toml", "--at", "2026-11-29T03:10:00Z", "--json")
    assert result.exit_code == 3
    document = json.loads(result.stdout)
    assert document["stores"][0]["status"] == "unreadable"
    assert document["stores"][0]["reason"]
    assert [finding for finding in document["findings"] if finding["change"] == "removed"] == []


def test_conversations_that_cannot_be_read_are_exit_code_3(call, tmp_path):
    put(tmp_path, "night2")
    result = call("run", "--store", "memory.json", "--transcripts", "nowhere", "--at", NIGHTS[1])
    assert result.exit_code == 3


def test_a_second_run_leaves_at_once_with_exit_code_5(call, tmp_path):
    put(tmp_path, "night2")
    with held_lock(Folders(tmp_path).lock("memory.json"), SystemClock()):
        result = call("run", "--store", "memory.json")
    assert result.exit_code == 5
    assert "already running since" in result.stderr


def test_two_copies_are_compared_and_nothing_is_written(document, call, tmp_path):
    before = files_in(DEMO)
    args = [
        "compare",
        DEMO / "night1",
        DEMO / "night2",
        "--transcripts",
        DEMO / "transcripts",
        "--at",
        NIGHTS[1],
    ]
    found = document(*args)
    assert found["command"] == "compare"
    assert "assignment_status" in {finding["key"] for finding in found["findings"]}
    assert call(*args).exit_code == 1
    assert call(*args, "--fail-on", "never").exit_code == 0
    assert files_in(tmp_path) == []
    assert files_in(DEMO) == before


def test_comparing_a_file_with_a_folder_is_wrong_usage(call):
    assert call("compare", DEMO / "night1", DEMO / "night2" / "memory.json").exit_code == 2


def test_comparing_with_nothing_is_exit_code_3(call):
    result = call("compare", "nowhere.json", DEMO / "night2" / "memory.json")
    assert result.exit_code == 3
    assert result.stderr.count("\n") == 1


def test_snapshots_are_taken_shown_and_verified(call, document, tmp_path):
    for number, at in enumerate(NIGHTS, start=1):
        put(tmp_path, f"night{number}")
        taken = call("snapshot", "--store", "memory.json", "--transcripts", "chats", "--at", at)
        assert taken.exit_code == 0, taken.stderr
    shown = call("diff").stdout
    assert "~ assignment_status: draft -> submitted" in shown
    changes = {change["key"]: change for change in document("diff")["changes"]}
    assert changes["assignment_status"]["change"] == "changed"
    assert [path["change"] for path in changes["reading_list"]["paths"]] == ["added"]
    assert call("verify").exit_code == 0


def test_an_unaudited_snapshot_is_audited_by_the_next_run(call, tmp_path):
    put(tmp_path, "night1")
    call("snapshot", "--store", "memory.json", "--at", NIGHTS[0])
    call("run", "--store", "memory.json", "--at", NIGHTS[1])
    assert (tmp_path / "reports" / "memory.json" / "2026-11-27.html").is_file()


def test_a_diff_from_a_date_is_from_that_date(two_nights, call):
    assert "~ assignment_status" in call("diff", "--from", "2026-11-27", "--to", "2026-11-28").stdout
    assert call("diff", "--from", "2026-11-28", "--to", "2026-11-27").exit_code == 3
    assert call("diff", "--to", "2026-11-01").exit_code == 3


def test_verify_finds_a_changed_byte(two_nights, call, document, tmp_path):
    part = next(path for path in (tmp_path / "snapshots" / "assistant").iterdir() if path.suffix == ".zst")
    content = bytearray(part.read_bytes())
    content[-1] ^= 1
    part.chmod(0o600)
    part.write_bytes(content)
    assert call("verify").exit_code == 1
    assert "altered" in {problem["kind"] for problem in document("verify")["stores"][0]["problems"]}


def test_verify_finds_a_night_that_was_taken_away(two_nights, call, tmp_path):
    folder = tmp_path / "snapshots" / "assistant"
    newest = max(folder.glob("2026*.json"))
    newest.unlink()
    assert call("verify").exit_code == 1


def test_without_snapshots_there_is_nothing_to_verify(call):
    result = call("verify")
    assert result.exit_code == 2
    assert "there are no snapshots in" in result.stderr


def on_a_terminal(tmp_path, *args, **environ):
    """What a command shows on a terminal of its own."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "auditor", *args]
    environ = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"} | environ
    with subprocess.Popen(command, stdout=follower, stderr=follower, cwd=tmp_path, env=environ) as child:
        os.close(follower)
        shown = b""
        while True:
            try:
                shown += os.read(leader, 65_536)
            except OSError:
                break
        child.wait(timeout=60)
    os.close(leader)
    return shown.decode()


COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def test_no_colour_is_shown_where_nobody_wants_it(tmp_path):
    assert COLOUR.search(on_a_terminal(tmp_path, "demo"))
    assert not COLOUR.search(on_a_terminal(tmp_path, "demo", NO_COLOR="1"))


def test_a_time_keeps_its_offset_for_the_end_of_the_day(call, tmp_path):
    (tmp_path / "memory.json").write_text(
        json.dumps({"pass": {"value": "bus ticket", "expires_at": "2026-11-27"}}), encoding="utf-8"
    )
    still_valid = call("run", "--store", "memory.json", "--state", "a", "--at", "2026-11-27T22:00:00-03:00")
    over = call("run", "--store", "memory.json", "--state", "b", "--at", "2026-11-28T04:00:00+03:00")
    assert (still_valid.exit_code, over.exit_code) == (0, 1)


def test_a_guess_about_a_database_is_proposed_and_told(call, document, tmp_path):
    with closing(sqlite3.connect(tmp_path / "facts.sqlite")) as database:
        database.executescript(
            "CREATE TABLE facts (id INTEGER PRIMARY KEY, content TEXT); INSERT INTO facts VALUES (1, 'likes tea');"
        )
    assert (
        "facts.sqlite was read as SQLite, table facts: key id, text content"
        in call("run", "--store", "facts.sqlite", "--at", NIGHTS[0]).stdout
    )
    audited = document("run", "--store", "facts.sqlite", "--at", NIGHTS[1])
    assert "table facts" in audited["stores"][0]["provenance"]["read_as"]


def test_a_finding_is_explained_row_by_row_and_clause_by_clause(two_nights, call, document):
    (found,) = document("findings", "--job", "job.toml")["findings"]
    steps = document("explain", found["id"], "--job", "job.toml")["reasoning"]
    assert [step["step"][0] for step in steps] == ["1", "2", "3"]
    rows = [row for step in steps for row in step["rows"] if row["matched"]]
    assert [row["row"] for row in rows] == [found["row"]]
    assert steps[1]["candidates"] > 0
    shown = call("explain", found["id"], "--job", "job.toml").stdout
    assert f"→ {found['row']}" in shown
    assert "clauses were near enough" in shown
    assert shown.index("“") < shown.index("why ") < shown.index("How that was worked out:")
    assert shown.index(f"→ {found['row']}") < shown.index("did not apply", shown.index("\n2. "))
