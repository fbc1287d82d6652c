"""``auditor gate`` on the command line."""

import json
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("fact", "verdict", "code"), [("Lives in Cork", "STORE", 0), ("Owns a yacht", "REVIEW", 1)]
)
def test_a_fact_is_checked_against_a_text(call, fact, verdict, code):
    result = call("gate", "check", "--source", "I live in Cork.", "--fact", fact)
    assert result.exit_code == code
    assert result.stdout.startswith(f"{verdict}: ")


def test_a_fact_is_checked_against_a_file_of_any_kind(document, tmp_path):
    chat = [{"role": "user", "content": "I live in Cork."}, {"role": "assistant", "content": "And in Rome."}]
    (tmp_path / "chat.json").write_text(json.dumps(chat), encoding="utf-8")
    found = document("gate", "check", "--source", "@chat.json", "--fact", "The user lives in Cork")
    assert found["verdict"] == "STORE"
    assert found["evidence"] == [{"text": "I live in Cork", "speaker": "user", "turn": 0}]
    assert (
        document("gate", "check", "--source", "@chat.json", "--fact", "Lives in Rome")["verdict"] != "STORE"
    )


def test_a_replacement_is_decided(document):
    found = document(
        *("gate", "adjudicate", "--existing", "Lives in Lyon", "--existing-source", "I live in Lyon."),
        *("--incoming", "Lives in Turin", "--incoming-source", "I moved to Turin."),
        *("--existing-at", "2026-01-01", "--incoming-at", "2026-02-01"),
    )
    assert found["verdict"] == "ACCEPT"
    assert {"verdict", "reason", "evidence", "policy"} <= found.keys()


@pytest.mark.parametrize(("source", "code"), [("@missing.txt", 2), ("@binary", 3)])
def test_a_source_that_cannot_be_read_is_one_line(call, tmp_path, source, code):
    (tmp_path / "binary").write_bytes(b"a\0b")
    result = call("gate", "check", "--source", source, "--fact", "x")
    assert result.exit_code == code
    assert result.stderr.startswith("auditor: ")
    assert len(result.stderr.splitlines()) == 1


def test_the_hook_answers_line_by_line():
    lines = [{"id": 1, "source": "I live in Cork.", "fact": "Lives in Cork"}, {"id": 2}]
    done = subprocess.run(
        [sys.executable, "-m", "auditor", "gate", "hook"],
        input="\n".join(map(json.dumps, lines)) + "\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["id"], first["verdict"]) == (1, "STORE")
    assert (second["id"], "error" in second) == (2, True)
