"""Removing a person from a ledger: their findings, and what the findings of others quote of them."""

import sqlite3
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

import orjson

FORGOTTEN = "what this rested on was forgotten"


@dataclass(frozen=True, slots=True)
class Traces:
    """Whose memory it is, the keys of their entries, and the sources and ids of their conversations."""

    user: str
    keys: AbstractSet[str] = field(default_factory=frozenset)
    sources: AbstractSet[str] = field(default_factory=frozenset)

    def are_in(self, finding: dict[str, Any]) -> bool:
        """Whether a finding's document is about them."""
        keys = {finding.get("key"), finding.get("previous_key")}
        return finding.get("owner") == self.user or bool(keys & self.keys)

    def quoted_in(self, finding: dict[str, Any]) -> bool:
        """Whether a finding about something else quotes them."""
        return any(self.is_theirs(said) for said in finding.get("evidence", ()))

    def is_theirs(self, said: dict[str, Any]) -> bool:
        """Whether one piece of evidence is from them."""
        return said.get("source") in self.sources or said.get("entry_key") in self.keys


def findings_about(connection: sqlite3.Connection, traces: Traces) -> list[str]:
    """The ids of the findings that are about them."""
    rows = connection.execute("SELECT finding, document FROM events")
    return sorted({row["finding"] for row in rows if traces.are_in(orjson.loads(row["document"]))})


def forget_in(connection: sqlite3.Connection, traces: Traces) -> None:
    """Remove what ``traces`` says, inside the caller's transaction."""
    removed = set(findings_about(connection, traces))
    for row in connection.execute("SELECT seq, finding, document FROM events").fetchall():
        document = orjson.loads(row["document"])
        if row["finding"] not in removed and traces.quoted_in(document):
            left = [said for said in document["evidence"] if not traces.is_theirs(said)]
            text = orjson.dumps(
                document | {"evidence": left, "reason": FORGOTTEN}, option=orjson.OPT_SORT_KEYS
            )
            changed = (text.decode(), FORGOTTEN, row["seq"])
            connection.execute("UPDATE events SET document = ?, why = ? WHERE seq = ?", changed)
    for name in ("events", "findings"):
        column = "finding" if name == "events" else "id"
        connection.executemany(f"DELETE FROM {name} WHERE {column} = ?", [(one,) for one in removed])  # noqa: S608  # our own names
    connection.executemany("DELETE FROM trust WHERE key = ?", [(key,) for key in traces.keys])
    connection.executemany("DELETE FROM trust WHERE root = ?", [(root,) for root in traces.sources])
    for cache in ("judgements", "opinions", "remarks", "vectors"):  # whose texts may quote them
        connection.execute(f"DELETE FROM {cache}")  # noqa: S608  # our own names
