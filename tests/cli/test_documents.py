"""What the commands print with --json is as its published schema says, dates and all."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator, FormatChecker

from auditor.cli import auditor

SCHEMAS = Path(__file__).parents[2] / "docs" / "schema"
MEMORIES = [
    {"id": "m1", "memory": "User is allergic to nuts", "created_at": "2026-11-01T09:00:00Z"},
    {
        "id": "m2",
        "memory": "User's key is AKIAIOSFODNN7EXAMPLE",
        "source": "inferred",
        "evidence_ids": ["e9"],
    },
]


def printed(*args, text=None):
    """The documents of one call, a line or the whole output each."""
    done = CliRunner().invoke(auditor, [str(arg) for arg in args], input=text, prog_name="auditor")
    try:
        return done.exit_code, [json.loads(done.stdout)]
    except json.JSONDecodeError:
        return done.exit_code, [json.loads(line) for line in done.stdout.splitlines()]


def valid(name, documents):
    schema = json.loads((SCHEMAS / f"{name}-v1.schema.json").read_text(encoding="utf-8"))
    validator = Draft202012Validator(schema, format_checker=FormatChecker())
    assert documents
    for document in documents:
        assert [error.message for error in validator.iter_errors(document)] == []


@pytest.fixture
def store(tmp_path):
    path = tmp_path / "memory.json"
    path.write_text(json.dumps(MEMORIES), encoding="utf-8")
    return path


@pytest.fixture
def job(tmp_path, store):
    path = tmp_path / "job.toml"
    path.write_text(
        f'[job]\nname = "j"\n[[stores]]\nname = "memory"\npath = "{store.name}"\n', encoding="utf-8"
    )
    return path


def test_the_document_of_lint(store):
    code, documents = printed("lint", store, "--json")
    assert code in {0, 1}
    valid("lint", documents)


def test_lint_reads_the_stores_of_a_job(job):
    _, (document,) = printed("lint", "--job", job, "--json")
    valid("lint", [document])
    assert {one["store"] for one in document["violations"]} == {"memory"}


def test_lint_says_which_store_of_a_job_it_could_not_read(job, store):
    store.write_text('[{"id": "m1", ', encoding="utf-8")
    code, (document,) = printed("lint", "--job", job, "--json")
    assert code == 3
    valid("lint", [document])


def test_the_document_of_doctor(store, tmp_path):
    valid("doctor", printed("doctor", store, "--json")[1])
    (tmp_path / "empty.json").write_bytes(b"")
    valid("doctor", printed("doctor", tmp_path, "--json")[1])


@pytest.mark.parametrize(("adapter", "code"), [("naive:NaiveMemory", 1), ("reference:ReferenceMemory", 0)])
def test_the_document_of_drill(adapter, code):
    ended, documents = printed("drill", f"auditor.drill.{adapter}", "--json")
    assert ended == code
    valid("drill", documents)


def test_the_documents_of_the_gate():
    said = "User: I moved to Ghent."
    valid("gate", printed("gate", "check", "--source", said, "--fact", "lives in Ghent", "--json")[1])
    sides = ("--existing", "lives in Almere", "--existing-source", "User: I live in Almere.")
    valid(
        "gate",
        printed(
            "gate", "adjudicate", *sides, "--incoming", "lives in Ghent", "--incoming-source", said, "--json"
        )[1],
    )
    lines = [
        {"id": "1", "source": said, "fact": "lives in Ghent"},
        {"id": "2", "existing": "a", "incoming": "b"},
    ]
    _, documents = printed("gate", "hook", text="".join(f"{json.dumps(one)}\n" for one in lines))
    assert [one["id"] for one in documents] == ["1", "2"]
    valid("gate", documents)
