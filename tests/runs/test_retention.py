"""Retention as an operator meets it: the rules of a job file, two steps, and what is never taken out."""

import json
import shutil
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner

from auditor.cli import auditor
from auditor.locking import held_lock
from auditor.times import SystemClock

FIRST = datetime(2026, 11, 1, 3, 10, tzinfo=UTC)
NIGHTS = 12
JOB = """
[job]
name = "small"
[[stores]]
name = "memory"
path = "memory.json"
[policy]
state_keys = ["night"]
[retention]
keep_daily = 3
"""


@pytest.fixture(scope="module")
def twelve_nights(tmp_path_factory):
    """A working folder after twelve nights; a memory changed in the fifth, and nobody had said so."""
    folder = tmp_path_factory.mktemp("nights")
    (folder / "job.toml").write_text(JOB, encoding="utf-8")
    for number in range(NIGHTS):
        city = "Oslo" if number < 4 else "Rome"
        memory = {f"fact {place}": place for place in range(50)} | {"city": city, "night": number}
        (folder / "memory.json").write_text(json.dumps(memory), encoding="utf-8")
        at = (FIRST + timedelta(days=number)).isoformat()
        CliRunner().invoke(auditor, ["run", str(folder / "job.toml"), "--at", at])
    return folder


@pytest.fixture
def folder(twelve_nights, tmp_path):
    shutil.copytree(twelve_nights, tmp_path / "work")
    return tmp_path / "work"


@pytest.fixture
def call(folder):
    def run(command, *args):
        return CliRunner().invoke(auditor, [command, *map(str, args)], prog_name="auditor")

    return run


def job(folder):
    return folder / "job.toml"


def state(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def days(folder):
    return sorted(path.stem[-2:] for path in (folder / "reports" / "small").glob("2026*.md"))


def settle_all(call, folder):
    found = json.loads(call("findings", "--job", job(folder), "--open", "--json").stdout)["findings"]
    for finding in found:
        call("resolve", finding["id"], "--as", "accepted", "--job", job(folder))
    return found


def test_by_default_it_says_what_stays_and_why_and_changes_nothing(call, folder):
    before = state(folder)
    result = call("prune", job(folder))
    assert result.exit_code == 0
    assert "keep  20261112T031000.000000Z  daily #1 (2026-11-12); the newest" in result.stdout
    assert "keep  20261101T031000.000000Z  the first there is" in result.stdout
    assert "goes with --apply" in result.stdout
    assert state(folder) == before


def test_what_an_open_finding_shows_stays_until_somebody_decides_about_it(call, folder):
    shown = call("prune", job(folder)).stdout
    assert [line.split()[1][6:8] for line in shown.splitlines() if "cited by the open finding" in line][:2] == [
        "04", "05",
    ]  # fmt: skip
    assert settle_all(call, folder)
    assert "cited by" not in call("prune", job(folder)).stdout


def test_taken_out_and_put_back_is_as_before(call, folder):
    settle_all(call, folder)
    assert call("prune", job(folder), "--apply").exit_code == 0
    assert days(folder) == ["01", "10", "11", "12"]
    assert call("run", job(folder), "--date", "2026-11-06").exit_code == 3
    assert call("prune", job(folder), "--undo").exit_code == 0
    assert days(folder) == [f"{number:02}" for number in range(1, 13)]
    assert call("run", job(folder), "--date", "2026-11-06").exit_code in (0, 1)
    assert call("verify", "--job", job(folder)).exit_code == 0


def test_a_weekly_line_deletes_what_the_week_before_took_out(call, folder):
    settle_all(call, folder)
    files = list((folder / "snapshots" / "memory").glob("*.zst"))
    call("prune", job(folder), "--apply", "--delete")
    assert len(list((folder / "snapshots" / "memory").glob("*.zst"))) >= len(files)
    document = json.loads(call("prune", job(folder), "--apply", "--delete", "--json").stdout)
    assert document["deleted"]["stores"][0]["freed"] > 0
    assert document["taken_out"]["stores"][0]["gone"] == []
    assert len(list((folder / "snapshots" / "memory").glob("*.zst"))) == 4 * 3
    assert not list((folder / "reports" / "small" / "pruned").iterdir())
    assert call("verify", "--job", job(folder)).exit_code == 0
    assert call("run", job(folder), "--date", "2026-11-12").exit_code in (0, 1)


def test_snapshots_that_are_not_as_they_were_written_are_left_alone(call, folder):
    victim = next((folder / "snapshots" / "memory").glob("20261103*.transcripts.zst"))
    victim.write_bytes(b"x")
    before = state(folder)
    for option in ("--apply", "--delete"):
        result = call("prune", job(folder), option)
        assert result.exit_code == 3
        assert "auditor verify" in result.stderr
    assert state(folder) == before


def test_rules_that_keep_nothing_and_a_run_at_work_are_refused(call, folder):
    assert call("prune", job(folder), "--keep-daily", "0", "--apply").exit_code == 2
    with held_lock(folder / "snapshots" / "memory" / ".lock", SystemClock()):
        assert call("prune", job(folder), "--apply").exit_code == 5
