"""Systems without a genuine sample: stores laid out after their public formats are read, dated and judged aright."""

import inspect
from datetime import UTC, datetime

import json_systems
import note_systems
import pytest
import sql_systems
from story import ALLERGY, DOG, INVOICES, MEETINGS, NIGHTS, OFFICE, OWNER, TALKS, turns

from auditor.records import ChangeKind, Label, Speaker
from auditor.runs import compare_paths
from auditor.runs.examining import UNREADABLE, examine
from auditor.stores.recognise import find_stores

KINDS = {
    "adk": "adk", "autogen": "json", "basic_memory": "markdown", "chatgpt": "chatgpt-export",
    "chatgpt_zip": "chatgpt-export", "claude_ai": "claude-ai-memories", "claude_ai_newer": "claude-ai-memories",
    "claude_ai_zip": "claude-ai-memories", "codex_old": "codex", "crewai": "crewai", "gemini": "gemini",
    "hermes": "hermes", "home_made": "json", "home_made_lines": "jsonl", "letta_file": "letta-agent-file",
    "letta_memfs": "letta-memfs", "letta_passages": "letta", "mcp_memory_service": "mcp-memory-service",
    "mem0_history": "mem0-history", "memori": "memori", "memorisdk": "memorisdk", "open_webui": "open-webui",
    "openclaw": "openclaw", "project_notes": "markdown", "strands": "strands", "windsurf_rules": "markdown",
}  # fmt: skip
CONVERSATIONS = {
    "cursor": "cursor", "langchain_table": "langchain-history", "pydantic_ai": "conversations",
    "semantic_kernel": "conversations",
}  # fmt: skip
APPEND = {"crewai", "memori"}
DATED = {
    "adk", "chatgpt", "chatgpt_zip", "crewai", "home_made", "home_made_lines", "letta_file", "letta_passages",
    "mcp_memory_service", "mem0_history", "memori", "memorisdk", "open_webui", "strands",
}  # fmt: skip
OWNED = {"adk", "claude_ai", "claude_ai_newer", "claude_ai_zip", "memori", "memorisdk", "open_webui"}
TALKING = {
    *CONVERSATIONS, "adk", "autogen", "chatgpt", "chatgpt_zip", "claude_ai", "claude_ai_newer", "claude_ai_zip",
    "letta_file", "letta_passages", "memori", "memorisdk", "open_webui", "openclaw", "strands",
}  # fmt: skip
WRITERS = {
    name: writer
    for module in (json_systems, note_systems, sql_systems)
    for name, writer in inspect.getmembers(module, inspect.isfunction)
    if writer.__module__ == module.__name__ and not name.startswith("_")
}
AT = datetime(2026, 11, 12, 3, tzinfo=UTC)


@pytest.fixture(scope="module")
def nights(tmp_path_factory):
    """Both nights of each system, written once."""
    made = {}

    def of(system):
        if system not in made:
            made[system] = folders = [tmp_path_factory.mktemp(f"{system}-{n}") for n in (1, 2)]
            for number, folder in enumerate(folders):
                WRITERS[system](folder, number)
        return made[system]

    return of


@pytest.fixture(scope="module")
def audits(nights):
    """Each system's audit, made once."""
    made = {}

    def of(system):
        if system not in made:
            talks = () if system in TALKING else [TALKS]
            made[system] = compare_paths(*nights(system), transcripts=talks, at=AT, tell=str)
        return made[system]

    return of


def entries_at(folder):
    return [e for _, store in find_stores(folder) for row in store.rows() for e in store.entries(row)]


def remembering(folder, text):
    """The entries that remember ``text``, alone or with marks around it."""
    return [entry for entry in entries_at(folder) if text in str(entry.value)]


def said_of(audit, text):
    """Label, kind and change of each finding on an entry that said or says ``text``."""
    findings = [finding for store in audit.stores for finding in store.findings]
    return {
        (one.label.value, one.kind, one.change)
        for one in findings
        if text in str(one.before) or text in str(one.after)
    }


def test_every_imitation_is_tried():
    assert set(WRITERS) == set(KINDS) | set(CONVERSATIONS)


@pytest.mark.parametrize("system", sorted(WRITERS))
def test_it_is_recognised_and_nothing_is_wrong_with_it(nights, system):
    found = examine(nights(system)[1])
    assert {**KINDS, **CONVERSATIONS}[system] in {one.kind for one in found}
    assert UNREADABLE not in {one.kind for one in found}
    assert not [problem for one in found for problem in one.problems if "temporary" not in problem]
    assert any(one.conversations for one in found) == (system in TALKING)


@pytest.mark.parametrize("system", sorted(KINDS))
@pytest.mark.parametrize("night", [0, 1])
def test_each_fact_is_one_entry(nights, system, night):
    for text in NIGHTS[night].values():
        assert len(remembering(nights(system)[night], text)) == 1


@pytest.mark.parametrize("system", sorted(set(KINDS) - APPEND))
def test_what_was_deleted_or_replaced_is_not_read(nights, system):
    for text in (INVOICES, OFFICE[0], MEETINGS[0]):
        assert not remembering(nights(system)[1], text)


@pytest.mark.parametrize("system", sorted(DATED))
def test_times_are_in_utc(nights, system):
    (entry,) = remembering(nights(system)[1], OFFICE[1])
    times = [entry.meta[name] for name in ("updated_at", "created_at") if name in entry.meta]
    assert times
    assert str(times[0]).startswith(("2026-11-11T20:26:00", "2026-11-10T19:0", "2026-11-1"))
    assert "T" not in times[0] or times[0].endswith("Z")


@pytest.mark.parametrize("system", sorted(OWNED))
def test_the_owner_is_known(nights, system):
    for text in NIGHTS[1].values():
        (entry,) = remembering(nights(system)[1], text)
        assert entry.meta["owner"] == OWNER


@pytest.mark.parametrize("system", sorted(TALKING))
def test_its_conversations_are_what_was_said_and_nothing_else_is_the_user(nights, system):
    talks = [talk for _, store in find_stores(nights(system)[1]) for talk in store.transcripts()]
    said = {(turn.speaker, turn.text) for talk in talks for turn in talk.turns if not turn.recalled}
    spoken = {(Speaker.USER if turn["role"] == "user" else Speaker.AGENT, turn["text"]) for turn in turns(1)}
    assert spoken <= said
    assert {text for speaker, text in said - spoken if speaker is Speaker.USER} <= {"Thanks!"}


@pytest.mark.parametrize("system", sorted(KINDS))
def test_what_the_user_said_is_safe_and_raises_no_alarm(audits, system):
    audit = audits(system)
    kinds = {("safe", "user_update", ChangeKind.CHANGED), ("expansion", "verified", ChangeKind.ADDED)}
    assert said_of(audit, OFFICE[1]) & kinds
    grown = {(label, kind) for label, kind, _ in said_of(audit, ALLERGY[1])}
    assert grown & {("expansion", "verified"), ("safe", "user_update")}
    assert not {label for label, _ in grown} & {Label.CONTRADICTION, Label.HALLUCINATION}
    assert not [one for one in said_of(audit, DOG) if one[:2] != ("safe", "metadata_only")]


@pytest.mark.parametrize("system", sorted(KINDS))
def test_what_only_the_assistant_said_is_an_alarm(audits, system):
    wrong = {Label.CONTRADICTION, Label.HALLUCINATION}
    assert {label for label, _, _ in said_of(audits(system), MEETINGS[1])} & wrong


@pytest.mark.parametrize("system", sorted(set(KINDS) - APPEND))
def test_what_went_unasked_is_an_unexplained_loss(audits, system):
    assert ("contradiction", "unexplained_loss", ChangeKind.REMOVED) in said_of(audits(system), INVOICES)


@pytest.mark.parametrize("system", sorted(APPEND))
def test_an_old_statement_that_was_left_standing_is_stale(audits, system):
    assert {(label, kind) for label, kind, _ in said_of(audits(system), OFFICE[0])} == {
        ("stale", "not_refreshed")
    }


@pytest.mark.parametrize("system", sorted(KINDS))
def test_nothing_beside_raises_an_alarm(audits, system):
    told = (*MEETINGS, *OFFICE, INVOICES)
    others = [
        one
        for store in audits(system).stores
        for one in store.findings
        if one.alarm and not any(text in f"{one.before} {one.after}" for text in told)
    ]
    assert others == []
    assert not [note.kind for store in audits(system).stores for note in store.notes]


@pytest.mark.parametrize("system", sorted(CONVERSATIONS))
def test_conversations_alone_raise_no_alarm(audits, system):
    assert not [one for store in audits(system).stores for one in store.findings]
