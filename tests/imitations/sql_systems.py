"""SQL stores of systems that have no sample among the test data, with the columns that those systems give them."""

import json
from pathlib import Path

from story import NIGHTS, OWNER, appended, database, moment, turns, written

_ROLE = {"user": "human", "assistant": "ai"}


def memori(folder: Path, night: int) -> None:
    """Memori 3: facts of an entity; it only adds."""
    database(
        folder / "memori.db",
        """CREATE TABLE memori_entity (id INTEGER PRIMARY KEY, uuid, external_id, date_created, date_updated);
        CREATE TABLE memori_session (id INTEGER PRIMARY KEY, uuid, entity_id, process_id, date_created, date_updated);
        CREATE TABLE memori_conversation (id INTEGER PRIMARY KEY, uuid, session_id, summary, date_created, date_updated);
        CREATE TABLE memori_conversation_message (id INTEGER PRIMARY KEY, uuid, conversation_id, role, type, content,
          date_created, date_updated);
        CREATE TABLE memori_entity_fact (id INTEGER PRIMARY KEY, uuid, entity_id, content, content_embedding, num_times,
          date_last_time, uniq, date_created, date_updated);
        CREATE TABLE memori_entity_fact_mention (id INTEGER PRIMARY KEY, uuid, entity_id, fact_id, conversation_id,
          date_created, date_updated);""",
        {
            "memori_entity": [(1, "e-1", OWNER, "2026-11-10 19:05:00")],
            "memori_session": [(n, f"s-{n}", 1, None, "2026-11-10 19:05:00") for n in (1, 2)],
            "memori_conversation": [
                (n, f"c-{n}", n, None, "2026-11-10 19:05:00") for n in range(1, night + 2)
            ],
            "memori_conversation_message": [
                (n, f"m-{n}", int(turn["session"][1]), turn["role"], "text", turn["text"], _naive(moment(turn)))
                for n, turn in enumerate(turns(night))
            ],
            "memori_entity_fact": [
                (n, name, 1, text, b"\0\1", 1 + night, "2026-11-11 20:26:00", "x", _naive(written(name, night)))
                for n, (name, text) in enumerate(appended(night).items())
            ],
            "memori_entity_fact_mention": [
                (n, f"fm-{n}", 1, n, 1 + name.endswith("-2"), _naive(written(name, night)))
                for n, name in enumerate(appended(night))
            ],
        },
    )  # fmt: skip


def memorisdk(folder: Path, night: int) -> None:
    """The predecessor of Memori: summaries, of which one may supersede others."""
    said = turns(night)
    database(
        folder / "memori.db",
        """CREATE TABLE chat_history (chat_id TEXT PRIMARY KEY, user_input, ai_output, model, session_id, tokens_used,
          metadata_json, user_id, assistant_id, created_at, updated_at);
        CREATE TABLE short_term_memory (memory_id TEXT PRIMARY KEY, chat_id, processed_data, importance_score,
          category_primary, retention_type, user_id, assistant_id, session_id, created_at, expires_at,
          searchable_content, summary, is_permanent_context, access_count, last_accessed);
        CREATE TABLE long_term_memory (memory_id TEXT PRIMARY KEY, processed_data, summary, searchable_content, user_id,
          assistant_id, session_id, created_at, duplicate_of, supersedes_json, access_count, last_accessed, version);""",
        {
            "chat_history": [
                (f"t{n}", said[n]["text"], said[n + 1]["text"], "m", said[n]["session"], 5, "{}", OWNER, None,
                 f"{_naive(moment(said[n]))}.250000")
                for n in range(0, len(said), 2)
            ],
            "long_term_memory": [
                (name, json.dumps({"chat_id": "t0"}), text, text.lower(), OWNER, None, "s1",
                 f"{_naive(written(name, night))}.000000", None, _superseding(name))
                for name, text in appended(night).items()
                if not (night and name == "invoices")
            ],
        },
    )  # fmt: skip


def mcp_memory_service(folder: Path, night: int) -> None:
    """Content hashes as ids; what was deleted stays as a tombstone."""
    live = [(name, text, None) for name, text in NIGHTS[night].items()]
    dead = [(name, text, 1794428760.0) for name, text in NIGHTS[0].items() if night and name != "dog"]
    database(
        folder / "sqlite_vec.db",
        """CREATE TABLE memories (id INTEGER PRIMARY KEY, content_hash TEXT UNIQUE, content, tags, memory_type,
          metadata, created_at REAL, updated_at REAL, created_at_iso, updated_at_iso, deleted_at REAL);
        CREATE TABLE memory_embeddings_chunks (chunk_id INTEGER PRIMARY KEY, size, validity, rowids);
        CREATE TABLE metadata (key TEXT PRIMARY KEY, value);""",
        {
            "memories": [
                (n, f"{hash(text):x}", text, "profile", "fact", '{"hostname": "h"}',
                 written(name, night and gone is None).timestamp() + 0.25,
                 written(name, night and gone is None).timestamp() + 0.25, "", "", gone)
                for n, (name, text, gone) in enumerate([*dead, *live])
            ],
        },
    )  # fmt: skip


def open_webui(folder: Path, night: int) -> None:
    """Memories and chats of Open WebUI."""
    messages = [
        {"id": str(n), "role": turn["role"], "content": turn["text"], "timestamp": int(moment(turn).timestamp())}
        for n, turn in enumerate(turns(night))
    ]  # fmt: skip
    database(
        folder / "webui.db",
        """CREATE TABLE user (id TEXT PRIMARY KEY, name, email, role);
        CREATE TABLE auth (id TEXT PRIMARY KEY, email, password, active);
        CREATE TABLE chat (id TEXT PRIMARY KEY, user_id, title, chat JSON, created_at BIGINT, updated_at BIGINT,
          archived BOOLEAN, pinned BOOLEAN);
        CREATE TABLE memory (id TEXT PRIMARY KEY, user_id, content TEXT, updated_at BIGINT, created_at BIGINT);""",
        {
            "user": [(OWNER, "Tamsin Quill", "t@example.org", "user")],
            "chat": [
                ("c1", OWNER, "Hello", json.dumps({"models": ["m"], "messages": messages}), 1794337500, 1794337500, 0, 0)
            ],
            "memory": [
                (name, OWNER, text, int(written(name, night).timestamp()), int(written(name, 0).timestamp()))
                for name, text in NIGHTS[night].items()
            ],
        },
    )  # fmt: skip


def letta_passages(folder: Path, night: int) -> None:
    """Letta's archive; deleted rows are marked, a block says who the person is."""
    live = [(name, text, 0) for name, text in NIGHTS[night].items()]
    dead = [("invoices", NIGHTS[0]["invoices"], 1)] if night else []
    said = [
        (f"message-{n}", n, "user" if turn["role"] == "user" else "assistant",
         json.dumps([{"type": "text", "text": turn["text"]}]), None, None, "agent-1", f"{_naive(moment(turn))}.000000", 0)
        for n, turn in enumerate(turns(night))
    ]  # fmt: skip
    database(
        folder / "sqlite.db",
        """CREATE TABLE block (id TEXT PRIMARY KEY, label, value, "limit" INTEGER, description, read_only, version,
          organization_id, created_at DATETIME, updated_at DATETIME, is_deleted BOOLEAN);
        CREATE TABLE blocks_agents (agent_id, block_id, block_label);
        CREATE TABLE archives (id TEXT PRIMARY KEY, name);
        CREATE TABLE archives_agents (agent_id, archive_id);
        CREATE TABLE archival_passages (id TEXT PRIMARY KEY, text, tags, embedding, archive_id, organization_id,
          created_at DATETIME, updated_at DATETIME, is_deleted BOOLEAN);
        CREATE TABLE messages (id TEXT PRIMARY KEY, sequence_id INTEGER, role, content JSON, tool_calls JSON, name,
          agent_id, created_at DATETIME, is_deleted BOOLEAN);""",
        {
            "block": [("block-1", "human", "Name: Tamsin Quill", 20000, "", 0, 1, "org", "2026-11-10 19:05:00", "", 0)],
            "blocks_agents": [("agent-1", "block-1", "human")],
            "archives": [("archive-1", "default")],
            "archives_agents": [("agent-1", "archive-1")],
            "archival_passages": [
                (name, text, "[]", None, "archive-1", "org", _naive(written(name, 0)),
                 f"{_naive(written(name, night))}.500000", gone)
                for name, text, gone in [*live, *dead]
            ],
            "messages": [
                *said,
                ("message-b", -1, "user", json.dumps([{"type": "text", "text": '{"type": "login", "time": "now"}'}]),
                 None, None, "agent-1", "2026-11-10 19:04:00.000000", 0),
            ],
        },
    )  # fmt: skip


def adk(folder: Path, night: int) -> None:
    """State keys of Google's ADK; a key that was dropped is set to null."""
    state = {**dict.fromkeys(NIGHTS[0]), **NIGHTS[night]}
    database(
        folder / "adk.db",
        """CREATE TABLE app_states (app_name TEXT PRIMARY KEY, state TEXT, update_time REAL);
        CREATE TABLE user_states (app_name TEXT, user_id TEXT, state TEXT, update_time REAL,
          PRIMARY KEY (app_name, user_id));
        CREATE TABLE sessions (app_name TEXT, user_id TEXT, id TEXT, state TEXT, create_time REAL, update_time REAL,
          PRIMARY KEY (app_name, user_id, id));
        CREATE TABLE events (id TEXT, app_name TEXT, user_id TEXT, session_id TEXT, invocation_id TEXT, timestamp REAL,
          event_data TEXT, PRIMARY KEY (app_name, user_id, session_id, id));""",
        {
            "user_states": [("pilot", OWNER, json.dumps(state), written("office", night).timestamp() + 0.5)],
            "sessions": [("pilot", OWNER, "s1", "{}", 1794337500.0, 1794337500.0)],
            "events": [
                (f"e{n}", "pilot", OWNER, turn["session"], "i", moment(turn).timestamp(), json.dumps({
                    "author": "user" if turn["role"] == "user" else "pilot",
                    "content": {"role": "user" if turn["role"] == "user" else "model", "parts": [{"text": turn["text"]}]},
                }))
                for n, turn in enumerate(turns(night))
            ],
        },
    )  # fmt: skip


def crewai(folder: Path, night: int) -> None:
    """The long-term memory of older CrewAI releases; it only adds."""
    database(
        folder / "long_term_memory_storage.db",
        """CREATE TABLE long_term_memories (id INTEGER PRIMARY KEY, task_description TEXT, metadata TEXT, datetime TEXT,
          score REAL);""",
        {
            "long_term_memories": [
                (n, f"Note down fact {n}", json.dumps({"suggestions": [text], "quality": 8.0}),
                 str(written(name, night).timestamp()), 8.0)
                for n, (name, text) in enumerate(appended(night).items(), start=1)
            ],
        },
    )  # fmt: skip


def mem0_history(folder: Path, night: int) -> None:
    """mem0's event log alone, as the 0.1 releases wrote it: Pacific time, a further column."""
    events = [
        (f"a-{name}", name, None, text, text, "ADD", "2026-11-10T11:09:00-08:00", None, 0)
        for name, text in NIGHTS[0].items()
    ]
    if night:
        events += [
            (f"u-{name}", name, NIGHTS[0][name], NIGHTS[1][name], NIGHTS[1][name], "UPDATE",
             "2026-11-10T11:09:00-08:00", "2026-11-11T12:26:00-08:00", 0)
            for name in ("office", "allergy", "meetings")
        ]  # fmt: skip
        gone = NIGHTS[0]["invoices"]
        events.append(("d", "invoices", gone, None, None, "DELETE", "2026-11-11T12:26:00-08:00", None, 1))
    database(
        folder / "history.db",
        """CREATE TABLE history (id TEXT PRIMARY KEY, memory_id TEXT, old_memory TEXT, new_memory TEXT, new_value TEXT,
          event TEXT, created_at DATETIME, updated_at DATETIME, is_deleted INTEGER);""",
        {"history": events},
    )


def langchain_table(folder: Path, night: int) -> None:
    """LangChain's message table, which holds a conversation and no memories."""
    database(
        folder / "chat.db",
        "CREATE TABLE message_store (id INTEGER PRIMARY KEY, session_id TEXT, message TEXT);",
        {
            "message_store": [
                (n, turn["session"], json.dumps({"type": _ROLE[turn["role"]], "data": {"content": turn["text"]}}))
                for n, turn in enumerate(turns(night))
            ],
        },
    )  # fmt: skip


def cursor(folder: Path, night: int) -> None:
    """Cursor's key-value table: bubbles are the messages of a composer."""
    said = turns(night)
    head = {"composerId": "c1", "createdAt": int(moment(said[0]).timestamp() * 1000),
            "fullConversationHeadersOnly": [{"bubbleId": f"b{n}"} for n in range(len(said))]}  # fmt: skip
    bubbles = [
        (f"bubbleId:c1:b{n}", json.dumps({"type": 1 if turn["role"] == "user" else 2, "text": turn["text"],
                                          "bubbleId": f"b{n}", "createdAt": turn["ts"]}))
        for n, turn in enumerate(said)
    ]  # fmt: skip
    database(
        folder / "state.vscdb",
        "CREATE TABLE ItemTable (key TEXT UNIQUE, value BLOB); CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB);",
        {"cursorDiskKV": [("composerData:c1", json.dumps(head)), *bubbles[::-1]]},
    )


def _naive(when: object) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S}"


def _superseding(name: str) -> str:
    return json.dumps([name.removesuffix("-2")] if name.endswith("-2") else [])
