"""File sessions of Strands Agents: state keys as memories, one file a message."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from auditor.errors import StoreUnreadableError
from auditor.records import Entry, Json, Transcript
from auditor.stores.document_store import DocumentKind, document
from auditor.stores.fields import time_text
from auditor.stores.interface import Identity
from auditor.transcripts.chat_json import Numbered
from auditor.transcripts.messages import turns_of
from auditor.transcripts.sittings import sittings

_AGENTS = ("session_*/agents/agent_*/agent.json", "agents/agent_*/agent.json")
Messages = list[Numbered]

_NUMBER = re.compile(r"(\d+)\.json$")


def _state(path: Path) -> Iterator[Entry]:
    agents = _agents_in(path)
    if not agents:
        raise StoreUnreadableError(f"{path}: the sessions' agent.json files are gone")
    for file in agents:
        agent = document(file)
        state = agent.get("state") if isinstance(agent, Mapping) else None
        if not isinstance(agent, Mapping) or not isinstance(state, Mapping):
            continue
        scope = f"{_session_of(file)}/{agent.get('agent_id') or file.parent.name.removeprefix('agent_')}"
        meta: dict[str, Json] = {"namespace": scope}
        for name in ("created_at", "updated_at"):
            if agent.get(name):
                meta[name] = time_text(agent[name])
        for key, value in state.items():
            yield Entry(f"{scope}/{key}", value, meta)


def _talks(path: Path) -> Iterator[Transcript]:
    for agent in _agents_in(path):
        files = sorted((agent.parent / "messages").glob("message_*.json"), key=_number)
        messages: Messages = []
        for file in files:
            record = document(file)
            inner = record.get("message") if isinstance(record, Mapping) else None
            if isinstance(record, Mapping) and isinstance(inner, Mapping):
                messages.append(({"at": record.get("created_at"), **inner}, None))
        turns = turns_of(messages)
        first = min((turn.at for turn in turns if turn.at), default=None)
        yield from sittings(Transcript(_session_of(agent), turns, first, None, str(agent.parent)))


def _agents_in(folder: Path) -> list[Path]:
    return sorted(path for glob in _AGENTS for path in folder.glob(glob))


def _session_of(agent: Path) -> str:
    return agent.parents[2].name.removeprefix("session_")


def _number(path: Path) -> int:
    found = _NUMBER.search(path.name)
    return int(found[1]) if found else 0


STRANDS = DocumentKind(
    "strands",
    Identity.KEY,
    "Strands sessions, one entry a state key",
    lambda path: path.is_dir() and bool(_agents_in(path)),
    _state,
    _talks,
)
