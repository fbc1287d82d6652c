"""Genuine stores are read as their programs wrote them, and their changes are there to see."""

import json

import pytest
from store_samples import NIGHTS, SAMPLES, WITH_CHANGES, entries_at, expected, talks_at

from auditor.records import Speaker
from auditor.stores.interface import Identity
from auditor.stores.recognise import find_stores

KEEP_CONVERSATIONS = (
    *("agno-sqlite", "chatgpt-export", "claude-code", "codex-cli", "graphiti-kuzu", "hermes-agent"),
    *("langgraph-sqlite", "letta-sqlite", "llamaindex", "mem0-additive", "mem0-qdrant"),
    "openai-agents-sqlite",
)


def text_of(entry):
    return entry.value if isinstance(entry.value, str) else json.dumps(entry.value, separators=(",", ":"))


@pytest.mark.parametrize("sample", WITH_CHANGES)
@pytest.mark.parametrize("night", ["night1", "night2"])
def test_each_fact_stands_under_the_key_and_with_the_words_that_its_system_gave_it(sample, night):
    found = entries_at(SAMPLES / sample / night)
    for change in expected(sample)["changes"]:
        for entry in change[night]:
            assert text_of(found[entry["id"]]) == entry["text"]


@pytest.mark.parametrize("sample", WITH_CHANGES)
def test_what_went_is_gone_and_what_stayed_is_there(sample):
    tonight = entries_at(SAMPLES / sample / "night2")
    for change in expected(sample)["changes"]:
        kept = {entry["id"] for entry in change["night2"]}
        for entry in change["night1"]:
            if entry["id"] not in kept:
                assert (entry["id"] in tonight) == change["night1_entry_still_live"]


@pytest.mark.parametrize("sample", WITH_CHANGES)
def test_how_changes_look_is_told(sample):
    letters = {
        "A": {Identity.KEY}, "B": {Identity.CONTENT}, "C": {Identity.APPEND, Identity.KEY},
        "D": {Identity.TEMPORAL}, "E": {Identity.PROSE},
    }  # fmt: skip
    stores = [store for _, store in find_stores(SAMPLES / sample / "night2") if list(store.rows())]
    assert letters[expected(sample)["identity_class"]] & {store.identity for store in stores}


@pytest.mark.parametrize("sample", KEEP_CONVERSATIONS)
def test_both_conversations_are_found_in_the_store_that_keeps_them(sample):
    said = {
        turn.text: turn.speaker
        for talk in talks_at(SAMPLES / sample / "night2")
        for turn in talk.turns
        if not turn.recalled
    }
    for name in ("s1.jsonl", "s2.jsonl"):
        for line in (SAMPLES / "_transcripts" / name).read_text("utf-8").splitlines():
            turn = json.loads(line)
            speaker = Speaker.USER if turn["role"] == "user" else Speaker.AGENT
            assert said[turn["text"]] is speaker


@pytest.mark.parametrize("sample", KEEP_CONVERSATIONS)
def test_nobody_else_is_taken_for_the_user(sample):
    lines = [
        json.loads(line)["text"]
        for name in ("s1.jsonl", "s2.jsonl")
        for line in (SAMPLES / "_transcripts" / name).read_text("utf-8").splitlines()
    ]
    small_talk = ["Hello", "Anything on my calendar?"]
    for talk in talks_at(SAMPLES / sample / "night2"):
        for turn in talk.turns:
            assert turn.speaker is not Speaker.USER or turn.text in lines + small_talk


def test_a_regenerated_answer_was_not_said():
    said = [turn.text for talk in talks_at(SAMPLES / "chatgpt-export" / "night2") for turn in talk.turns]
    assert not any("first try" in text for text in said)


def test_claude_code_is_seen_writing_and_deleting_its_notes():
    talks = {talk.id: talk for talk in talks_at(SAMPLES / "claude-code" / "night2")}
    writes = [set(talk.writes) for talk in talks.values()]
    assert {"tamsin-office.md", "tamsin-allergies.md", "meeting-hours.md", "invoice-approval.md"} in [
        written - {"MEMORY.md"} for written in writes
    ]


def test_memory_that_was_read_into_a_conversation_is_marked():
    turns = [turn for talk in talks_at(SAMPLES / "claude-code" / "night2") for turn in talk.turns]
    assert all(turn.recalled for turn in turns if "Tamsin works from the" in turn.text)


def test_rows_that_are_only_in_the_wal_are_read():
    found = dict(find_stores(SAMPLES / "audrey" / "wal_case"))
    entries = entries_at(SAMPLES / "audrey" / "wal_case")
    assert list(found) == ["audrey.db"]
    assert len([entry for entry in entries.values() if entry.meta["namespace"] == "episodes"]) >= 33


def test_a_live_copy_without_checkpoint_still_has_its_eight_messages():
    (talk,) = talks_at(SAMPLES / "openai-agents-sqlite-live" / "night2")
    assert len(talk.turns) == 8


def test_a_graph_torn_by_parallel_calls_is_partial_and_says_where():
    ((_, store),) = find_stores(SAMPLES / "mcp-server-memory-corrupt" / "night2")
    rows = list(store.rows())
    (note,) = store.problems()
    assert len(rows) == 6
    assert "7, 8" in store.partial
    assert note.kind == "torn"
    assert '"to":"Port_Ellery_office"' in note.reason


def test_a_torn_history_is_one_finding_and_keeps_what_is_whole():
    ((_, store),) = find_stores(SAMPLES / "langchain-history-corrupt" / "night2")
    assert list(store.rows()) == []
    (note,) = store.problems()
    assert "295 bytes" in note.reason
    (talk,) = store.transcripts()
    assert len(talk.turns) == 11


def test_an_emptied_notes_file_is_an_empty_store_and_no_damage():
    keys = entries_at(SAMPLES / "hermes-agent" / "night2")
    assert not [key for key in keys if key.startswith("MEMORY.md")]


@pytest.mark.parametrize("night", NIGHTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_every_store_says_how_it_is_read_and_reads_the_same_twice(night):
    for _, store in find_stores(night):
        assert store.reading
        assert list(store.rows()) == list(store.rows())
