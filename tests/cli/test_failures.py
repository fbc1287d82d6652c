import json
import os
import signal
import sqlite3
import subprocess
import sys

import click
import pytest

from auditor import errors
from auditor.cli.failures import exit_code_after
from auditor.cli.output import printable

EXPECTED = [
    (errors.UsageError, 2),
    (errors.ConfigError, 2),
    (errors.StoreNotFoundError, 3),
    (errors.TranscriptUnreadableError, 3),
    (errors.SnapshotError, 3),
    (errors.DegradedError, 4),
    (errors.LockedError, 5),
]


def failing(error):
    def command():
        raise error

    return command


@pytest.mark.parametrize(("kind", "code"), EXPECTED)
def test_an_expected_failure_is_one_line_and_its_own_exit_code(capsys, kind, code):
    assert exit_code_after(failing(kind("it is so")), []) == code
    printed = capsys.readouterr()
    assert printed.err == "auditor: it is so\n"
    assert printed.out == ""


def test_with_json_a_failure_is_a_document_too(capsys):
    assert exit_code_after(failing(errors.StoreBusyError("keeps changing")), ["run", "--json"]) == 3
    printed = capsys.readouterr()
    assert json.loads(printed.out) == {
        "schema_version": 1,
        "error": {"name": "store_busy", "message": "keeps changing"},
        "exit_code": 3,
    }
    assert printed.err == "auditor: keeps changing\n"


def test_a_bug_writes_a_report_and_never_shares_an_exit_code_with_findings(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert exit_code_after(failing(ZeroDivisionError("of memory text")), []) == 70
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    assert "of memory text" not in printed
    (report,) = tmp_path.glob("auditor-bug-*.txt")
    assert str(report) in printed
    assert "ZeroDivisionError: of memory text" in report.read_text(encoding="utf-8")
    assert report.stat().st_mode & 0o077 == 0


def test_a_full_disk_is_an_expected_failure(capsys):
    error = OSError(28, "No space left on device", "/data/x")
    assert exit_code_after(failing(error), []) == 4
    assert capsys.readouterr().err == "auditor: /data/x: No space left on device\n"


def test_an_interruption_ends_with_one_line(capsys):
    assert exit_code_after(failing(KeyboardInterrupt()), []) == 130
    assert exit_code_after(failing(click.Abort()), []) == 130
    assert capsys.readouterr().err == "auditor: interrupted\n" * 2


def test_nothing_that_a_terminal_would_obey_reaches_it(capsys):
    exit_code_after(failing(errors.StoreUnreadableError("\x1b[2Jred\u202eherring\ud800: no")), [])
    assert capsys.readouterr().err == "auditor: \\x1b[2Jred\\u202eherring\\ud800: no\n"
    assert printable("Grüße, 世界\tand\nmore") == "Grüße, 世界\tand\nmore"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["rum"], "No such command 'rum'"),
        (["run", "--frobnicate"], "No such option"),
        (["run"], "nothing to audit: name a job file, or a store with --store PATH"),
        (["run", "job.toml", "--transcripts", "chats"], "--transcripts goes with --store PATH"),
        (["run", "--store", "x", "--at", "noon"], "'noon' should be a time such as"),
        (["run", "--store", "x", "--at", "9999-12-31T23:59:59-14:00"], "should be a time such as"),
        (["run", "job.toml", "--date", "28 November"], "should be a date such as 2026-11-28"),
        (["run", "job.toml", "--date", "2026-11-28", "--at", "2026-11-28"], "give one of them"),
        (["run", "--store", "x", "--fail-on", "everything"], "'everything' is not one of"),
        (["compare", "only-one"], "Missing argument 'NEW'"),
        (["config", "check", "none.toml"], "none.toml: no such job file"),
        (["findings"], "no audit has been run in"),
        (["explain", "abc"], "no audit has been run in"),
    ],
)
def test_wrong_usage_is_one_line_with_exit_code_2(call, args, says):
    result = call(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("auditor: ")
    assert result.stderr.count("\n") == 1
    assert says in result.stderr


def test_wrong_usage_with_json_is_a_document(document):
    assert document("rum")["error"]["name"] == "usage"


def test_a_process_exits_with_the_documented_code_and_keeps_its_output_apart(process):
    result = process("run", "--store", "nowhere.json", "--at", "noon", "--json")
    assert result.returncode == 2
    assert json.loads(result.stdout)["exit_code"] == 2
    assert result.stderr.count("\n") == 1


def test_a_reader_that_goes_away_ends_it_quietly(tmp_path):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        command = [sys.executable, "-m", "auditor", "--help"]
        result = subprocess.run(
            command, stdout=closed, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert result.stderr == ""
    assert result.returncode == 141


def test_a_termination_leaves_by_the_front_door(tmp_path):
    program = (
        "import sys, time; sys.argv = ['auditor', 'demo'];\n"
        "import auditor.cli.app as app\n"
        "def slow(*_):\n"
        "    try: print('started', flush=True); time.sleep(30)\n"
        "    finally: print('cleaned up', flush=True)\n"
        "app.LazyGroup.invoke = slow\n"
        "app.main()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    ) as child:
        assert child.stdout.readline() == "started\n"
        child.send_signal(signal.SIGTERM)
        assert child.stdout.readline() == "cleaned up\n"
        assert child.wait(timeout=30) == 143


def test_every_error_class_has_a_name_of_its_own_and_no_name_changes():
    names = {}
    for error in vars(errors).values():
        if isinstance(error, type) and issubclass(error, errors.AuditorError):
            names.setdefault(error.name, []).append(error)
    assert [kinds for kinds in names.values() if len(kinds) > 1] == []
    assert {
        "config", "degraded", "error", "locked", "snapshot", "store_busy", "store_not_found",
        "store_unknown_kind", "store_unreadable", "transcript_unreadable", "usage",
    } <= set(names)  # fmt: skip


def test_ctrl_c_in_a_real_process_is_one_line_and_130(tmp_path):
    program = (
        "import sys, time; sys.argv = ['auditor', 'demo'];\n"
        "import auditor.cli.app as app\n"
        "def slow(*_): print('started', flush=True); time.sleep(30)\n"
        "app.LazyGroup.invoke = slow\n"
        "app.main()\n"
    )
    command = [sys.executable, "-c", program]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    ) as child:
        assert child.stdout.readline() == "started\n"
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=30)[1] == "auditor: interrupted\n"
        assert child.returncode == 130


def test_a_disk_that_a_database_cannot_be_written_to_is_no_bug_of_ours(capsys):
    def write_to_a_small_database():
        with sqlite3.connect(":memory:") as database:
            database.execute("PRAGMA max_page_count = 2")
            database.execute("CREATE TABLE t AS SELECT zeroblob(100000) AS b")

    assert exit_code_after(write_to_a_small_database, []) == errors.ExitCode.DEGRADED
    assert "disk is full" in capsys.readouterr().err


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("form", ["", "--json"])
def test_closed_standard_streams_change_no_exit_code(tmp_path, closed, form):
    (tmp_path / "memory.json").write_text('{"city": "Porto"}', encoding="utf-8")
    command = f"{sys.executable} -m auditor run --store memory.json --fail-on never {form} {closed}"
    assert subprocess.run(["/bin/sh", "-c", command], cwd=tmp_path, check=False).returncode == 0


def test_a_document_that_finds_no_room_is_degraded_and_no_traceback(tmp_path):
    (tmp_path / "memory.json").write_text('{"city": "Porto"}', encoding="utf-8")
    command = f"{sys.executable} -m auditor run --store memory.json --json > /dev/full"
    ended = subprocess.run(["/bin/sh", "-c", command], cwd=tmp_path, capture_output=True, check=False)
    assert ended.returncode == errors.ExitCode.DEGRADED
    assert ended.stderr.count(b"\n") == 1


def test_an_empty_store_argument_does_not_mean_the_current_folder(tmp_path):
    command = [sys.executable, "-m", "auditor", "run", "--store", ""]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert ended.returncode == errors.ExitCode.USAGE
