"""A second start on the same night, as cron and people see it."""

import json

import jsonschema
import pytest

from auditor.resources import resource

JOB = """
[job]
name = "small"
[[stores]]
name = "memory"
path = "memory.json"
[schedule]
at = "03:10"
"""


@pytest.fixture
def audited(call, tmp_path):
    (tmp_path / "job.toml").write_text(JOB, encoding="utf-8")
    (tmp_path / "memory.json").write_text('{"city": "Oslo"}', encoding="utf-8")
    assert call("run", "job.toml").exit_code == 0
    (tmp_path / "memory.json").write_text('{"city": "Rome"}', encoding="utf-8")
    return tmp_path / "snapshots" / "memory"


def test_it_says_so_takes_no_snapshot_and_is_no_failure(audited, call):
    before = sorted(audited.glob("*.json"))
    result = call("run", "job.toml")
    assert result.exit_code == 0
    assert result.stdout.startswith("already audited at 20")
    assert "--again" in result.stdout
    assert sorted(audited.glob("*.json")) == before


def test_its_document_is_that_of_a_run_without_stores(audited, call):
    document = json.loads(call("run", "job.toml", "--json").stdout)
    schema = json.loads((resource("schema") / "audit-v1.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(document, schema)
    assert document["stores"] == []
    assert document["already"].startswith("20")


def test_again_audits_all_the_same(audited, call):
    result = call("run", "job.toml", "--again")
    assert result.exit_code == 1
    assert "city" in result.stdout
    assert len(list(audited.glob("*.json"))) == 2
