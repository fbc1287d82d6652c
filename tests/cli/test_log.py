"""Decision logs and policies on the command line."""

import csv
import io
import json

import pytest

SOURCE = "We moved from Leeds to York last month."


@pytest.fixture
def logged(call, tmp_path):
    """A log with one stored and one reviewed fact."""
    for fact in ("The user lives in York", "=cmd|'x'!A0 is what the user likes"):
        call("gate", "check", "--source", SOURCE, "--fact", fact, "--log", "gate.jsonl")
    return tmp_path / "gate.jsonl"


def test_a_log_of_the_gate_is_verified_and_shown(call, document, logged):
    assert document("log", "verify", logged)["problems"] == []
    lines = call("log", "show", logged).stdout.splitlines()
    assert [line.split()[3] for line in lines] == ["STORE", "REVIEW"]


def test_an_altered_log_is_told_with_the_line(call, logged):
    logged.write_text(logged.read_text().replace("STORE", "REJECT", 1))
    result = call("log", "verify", logged)
    assert result.exit_code == 1
    assert "line 1: its content does not fit its hash" in result.stdout


def test_a_log_is_exported_as_json_and_as_csv_that_no_spreadsheet_obeys(call, logged):
    assert json.loads(call("log", "show", logged, "--format", "json").stdout.splitlines()[0])["seq"] == 1
    rows = list(csv.reader(io.StringIO(call("log", "show", logged, "--format", "csv").stdout)))
    assert [row[0] for row in rows] == ["seq", "1", "2"]
    assert not [cell for row in rows for cell in row if cell.startswith("=")]


@pytest.mark.parametrize("given", ["5", "5:abc", "x:" + "0" * 64])
def test_an_anchor_that_is_none_is_refused(call, logged, given):
    assert call("log", "verify", logged, "--anchor", given).exit_code == 2


def test_another_policy_decides_the_log_again(document, logged, tmp_path):
    (tmp_path / "a.toml").write_text('name = "now"\n')
    (tmp_path / "b.toml").write_text('name = "stricter"\nstore_threshold = 0.99\n')
    found = document("policy", "diff", "a.toml", "b.toml", "--log", logged)
    assert found["settings"] == {"store_threshold": [0.5, 0.99]}
    assert (found["decided"], found["changed"]) == (2, [{"seq": 1, "old": "STORE", "new": "REVIEW"}])
    assert document("policy", "diff", "a.toml", "a.toml")["settings"] == {}


@pytest.mark.parametrize(
    ("text", "told"),
    [("x = 1", "no such setting"), ("store_threshold = 7", "between 0 and 1"), ("check_attribution = 1", "bool"), ("=", "TOML")],
)  # fmt: skip
def test_a_policy_that_means_nothing_is_refused(call, tmp_path, text, told):
    (tmp_path / "p.toml").write_text(text)
    result = call("gate", "check", "--source", SOURCE, "--fact", "x", "--policy", "p.toml")
    assert result.exit_code == 2
    assert told in result.stderr
