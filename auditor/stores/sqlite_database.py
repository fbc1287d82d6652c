"""A SQLite file as a database: its tables, and its queries over a private copy."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from auditor.stores.databases import Table
from auditor.stores.sqlite_files import opened

_SHADOW = re.compile(
    r".*_(content|data|idx|docsize|config|chunks|rowids|vector_chunks\d+|info|segdir|segments|stat)"
)


class SqliteDatabase:
    """An open connection whose text is raw bytes."""

    dialect = "sqlite"

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def execute(self, query: str) -> sqlite3.Cursor:
        """The rows of ``query``."""
        return self._connection.execute(query)

    def answers(self, query: str) -> bool:
        """Whether the schema has what ``query`` asks for."""
        try:
            self._connection.execute(f"EXPLAIN {query}").fetchone()
        except sqlite3.OperationalError:
            return False
        return True

    def tables(self) -> list[Table]:
        """The ordinary tables of a database, by name, without SQLite's own and those behind virtual ones."""
        rows = self._connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name"
        )
        found = {bytes(name).decode(errors="replace"): bytes(sql or b"").upper() for name, sql in rows}
        virtual = [name for name, sql in found.items() if sql.startswith(b"CREATE VIRTUAL")]
        return [
            self._table(name)
            for name in found
            if name not in virtual
            and not name.startswith("sqlite_")
            and not any(name.startswith(f"{parent}_") and _SHADOW.fullmatch(name) for parent in virtual)
        ]

    def _table(self, name: str) -> Table:
        rows = self._connection.execute(f"PRAGMA table_info({_quoted(name)})").fetchall()
        columns = tuple(bytes(row[1]).decode(errors="replace") for row in rows)
        primary = sorted((row[5], column) for row, column in zip(rows, columns, strict=True) if row[5])
        return Table(name, columns, tuple(column for _, column in primary))


@contextmanager
def sqlite_database(path: Path) -> Iterator[SqliteDatabase]:
    """The database at ``path``, closed afterwards.

    Raises:
        StoreUnreadableError: As ``auditor.stores.sqlite_files.opened``.
    """
    with opened(path) as connection:
        yield SqliteDatabase(connection)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
