"""SQLite full-text indexes that say something else than their tables: a row was changed past its writer."""

from collections.abc import Collection, Iterator
from pathlib import Path
from sqlite3 import DatabaseError

from auditor.discipline.violation import Violation
from auditor.records import Severity
from auditor.stores.sqlite_database import SqliteDatabase, sqlite_database

_INDEX = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'"
_AFFIXES = (("fts_", ""), ("", "_fts"), ("", "_fts5"))


def index_differences(path: Path) -> Iterator[Violation]:
    """Rows of the database at ``path`` whose indexed text is not their text, and texts indexed for no row.

    Only indexes with their own copy of the text can tell (`id` and `content` in both).

    Raises:
        StoreUnreadableError: The database cannot be read.
    """
    with sqlite_database(path) as database:
        columns = {table.name: set(table.columns) for table in database.tables()}
        for name, sql in database.execute(_INDEX).fetchall():
            index = bytes(name).decode(errors="replace")
            table = _table_of(index, columns.keys())
            own_copy = b"content=" not in bytes(sql).replace(b" ", b"")
            if table is not None and own_copy and {"id", "content"} <= columns[table]:
                yield from _differences(database, index, table)


def _differences(database: SqliteDatabase, index: str, table: str) -> Iterator[Violation]:
    names = {"index": _quoted(index), "table": _quoted(table)}
    query = """SELECT t.id, i.id FROM {table} t JOIN {index} i ON i.id = t.id WHERE i.content IS NOT t.content
    UNION ALL SELECT NULL, i.id FROM {index} i
    WHERE i.id NOT IN (SELECT id FROM {table} WHERE id IS NOT NULL)"""
    try:
        rows = database.execute(query.format(**names)).fetchall()
    except DatabaseError:  # an index with other columns, or without the module: it cannot tell
        return
    for row, indexed in rows:
        key = bytes(indexed).decode(errors="replace") if isinstance(indexed, bytes) else str(indexed)
        if row is None:
            reason = "The text index still finds it, and the row is gone: it was removed past its writer."
            yield Violation(key, "index_leftover", Severity.MEDIUM, reason)
        else:
            reason = "Its text is not what the text index holds for it: the row was edited past its writer."
            yield Violation(key, "index_differs", Severity.HIGH, reason)


def _table_of(index: str, tables: Collection[str]) -> str | None:
    for prefix, suffix in _AFFIXES:
        if index.startswith(prefix) and index.endswith(suffix):
            name = index[len(prefix) : len(index) - len(suffix)]
            if name != index and name in tables:
                return name
    return None


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
