"""Systems that keep their memory in a form of their own."""

import json
import pickle
import sqlite3
from contextlib import closing

import msgspec
import pytest
from store_samples import read_all

from auditor.records import Speaker
from auditor.stores.interface import Identity
from auditor.stores.recognise import find_stores, open_store

PAYLOAD = {"data": "likes tea", "hash": "0", "user_id": "u", "created_at": "2026-11-10T11:05:00-08:00"}


def history(folder):
    with closing(sqlite3.connect(folder / "history.db")) as connection:
        connection.execute(
            "CREATE TABLE history (id, memory_id, old_memory, new_memory, event, created_at, updated_at, is_deleted)"
        )
        connection.execute("CREATE TABLE messages (id, session_scope, role, content, name, created_at)")
        connection.execute(
            "INSERT INTO messages VALUES ('1', 'run_id=s1&user_id=u', 'user', 'I like tea', NULL, '2026-11-10T19:05:00Z')"
        )
        connection.commit()


@pytest.mark.parametrize("form", ["json", "pickle"])
def test_mem0_on_faiss_is_one_store_with_its_history(tmp_path, form):
    history(tmp_path)
    (tmp_path / "faiss").mkdir()
    (tmp_path / "faiss" / "mem0.faiss").write_bytes(b"index")
    if form == "json":
        (tmp_path / "faiss" / "mem0.json").write_text(
            json.dumps({"docstore": {"m1": PAYLOAD}, "index_to_id": {"0": "m1"}})
        )
    else:
        (tmp_path / "faiss" / "mem0.pkl").write_bytes(pickle.dumps(({"m1": PAYLOAD}, {0: "m1"})))
    ((name, store),) = find_stores(tmp_path)
    (entry,), (talk,), _ = read_all(store)
    assert (name, store.kind, entry.key, entry.value) == (".", "mem0", "m1", "likes tea")
    assert dict(entry.meta) == {"namespace": "mem0", "owner": "u", "created_at": "2026-11-10T19:05:00Z"}
    assert talk.user == "u"


def test_a_graphiti_fact_with_an_end_is_no_longer_held(tmp_path):
    edge = {
        "source_node_uuid": "a",
        "target_node_uuid": "b",
        "group_id": "u",
        "name": "USES",
        "valid_at": None,
    }
    export = {
        "entities": [{"uuid": "a", "name": "Ira"}, {"uuid": "b", "name": "Kestrel"}],
        "edges": [
            {**edge, "uuid": "e1", "fact": "Ira uses Kestrel", "invalid_at": None, "expired_at": None},
            {**edge, "uuid": "e2", "fact": "Ira uses Osprey", "invalid_at": "2026-11-11", "expired_at": None},
        ],
        "episodes": [
            {
                "uuid": "p",
                "name": "s1",
                "content": "user: I use Kestrel\nassistant: ok",
                "valid_at": "2026-11-10",
            }
        ],
    }
    (tmp_path / "export.json").write_text(json.dumps(export))
    ((_, store),) = find_stores(tmp_path)
    (entry,), (talk,), _ = read_all(store)
    assert (store.identity, entry.key, entry.meta["namespace"]) == (Identity.TEMPORAL, "e1", "Ira")
    assert talk.turns[0].speaker is Speaker.USER


def test_claude_ai_memories_are_statements_by_scope(tmp_path):
    memories = [{"conversations_memory": "**Work**\n\nTamsin works in Dunmore. She has a dog.", "account_uuid": "u",
                 "project_memories": {"p1": "- Uses tabs"}}]  # fmt: skip
    (tmp_path / "memories.json").write_text(json.dumps(memories))
    (tmp_path / "conversations.json").write_text(json.dumps([
        {"uuid": "c1", "created_at": "2026-11-10T19:05:00Z",
         "chat_messages": [{"sender": "human", "text": "I work in Dunmore", "content": []}]},
    ]))  # fmt: skip
    stores = dict(find_stores(tmp_path))
    entries, talks, _ = read_all(stores["memories.json"])
    assert [entry.key for entry in entries][-3:] == [
        "conversations_memory#Tamsin works in Dunmore.", "conversations_memory#She has a dog.", "p1#Uses tabs",
    ]  # fmt: skip
    assert talks[0].turns[0].speaker is Speaker.USER


def test_the_memory_list_of_a_chatgpt_export_is_read_where_no_file_lies_beside_it(tmp_path):
    def node(name, parent, message):
        return {
            name: {
                "id": name,
                "parent": parent,
                "message": {"author": {"role": "user"}, **message},
                "children": [],
            }
        }

    context = {
        "content_type": "model_editable_context",
        "model_set_context": "1. [2026-11-10]. Likes tea\n2. Has a dog",
    }
    mapping = {
        **node("a", None, {"content": context}),
        **node(
            "b", "a", {"content": {"content_type": "text", "parts": ["hello"]}, "create_time": 1794337500.0}
        ),
    }
    (tmp_path / "conversations.json").write_text(
        json.dumps([{"id": "c", "mapping": mapping, "current_node": "b", "create_time": 1794337500.0}])
    )
    ((_, store),) = find_stores(tmp_path)
    entries, (talk,), _ = read_all(store)
    assert [(entry.key, dict(entry.meta)) for entry in entries] == [
        ("Likes tea", {"created_at": "2026-11-10"}), ("Has a dog", {}),
    ]  # fmt: skip
    assert [turn.text for turn in talk.turns] == ["hello"]


def test_strands_keeps_state_and_messages_in_a_tree_of_files(tmp_path):
    agent = tmp_path / "session_s1" / "agents" / "agent_pilot"
    (agent / "messages").mkdir(parents=True)
    (agent / "agent.json").write_text(
        json.dumps(
            {"agent_id": "pilot", "state": {"office": "Dunmore"}, "created_at": "2026-11-10T19:05:00+00:00"}
        )
    )
    for number in (10, 2):
        message = {
            "message": {"role": "user", "content": [{"text": f"m{number}"}]},
            "created_at": "2026-11-10T19:05:00+00:00",
        }
        (agent / "messages" / f"message_{number}.json").write_text(json.dumps(message))
    ((_, store),) = find_stores(tmp_path)
    (entry,), (talk,), _ = read_all(store)
    assert (entry.key, entry.value) == ("s1/pilot/office", "Dunmore")
    assert [turn.text for turn in talk.turns] == ["m2", "m10"]


def test_checkpoint_messages_are_data_whatever_class_they_name(tmp_path):
    def message(kind, text):
        data = msgspec.msgpack.encode(["os", kind, {"content": text, "id": text}, "system"])
        return msgspec.msgpack.Ext(5, data)

    checkpoint = {
        "ts": "2026-11-10T19:05:00Z",
        "channel_values": {"messages": [message("HumanMessage", "hi"), message("AIMessage", "hello")]},
    }
    with closing(sqlite3.connect(tmp_path / "c.sqlite")) as connection:
        connection.execute(
            "CREATE TABLE checkpoints (thread_id, checkpoint_ns, checkpoint_id, type, checkpoint, metadata)"
        )
        row = ("t1", "", "1", "msgpack", msgspec.msgpack.encode(checkpoint), b'{"user_id": "u"}')
        connection.execute("INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?, ?)", row)
        connection.commit()
    (talk,) = open_store(tmp_path / "c.sqlite").transcripts()
    assert [(turn.speaker, turn.text) for turn in talk.turns] == [
        (Speaker.USER, "hi"),
        (Speaker.AGENT, "hello"),
    ]
    assert talk.user == "u"


def test_openclaws_notes_come_with_its_sessions(tmp_path):
    workspace, sessions = tmp_path / "workspace", tmp_path / "agents" / "main" / "sessions"
    (workspace / "memory").mkdir(parents=True)
    sessions.mkdir(parents=True)
    (workspace / "MEMORY.md").write_text("- Likes tea\n")
    (workspace / "memory" / "2026-11-10.md").write_text("- Moved to Leeds\n")
    (sessions / "s.jsonl").write_text(
        '{"type":"message","message":{"role":"user","content":"hi","timestamp":1794337500000}}\n'
    )
    store = open_store(workspace)
    entries, (talk,), _ = read_all(store)
    assert store.kind == "openclaw"
    assert [entry.key for entry in entries] == [
        "MEMORY.md#- Likes tea",
        "memory/2026-11-10.md#- Moved to Leeds",
    ]
    assert len(talk.turns) == 1


def test_each_users_memory_gets_the_chats_of_its_own_folder(tmp_path):
    for user in ("ann", "bob"):
        folder = tmp_path / user
        folder.mkdir()
        (folder / "memory.json").write_text('{"drink": "tea"}')
        (folder / "chat.json").write_text(json.dumps([{"role": "user", "content": f"I am {user}"}]))
    stores = dict(find_stores(tmp_path))
    for user in ("ann", "bob"):
        (talk,) = stores[f"{user}/memory.json"].transcripts()
        assert talk.turns[0].text == f"I am {user}"


def test_an_agent_file_beside_its_database_is_left_out(tmp_path):
    (tmp_path / "agent.af").write_text(
        json.dumps({"agents": [], "blocks": [{"label": "human", "value": "Likes tea\n\nHas a dog"}]})
    )
    ((_, store),) = find_stores(tmp_path)
    assert [entry.key for entry in read_all(store)[0]] == ["human#0", "human#2"]
    with closing(sqlite3.connect(tmp_path / "letta.db")) as connection:
        connection.execute("CREATE TABLE memories (id TEXT PRIMARY KEY, memory TEXT)")
        connection.commit()
    assert [name for name, _ in find_stores(tmp_path)] == ["letta.db"]
