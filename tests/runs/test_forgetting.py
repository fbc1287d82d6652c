"""A person who asked for it is gone from all that is kept, others are not, and the chain still verifies."""

import json
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner

from auditor.cli import auditor
from auditor.snapshots.compression import blocks_of

FIRST = datetime(2026, 11, 1, 3, 10, tzinfo=UTC)
SECRETS = ("Zebulon", "u-zeb", "zebra-key", "Kartoffelpuffer")
JOB = """
[job]
name = "small"
[[stores]]
name = "memory"
path = "memory.json"
transcripts = ["chats"]
[retention]
keep_daily = 4
[[alerts]]
name = "ops"
url = "http://127.0.0.1:9/hook"
content = "values"
"""


def record(identity, text, owner):
    return {"id": identity, "memory": text, "user_id": owner, "created_at": "2026-10-01T00:00:00Z"}


def memory(number):
    food = "Kartoffelpuffer" if number < 3 else "something else that nobody said: Zebulon soup"
    entries = [record(f"fact{place}", f"The office has {place} rooms", "u-ines") for place in range(40)]
    entries += [record("zebra-key", f"Zebulon likes {food}", "u-zeb")]
    entries += [record("shared", "Zebulon lives in Oslo" if number < 2 else "Ines lives in Rome",
                       "u-zeb" if number < 2 else "u-ines")]  # fmt: skip
    return [*entries, record("night", f"There were {number} visitors", "u-ines")]


def chat(number, user, name, text):
    turn = {"role": "user", "content": text, "at": f"2026-11-{number:02}T01:00:00Z"}
    return {"id": f"{name}-{number}", "user_id": user, "messages": [turn]}


@pytest.fixture(scope="module")
def six_nights(tmp_path_factory):
    folder = tmp_path_factory.mktemp("nights")
    (folder / "job.toml").write_text(JOB, encoding="utf-8")
    (folder / "chats").mkdir()
    for number in range(6):
        (folder / "memory.json").write_text(json.dumps(memory(number)), encoding="utf-8")
        for user, name, text in (
            ("u-zeb", "zeb", "I am Zebulon and I like Kartoffelpuffer"),
            ("u-ines", "ines", "I moved to Rome."),
        ):
            file = folder / "chats" / f"{name}-{number}.json"
            file.write_text(json.dumps(chat(number + 1, user, name, text)), encoding="utf-8")
        at = (FIRST + timedelta(days=number)).isoformat()
        CliRunner().invoke(auditor, ["run", str(folder / "job.toml"), "--at", at])
    return folder


@pytest.fixture
def folder(six_nights, tmp_path):
    shutil.copytree(six_nights, tmp_path / "work")
    return tmp_path / "work"


def call(*args):
    return CliRunner().invoke(auditor, [str(arg) for arg in args], prog_name="auditor")


def holding(folder):
    """The files under the state of ``folder`` in which one of the secrets can be read, also compressed."""
    found = []
    for path in [*(folder / "snapshots").rglob("*"), *(folder / "reports").rglob("*")]:
        if path.is_file():
            data = b"".join(blocks_of(path)) if path.suffix == ".zst" else path.read_bytes()
            if any(secret.encode() in data for secret in SECRETS):
                found.append(path.name)
    return found


def test_nothing_that_is_kept_holds_them_and_verify_passes(folder):
    assert len(holding(folder)) > 10
    call("prune", folder / "job.toml", "--apply")
    result = call("forget", "--user", "u-zeb", "--job", folder / "job.toml", "--yes")
    assert result.exit_code == 0, result.output
    assert "2 entries and" in result.stdout
    assert holding(folder) == []
    verified = call("verify", "--job", folder / "job.toml")
    assert verified.exit_code == 0, verified.output
    with closing(sqlite3.connect(folder / "snapshots" / "memory" / "ledger.sqlite3")) as ledger:
        assert ledger.execute("SELECT count(*) FROM runs").fetchone()[0] == 6


def test_others_keep_what_is_theirs(folder):
    call("forget", "--user", "u-zeb", "--job", folder / "job.toml", "--yes")
    for day, shared in ((1, None), (6, "Ines lives in Rome")):
        copies = sorted((folder / "snapshots" / "memory").glob(f"2026110{day}*.json"))
        assert len(copies) == 1
        entries = _entries(folder, copies[0].stem)
        assert entries.get("shared") == shared
        assert entries["fact7"] == "The office has 7 rooms"
        assert "zebra-key" not in entries


def _entries(folder, identity):
    from auditor.snapshots.repository import Repository

    repository = Repository(folder / "snapshots" / "memory")
    return {entry.key: entry.value for entry in repository.entries(repository.manifest(identity))}


def test_the_line_that_stays_names_nobody_and_knows_them_when_they_are_asked_for_again(folder):
    call("forget", "--user", "u-zeb", "--job", folder / "job.toml", "--yes")
    lines = (folder / "snapshots" / "memory" / "amendments.jsonl").read_text()
    assert json.loads(lines.splitlines()[-1])["what"] == "forget"
    again = call("forget", "--user", "u-zeb", "--job", folder / "job.toml", "--yes")
    assert "forgotten before: 20" in again.stdout
    assert (
        "forgotten before"
        not in call("forget", "--user", "u-ada", "--job", folder / "job.toml", "--yes").stdout
    )


def test_a_report_that_mentioned_them_can_be_made_again_without_them(folder):
    report = folder / "reports" / "small" / "2026-11-04.md"
    assert "Zebulon" in report.read_text(encoding="utf-8")
    call("forget", "--user", "u-zeb", "--job", folder / "job.toml", "--yes")
    assert not report.exists()
    assert call("run", folder / "job.toml", "--date", "2026-11-04").exit_code in (0, 1, 4)
    assert "Zebulon" not in report.read_text(encoding="utf-8")


def test_the_next_night_goes_on_from_what_is_left(folder):
    call("forget", "--user", "u-zeb", "--job", folder / "job.toml", "--yes")
    left = [entry for entry in memory(5) if entry["user_id"] != "u-zeb"]
    (folder / "memory.json").write_text(json.dumps(left), encoding="utf-8")
    for file in (folder / "chats").glob("zeb*"):
        file.unlink()
    result = call("run", folder / "job.toml", "--at", "2026-11-07T03:10:00Z", "--json")
    document = json.loads(result.stdout)
    assert [one["key"] for one in document["findings"] if one["change"] == "removed"] == []
    assert holding(folder) == []


def test_nobody_is_forgotten_without_a_yes(folder):
    result = call("forget", "--user", "u-zeb", "--job", folder / "job.toml")
    assert result.exit_code == 2
    assert "would be forgotten" in result.stderr
    assert holding(folder)


def test_the_snapshots_can_still_be_read_with_the_usual_tools(folder):
    call("forget", "--user", "u-zeb", "--job", folder / "job.toml", "--yes")
    if shutil.which("zstd") is None:
        pytest.skip("zstd is not installed")
    files = sorted(map(str, (folder / "snapshots" / "memory").glob("*.zst")))
    assert subprocess.run(["zstd", "-tq", *files], check=False).returncode == 0
