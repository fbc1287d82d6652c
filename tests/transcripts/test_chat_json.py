"""Chat messages in JSON and JSON Lines, in the shapes that programs give them."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.errors import TranscriptUnreadableError
from auditor.records import Speaker
from auditor.transcripts.messages import said_in, turns_of
from auditor.transcripts.reading import conversations_at, read_transcripts
from auditor.transcripts.roles import speaker_of

AT = datetime(2026, 11, 10, 19, 5, tzinfo=UTC)
TWO = [{"role": "user", "content": "I moved."}, {"role": "assistant", "content": "Noted."}]


OPENCLAW = """
{"type":"session","version":3,"id":"c1","timestamp":"2026-11-10T19:05:00Z"}
{"type":"message","id":"1","message":{"role":"user","content":[{"type":"text","text":"I moved."}]}}
{"type":"message","id":"2","message":{"role":"assistant","content":[{"type":"text","text":"Noted."}]}}
"""


def read(tmp_path, value, name="chat.json"):
    path = tmp_path / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return read_transcripts(path)


def pairs(talk):
    return [(turn.speaker, turn.text) for turn in talk.turns]


@pytest.mark.parametrize(
    "value",
    [
        TWO,
        {"messages": TWO},
        {"id": "c1", "turns": [{"speaker": "user", "text": "I moved."}, {"speaker": "agent", "text": "Noted."}]},
        {"conversations": [{"id": "c1", "messages": TWO}]},
        {"store": {"c1": TWO}, "class_name": "SimpleChatStore"},
        [{"messages": TWO}],
        "\n".join(map(json.dumps, TWO)),
        [{"from": "human", "value": "I moved."}, {"from": "gpt", "value": "Noted."}],
        [{"type": "human", "data": {"content": "I moved."}}, {"type": "ai", "data": {"content": "Noted."}}],
        [{"sender": "human", "text": "I moved."}, {"sender": "assistant", "text": "Noted."}],
        [
            {"role": "user", "content": [{"type": "input_text", "text": "I moved."}]},
            {"role": "assistant", "content": [{"type": "output_text", "text": "Noted."}, {"type": "image"}]},
        ],
        [
            {"role": "user", "blocks": [{"block_type": "text", "text": "I moved."}]},
            {"role": "model", "parts": [{"text": "Noted."}]},
        ],
        [
            {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "I moved."}]},
            {"kind": "response", "parts": [{"part_kind": "text", "content": "Noted."}]},
        ],
        {"messages": [
            {"role": "user", "items": [{"content_type": "text", "text": "I moved."}]},
            {"role": "assistant", "items": [{"content_type": "text", "text": "Noted."}]},
        ]},
        {"agent_states": {"a": {"llm_context": {"messages": [
            {"type": "UserMessage", "source": "user", "content": "I moved."},
            {"type": "AssistantMessage", "source": "a", "content": "Noted."},
        ]}}}},
        OPENCLAW,
    ],
)  # fmt: skip
def test_two_turns_are_two_turns_in_every_shape(tmp_path, value):
    (talk,) = read(tmp_path, value)
    assert pairs(talk) == [(Speaker.USER, "I moved."), (Speaker.AGENT, "Noted.")]


@pytest.mark.parametrize("field", ["at", "ts", "timestamp", "created_at"])
@pytest.mark.parametrize(
    "time", ["2026-11-10T19:05:00Z", "2026-11-10T14:05:00-05:00", 1794337500, 1794337500000, 1794337500.0]
)
def test_times_are_read_in_every_form(tmp_path, field, time):
    (talk,) = read(tmp_path, [{"role": "user", "content": "a", field: time}])
    assert talk.at == talk.turns[0].at == AT


def test_many_conversations_in_one_file_are_told_apart_by_session(tmp_path):
    lines = [
        {"session": "s1", "role": "user", "text": "a", "user_id": "tamsin", "ts": "2026-11-10T19:05:00Z"},
        {"session": "s2", "role": "user", "text": "b", "ts": "2026-11-09T19:05:00Z"},
        {"session": "s1", "role": "assistant", "text": "c"},
    ]
    talks = read(tmp_path, "\n".join(map(json.dumps, lines)), "all.jsonl")
    assert [(talk.id, talk.user, len(talk.turns)) for talk in talks] == [("s2", None, 1), ("s1", "tamsin", 2)]
    assert [turn.line for turn in talks[1].turns] == [1, 3]


def test_the_role_decides_and_the_name_is_kept(tmp_path):
    (talk,) = read(tmp_path, [{"role": "user", "speaker": "tamsin", "text": "hi"}])
    assert (talk.turns[0].speaker, talk.turns[0].name) == (Speaker.USER, "tamsin")


def test_a_conversation_with_a_long_pause_is_two_sittings(tmp_path):
    later = (AT + timedelta(hours=20)).isoformat()
    talks = read(tmp_path, [
        {"role": "user", "content": "a", "at": AT.isoformat()},
        {"role": "user", "content": "b", "at": later},
        {"role": "assistant", "content": "c"},
    ])  # fmt: skip
    assert [(talk.id, [turn.text for turn in talk.turns]) for talk in talks] == [
        ("chat", ["a"]), ("chat#2", ["b", "c"]),
    ]  # fmt: skip
    assert talks[1].turns[0].index == 0


def test_tool_results_are_records_or_documents_by_what_the_tool_does():
    content = [{"type": "tool_result", "content": "order 5 shipped", "name": "crm_lookup"}]
    assert [said.speaker for said in said_in({"role": "user", "content": content})] == [Speaker.TOOL]
    assert said_in({"role": "tool", "name": "web_search", "content": "x"})[0].speaker is Speaker.DOCUMENT
    assert said_in({"role": "tool", "name": "billing", "content": "x"})[0].speaker is Speaker.TOOL


def test_what_a_memory_tool_answers_is_recalled():
    (said,) = said_in({"role": "tool", "name": "search_memories", "content": "User is called Pip"})
    assert said.recalled


def test_a_reminder_inside_a_message_is_not_what_the_user_said():
    text = "<system-reminder>User is called Pip</system-reminder>show me the steps"
    found = said_in({"role": "user", "content": text})
    assert [(said.speaker, said.text, said.recalled) for said in found] == [
        (Speaker.SYSTEM, "User is called Pip", True),
        (Speaker.USER, "show me the steps", False),
    ]


@pytest.mark.parametrize(
    ("role", "speaker"),
    [
        ("User", Speaker.USER), ("customer 2", Speaker.USER), ("AI Assistant", Speaker.AGENT), ("gpt", Speaker.AGENT),
        ("toolResult", Speaker.TOOL), ("developer", Speaker.SYSTEM), ("Dana", Speaker.UNKNOWN), ("", Speaker.UNKNOWN),
        (None, Speaker.UNKNOWN),
    ],
)  # fmt: skip
def test_roles(role, speaker):
    assert speaker_of(role) is speaker


def test_a_torn_line_is_told_and_the_rest_is_read(tmp_path):
    path = tmp_path / "c.jsonl"
    path.write_text('{"role": "user", "content": "a"}\n{"role": "us\n{"role": "assistant", "content": "b"}\n')
    found = conversations_at(path)
    assert [turn.text for turn in found.transcripts[0].turns] == ["a", "b"]
    assert [problem.key for problem in found.problems] == [f"{path}:2"]


@pytest.mark.parametrize("data", [b'{"a": 1}', b"[1, 2]", b'{"role": ', b"\x00\x01", b"x\xe9"])
def test_what_is_no_conversation_is_an_error_with_a_reason(tmp_path, data):
    path = tmp_path / "x.json"
    path.write_bytes(data)
    with pytest.raises(TranscriptUnreadableError, match=r"x\.json"):
        read_transcripts(path)


MESSY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["role", "content", "text", "parts", "type", "message", "name", "at", "kind", "tool_calls"]),
        inner, max_size=4,
    ),
)  # fmt: skip


@given(
    st.dictionaries(
        st.sampled_from(["role", "content", "parts", "kind", "message", "at", "tool_calls"]), MESSY
    )
)
def test_any_message_becomes_turns_with_text_and_nothing_raises(message):
    for turn in turns_of([(message, None)]):
        assert turn.text.strip()


@pytest.mark.parametrize(
    ("text", "recalled"),
    [
        ("You are Pilot. The user is called Pip.", True),
        ("[reminder] user wants to be called Pip", True),
        ("\nRelevant memory content (in chronological order):\n1. Likes tea", True),
        ("Here is what you remember about the user: likes tea", True),
        ("Payment of 20 EUR received.", False),
        ("The order has shipped.", False),
    ],
)
def test_prompts_and_reminders_are_no_report(text, recalled):
    (said,) = said_in({"role": "system", "content": text})
    assert said.recalled == recalled
