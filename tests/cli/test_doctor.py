"""What ``auditor doctor`` says of a path."""

import json

import pytest

from auditor.runs.examining import job_name

MEMORY = {"city": {"value": "Brno", "created_at": "2026-10-01T08:00:00Z"}, "diet": {"value": "vegetarian"}}
CHAT = [{"role": "user", "content": "I moved to Brno."}, {"role": "assistant", "content": "Noted."}]


@pytest.fixture
def agent(tmp_path):
    """A folder with a memory, and a conversation beside it."""
    folder = tmp_path / "agent"
    folder.mkdir()
    (folder / "memory.json").write_text(json.dumps(MEMORY), encoding="utf-8")
    (folder / "talk.json").write_text(json.dumps(CHAT), encoding="utf-8")
    return folder


def test_a_store_is_told_with_its_kind_its_size_and_what_it_cannot_say(document, agent):
    (store,) = document("doctor", agent / "memory.json")["stores"]
    assert (store["kind"], store["entries"]) == ("json", 2)
    assert "when an entry was written" not in store["unanswered"]
    assert "whose memory it is" in store["unanswered"]


def test_conversations_beside_a_store_are_found_by_what_they_hold(document, agent):
    (store,) = document("doctor", agent / "memory.json")["stores"]
    assert store["transcripts_near"] == [str(agent / "talk.json")]


def test_a_folder_of_conversations_counts_by_its_name_unless_it_is_empty(document, agent):
    (agent / "talk.json").unlink()
    (agent / "sessions").mkdir()
    assert document("doctor", agent / "memory.json")["stores"][0]["transcripts_near"] == []
    (agent / "sessions" / "one.txt").write_text("User: hello", encoding="utf-8")
    assert document("doctor", agent / "memory.json")["stores"][0]["transcripts_near"] == [
        str(agent / "sessions")
    ]


def test_a_torn_line_is_a_problem_and_the_rest_is_counted(document, agent):
    (agent / "facts.jsonl").write_text('{"id": "1", "text": "a b"}\n{"id": "2", "te\n', encoding="utf-8")
    (store,) = document("doctor", agent / "facts.jsonl")["stores"]
    assert store["entries"] == 1
    assert any("torn" in problem for problem in store["problems"])


def test_a_key_that_two_entries_have_is_a_problem(document, agent):
    lines = '{"id": "1", "text": "a b"}\n{"id": "1", "text": "c d"}\n'
    (agent / "facts.jsonl").write_text(lines, encoding="utf-8")
    (store,) = document("doctor", agent / "facts.jsonl")["stores"]
    assert any("'1'" in problem for problem in store["problems"])


def test_an_empty_file_cannot_be_read_and_that_is_exit_code_3(call, agent):
    (agent / "memory.json").write_bytes(b"")
    result = call("doctor", agent / "memory.json")
    assert result.exit_code == 3
    assert "0 bytes" in result.stdout


def test_one_broken_store_does_not_hide_the_others(document, agent):
    (agent / "notes.sqlite").write_bytes(b"SQLite format 3\0 and then nothing of the kind")
    stores = {one["store"]: one["kind"] for one in document("doctor", agent)["stores"]}
    assert stores["notes.sqlite"] == "unreadable"
    assert stores["memory.json"] == "json"


def test_a_memory_in_a_folder_for_temporary_files_is_noted_and_no_fault(call, document, agent, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(agent))
    (store,) = document("doctor", agent / "memory.json")["stores"]
    assert any("temporary" in note for note in store["notes"])
    assert store["problems"] == []
    assert "note           it lies in" in call("doctor", agent / "memory.json").stdout


def test_a_default_path_for_temporary_files_is_a_fault(document, agent, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(agent))
    (agent / "qdrant").mkdir()
    (agent / "memory.json").rename(agent / "qdrant" / "memory.json")
    (store,) = document("doctor", agent / "qdrant" / "memory.json")["stores"]
    assert any("default path" in problem for problem in store["problems"])


def test_the_written_job_audits_what_was_found(call, document, agent):
    assert call("doctor", agent / "memory.json", "--write-job", "jobs/agent.toml").exit_code == 0
    assert call("config", "check", "jobs/agent.toml").exit_code == 0
    (store,) = document("run", "jobs/agent.toml")["stores"]
    assert (store["kind"], store["entries"], store["counts"]["conversations"]) == ("json", 2, 1)


def test_a_job_for_a_folder_names_the_folder(call, document, agent):
    call("doctor", agent, "--write-job", "agent.toml")
    assert [one["entries"] for one in document("run", "agent.toml")["stores"]] == [2, 0]


def test_a_job_file_that_is_there_is_left_alone(call, agent, tmp_path):
    (tmp_path / "job.toml").write_text("mine", encoding="utf-8")
    assert call("doctor", agent, "--write-job", "job.toml").exit_code == 2
    assert (tmp_path / "job.toml").read_text(encoding="utf-8") == "mine"


def test_names_that_toml_and_terminals_would_obey_are_quoted(call, agent, tmp_path):
    nasty = agent / 'a"\n]\x1b[31m.json'
    nasty.write_text(json.dumps(MEMORY), encoding="utf-8")
    result = call("doctor", nasty, "--write-job", "job.toml")
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert call("config", "check", "job.toml").exit_code == 0


@pytest.mark.parametrize(("path", "name"), [("my agent.toml", "my-agent"), ("__.toml", "memory")])
def test_a_job_is_named_after_its_file(tmp_path, path, name):
    assert job_name(tmp_path / path) == name


def test_the_store_is_as_it_was_afterwards(call, agent):
    def state():
        return {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in agent.iterdir()}

    before = state()
    call("doctor", agent)
    assert state() == before
