"""JSON stores and exports of systems that have no sample among the test data."""

import json
import zipfile
from pathlib import Path

from story import NIGHTS, OWNER, document, lines, moment, turns, written


def strands(folder: Path, night: int) -> None:
    """Strands: state of an agent and its messages in a tree of files."""
    root = folder / "session_s1"
    document(
        root / "session.json",
        {"session_id": "s1", "session_type": "AGENT", "created_at": "2026-11-10T19:05:00Z"},
    )
    agent = root / "agents" / "agent_pilot"
    document(
        agent / "agent.json",
        {"agent_id": "pilot", "state": dict(NIGHTS[night]),
         "conversation_manager_state": {}, "created_at": "2026-11-10T19:05:00.000000+00:00",
         "updated_at": written("office", night).isoformat()},
    )  # fmt: skip
    for n, turn in enumerate(turns(night)):
        document(
            agent / "messages" / f"message_{n}.json",
            {"message": {"role": turn["role"], "content": [{"text": turn["text"]}]}, "message_id": n,
             "redact_message": None, "created_at": turn["ts"], "updated_at": turn["ts"]},
        )  # fmt: skip


def autogen(folder: Path, night: int) -> None:
    """AutoGen: a list memory as somebody dumped it, and the context of the agent."""
    contents = [
        {"content": text, "mime_type": "text/plain", "metadata": None} for text in NIGHTS[night].values()
    ]
    document(folder / "memory.json", {"name": "default", "memory_contents": contents})
    recalled = "\n".join(f"{n}. {text}" for n, text in enumerate(NIGHTS[night].values(), 1))
    messages = [
        {"content": f"\nRelevant memory content (in chronological order):\n{recalled}\n", "type": "SystemMessage"},
        *({"content": turn["text"], "source": "user" if turn["role"] == "user" else "pilot",
           "type": "UserMessage" if turn["role"] == "user" else "AssistantMessage"} for turn in turns(night)),
    ]  # fmt: skip
    document(folder / "agent_state.json", {"type": "AssistantAgentState", "version": "1.0.0",
                                           "llm_context": {"messages": messages}})  # fmt: skip


def semantic_kernel(folder: Path, night: int) -> None:
    """Semantic Kernel: a chat history, which holds no memories."""
    messages = [
        {"metadata": {}, "content_type": "message", "role": turn["role"],
         "items": [{"metadata": {}, "content_type": "text", "text": turn["text"]}]}
        for turn in turns(night)
    ]  # fmt: skip
    document(folder / "chat_history.json", {"messages": messages})


def pydantic_ai(folder: Path, night: int) -> None:
    """Pydantic AI: requests and responses with parts."""
    messages = [
        {"kind": "request", "instructions": "Be brief.", "parts": [
            {"part_kind": "user-prompt", "content": turn["text"], "timestamp": turn["ts"]}]}
        if turn["role"] == "user" else
        {"kind": "response", "timestamp": turn["ts"], "model_name": "m",
         "parts": [{"part_kind": "text", "content": turn["text"]}]}
        for turn in turns(night)
    ]  # fmt: skip
    document(folder / "messages.json", messages)


def letta_file(folder: Path, night: int) -> None:
    """A Letta agent file of the older shape: its memory and messages inline."""
    value = "\n".join(NIGHTS[night].values())
    document(
        folder / "pilot.af",
        {"agent_type": "memgpt_agent", "name": "pilot", "core_memory": [
            {"label": "human", "value": value, "limit": 20000, "created_at": "2026-11-10T19:09:00"},
            {"label": "persona", "value": "I am Pilot.", "limit": 20000, "created_at": "2026-11-10T19:09:00"}],
         "messages": [{"role": turn["role"], "content": [{"type": "text", "text": turn["text"]}],
                       "created_at": turn["ts"]} for turn in turns(night)]},
    )  # fmt: skip


def claude_ai(folder: Path, night: int) -> None:
    """Claude.ai: prose about the person, and conversations."""
    document(folder / "memories.json", [{"conversations_memory": _prose(night), "project_memories": {},
                                         "account_uuid": OWNER}])  # fmt: skip
    document(folder / "conversations.json", _claude_talks(night))
    document(folder / "users.json", [{"uuid": OWNER, "full_name": "Tamsin Quill"}])


def claude_ai_newer(folder: Path, night: int) -> None:
    """Claude.ai's newer export: a file of memories for each account."""
    document(folder / "memories" / f"{OWNER}.json", {"conversations_memory": _prose(night), "project_memories": {},
                                                     "account_uuid": OWNER})  # fmt: skip
    document(folder / "conversations.json", _claude_talks(night))


def claude_ai_zip(folder: Path, night: int) -> None:
    """The same as it is downloaded."""
    claude_ai(folder / "unpacked", night)
    _zipped(folder / "unpacked", folder / "data-2026-11-12.zip")


def chatgpt(folder: Path, night: int) -> None:
    """ChatGPT: the memory list stands in the context that the newest conversation was given."""
    document(folder / "conversations.json", _chatgpt_talks(night))


def chatgpt_zip(folder: Path, night: int) -> None:
    """The same as it is downloaded."""
    chatgpt(folder / "unpacked", night)
    _zipped(folder / "unpacked", folder / "export.zip")


def home_made(folder: Path, night: int) -> None:
    """A list of records as people write them."""
    document(
        folder / "facts.json",
        {"version": 2, "user_id": OWNER, "facts": [
            {"id": name, "fact": text, "updated": int(written(name, night).timestamp() * 1000)}
            for name, text in NIGHTS[night].items()]},
    )  # fmt: skip


def home_made_lines(folder: Path, night: int) -> None:
    """The same, one a line."""
    lines(folder / "facts.jsonl", [{"id": name, "text": text, "ts": written(name, night).timestamp()}
                                   for name, text in NIGHTS[night].items()])  # fmt: skip


def _prose(night: int) -> str:
    return "**Personal context**\n\n" + " ".join(NIGHTS[night].values())


def _claude_talks(night: int) -> list[object]:
    talks = {}
    for turn in turns(night):
        talk = talks.setdefault(
            turn["session"], {"uuid": turn["session"], "name": "", "created_at": turn["ts"], "chat_messages": []}
        )  # fmt: skip
        talk["chat_messages"].append(
            {"uuid": turn["ts"], "text": turn["text"], "content": [{"type": "text", "text": turn["text"]}],
             "sender": "human" if turn["role"] == "user" else "assistant", "created_at": turn["ts"]}
        )  # fmt: skip
    return list(talks.values())


def _chatgpt_talks(night: int) -> list[object]:
    shown = "\n".join(f"{n}. [2026-11-1{n % 2}]. {text}" for n, text in enumerate(NIGHTS[night].values(), 1))
    talks = []
    for session in ("s1", "s2")[: night + 1]:
        said = [turn for turn in turns(night) if turn["session"] == session]
        context = {"id": "ctx", "author": {"role": "system"}, "create_time": None, "content": {
            "content_type": "model_editable_context", "model_set_context": shown}}  # fmt: skip
        mapping = {"root": {"id": "root", "message": None, "parent": None, "children": ["ctx"]},
                   "ctx": {"id": "ctx", "message": context, "parent": "root", "children": ["n0"]}}  # fmt: skip
        for n, turn in enumerate(said):
            mapping[f"n{n}"] = {"id": f"n{n}", "parent": f"n{n - 1}" if n else "ctx", "children": [f"n{n + 1}"], "message": {
                "id": f"n{n}", "author": {"role": turn["role"]}, "create_time": moment(turn).timestamp(),
                "content": {"content_type": "text", "parts": [turn["text"]]}, "metadata": {}, "recipient": "all"}}  # fmt: skip
        start, end = moment(said[0]).timestamp(), moment(said[-1]).timestamp()
        talks.append({"id": session, "title": session, "create_time": start, "update_time": end, "mapping": mapping,
                      "current_node": f"n{len(said) - 1}"})  # fmt: skip
    return json.loads(json.dumps(talks))


def _zipped(folder: Path, target: Path) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder).as_posix())
                path.unlink()
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir()
    folder.rmdir()
