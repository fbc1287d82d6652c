"""Presets for databases: TOML files that say which query holds what (presets/README.md)."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from auditor.errors import StoreUnreadableError
from auditor.stores.databases import Database, Table
from auditor.stores.interface import Identity
from auditor.stores.sql_mapping import Source, guessed
from auditor.stores.sqlite_database import sqlite_database
from auditor.stores.sqlite_files import state_of


@dataclass(frozen=True, slots=True)
class Block:
    """One query of a preset, with the columns that it needs; ``dialects`` has it in other dialects of SQL."""

    needs: frozenset[str]
    query: str
    dialects: Mapping[str, str]
    group: str = ""
    key: tuple[str, ...] = ()
    text: str | None = None
    unit: str = "row"


@dataclass(frozen=True, slots=True)
class SqlPreset:
    """Where one system keeps its memories and conversations."""

    kind: str
    identity: Identity
    memories: tuple[Block, ...]
    conversations: tuple[Block, ...]

    def fit(self, database: Database) -> int:
        """How many of the database's columns it knows by heart; 0 where it cannot read the memories."""
        usable = _usable((*self.memories, *self.conversations), database)
        return max((len(block.needs) for block in usable), default=0)

    def sources(self, database: Database) -> list[Source]:
        """The queries for the memories in this database."""
        usable = _usable(self.memories, database)
        return [Source(b.query, b.key, b.text, f"preset {self.kind}: {_tables(b)}", b.unit) for b in usable]

    def talks(self, database: Database) -> list[str]:
        """The queries for the conversations in this database."""
        return [block.query for block in _usable(self.conversations, database)]


@cache
def presets() -> tuple[SqlPreset, ...]:
    """The presets that come with the auditor, by kind."""
    folder = files("auditor.stores") / "presets"
    found = sorted(
        (entry for entry in folder.iterdir() if entry.name.endswith(".toml")), key=lambda e: e.name
    )
    loaded = [tomllib.loads(entry.read_text("utf-8")) for entry in found]
    return tuple(preset_of(data) for data in loaded if "memory" in data or "conversation" in data)


def preset_at(path: Path) -> SqlPreset:
    """The preset in a user's TOML file.

    Raises:
        StoreUnreadableError: It cannot be read or lacks something.
    """
    try:
        return preset_of(tomllib.loads(path.read_text("utf-8")))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreUnreadableError(f"{path}: no usable preset ({error})") from error


def preset_of(data: Mapping[str, Any]) -> SqlPreset:
    """A preset from its TOML."""
    return SqlPreset(
        data["kind"],
        Identity(data["identity"]),
        tuple(map(_block, data.get("memory", ()))),
        tuple(map(_block, data.get("conversation", ()))),
    )


def best_preset(database: Database) -> SqlPreset | None:
    """The preset that knows most of this database, or None where none reads it."""
    fits = [(preset.fit(database), preset) for preset in presets()]
    best = max(fits, key=lambda fit: fit[0])
    return best[1] if best[0] else None


@dataclass(frozen=True, slots=True)
class Schema:
    """What a database is good for: its columns, the preset that reads it, whether a guess finds a memory."""

    columns: frozenset[str]
    preset: SqlPreset | None
    guessable: bool


def schema_of(path: Path) -> Schema:
    """A look at the tables of the database at ``path``; the same look again while the file stays the same.

    Raises:
        StoreUnreadableError: It cannot be read.
    """
    return _schema_of(path, state_of(path))


@lru_cache(maxsize=64)
def _schema_of(path: Path, state: object) -> Schema:
    del state
    with sqlite_database(path) as database:
        found = database.tables()
        return Schema(columns_of(found), best_preset(database), bool(guessed(found)))


def preset_for(path: Path) -> SqlPreset | None:
    """The preset that reads the database at ``path``, if one does."""
    return schema_of(path).preset


def columns_of(found: Sequence[Table]) -> frozenset[str]:
    """All columns as ``table.column``."""
    return frozenset(f"{table.name}.{column}" for table in found for column in table.columns)


def _block(data: Mapping[str, Any]) -> Block:
    return Block(
        frozenset(data["needs"]),
        data["query"].strip(),
        {name: query.strip() for name, query in data.get("dialects", {}).items()},
        data.get("group", ""),
        tuple(data.get("key", ())),
        data.get("text"),
        data.get("unit", "row"),
    )


def _usable(blocks: Sequence[Block], database: Database) -> list[Block]:
    """The blocks whose needs are there and whose query this version's schema answers, one a group."""
    columns = columns_of(database.tables())
    found: list[Block] = []
    for block in blocks:
        taken = block.group and any(block.group == other.group for other in found)
        block = replace(block, query=block.dialects.get(database.dialect, block.query))  # noqa: PLW2901  # the block of this dialect
        if not taken and block.needs <= columns and database.answers(block.query):
            found.append(block)
    return found


def _tables(block: Block) -> str:
    return ", ".join(sorted({need.partition(".")[0] for need in block.needs}))
