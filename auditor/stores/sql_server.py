"""Databases that a server keeps: PostgreSQL, MySQL and whatever else SQLAlchemy speaks to.

One read-only transaction with one consistent picture is opened for each reading. A role that may only
read is still the better safeguard (docs/stores.md).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, CursorResult, create_engine, inspect, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from auditor.errors import StoreUnreadableError
from auditor.records import Json
from auditor.stores.databases import INSTALL, Table
from auditor.stores.generic import mapped, text
from auditor.stores.interface import Store
from auditor.stores.sql_mapping import guessed
from auditor.stores.sql_presets import SqlPreset, best_preset, preset_at, presets
from auditor.stores.sql_store import SqlStore

KIND = "sql"
_BATCH = 1000
_SECONDS = 20
_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "postgresql": {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
    "mysql": {"isolation_level": "REPEATABLE READ"},
    "mariadb": {"isolation_level": "REPEATABLE READ"},
}
_FIRST: Mapping[str, Sequence[str]] = {
    "mysql": ("SET SESSION sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')", "SET TRANSACTION READ ONLY"),
    "mariadb": ("SET SESSION sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')", "SET TRANSACTION READ ONLY"),
}
_DRIVERS = {"postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg", "mysql": "mysql+pymysql"}
_OWN_SCHEMAS = ("information_schema", "pg_catalog", "pg_toast", "performance_schema", "mysql", "sys")


def open_server(url: str, options: Mapping[str, Json]) -> Store:
    """The memories in the database at ``url``, by the options, else by the preset that fits, else by a guess.

    Raises:
        StoreUnreadableError: SQLAlchemy or the driver is missing, the server does not answer, or nothing in
            the database looks like a memory. The message never holds the password.
    """
    address = _address(url)
    connect = partial(_connected, address)
    name = text(options, "preset")
    known: SqlPreset | None = next((one for one in presets() if one.kind == name), None)
    if name and known is None:
        known = preset_at(Path(name))
    if not options:
        with connect() as database:
            known = best_preset(database)
            if known is None and not guessed(database.tables()):
                shown = address.render_as_string()
                raise StoreUnreadableError(f"{shown}: no table looks like a memory; name it in the options")
    place = Path(f"{address.host or 'local'}/{address.database or ''}")
    title = address.get_backend_name()
    if known is not None:
        kind, identity = known.kind, known.identity
        return SqlStore(place, known.sources, known.talks, kind, identity, connect=connect, title=title)
    return SqlStore(place, partial(mapped, options=options), kind=KIND, connect=connect, title=title)


class ServerDatabase:
    """An open read-only transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.dialect = connection.dialect.name

    def execute(self, query: str) -> "ServerRows":
        """The rows of ``query``, fetched in batches."""
        options = {"stream_results": True, "yield_per": _BATCH, "no_parameters": True}
        return ServerRows(self._connection.exec_driver_sql(query, execution_options=options))

    def answers(self, query: str) -> bool:
        """Whether the schema has what ``query`` asks for; a refused query leaves the transaction usable."""
        try:
            with self._connection.begin_nested():
                options = {"no_parameters": True}
                self._connection.exec_driver_sql(f"EXPLAIN {query}", execution_options=options).close()
        except DatabaseError:
            return False
        return True

    def tables(self) -> list[Table]:
        """The tables of all schemas that are not the server's own; of equal names the first counts."""
        inspector = inspect(self._connection)
        found: dict[str, Table] = {}
        for schema in self.schemas():
            for name in sorted(inspector.get_table_names(schema)):
                columns = tuple(column["name"] for column in inspector.get_columns(name, schema))
                key = tuple(inspector.get_pk_constraint(name, schema)["constrained_columns"])
                found.setdefault(name, Table(name, columns, key))
        return sorted(found.values(), key=lambda table: table.name)

    def schemas(self) -> list[str]:
        """The schemas to look into, the default one first."""
        inspector = inspect(self._connection)
        usual = inspector.default_schema_name or ""
        if self.dialect != "postgresql":
            return [usual]
        others = sorted(name for name in inspector.get_schema_names() if name not in _OWN_SCHEMAS)
        return [usual, *(name for name in others if name != usual)]


class ServerRows:
    """The rows of a query in the form that ``auditor.stores.databases.Rows`` describes."""

    def __init__(self, result: CursorResult[Any]) -> None:
        self._result = result
        self.description = [(name,) for name in result.keys()]  # noqa: SIM118  # no dict

    def __iter__(self) -> Iterator[Sequence[object]]:
        """The rows, every cell None, a number or bytes."""
        for row in self._result:
            yield [_cell(cell) for cell in row]


@contextmanager
def _connected(address: URL) -> Iterator[ServerDatabase]:
    shown = address.render_as_string()
    try:
        engine = create_engine(address, poolclass=NullPool, connect_args=_timeout(address))
        dialect = engine.dialect.name
        with engine.connect() as plain:
            connection = plain.execution_options(**_OPTIONS.get(dialect, {}))
            for statement in _FIRST.get(dialect, ()):
                connection.exec_driver_sql(statement, execution_options={"no_parameters": True})
            database = ServerDatabase(connection)
            if dialect == "postgresql":
                _look_everywhere(connection, database.schemas())
            yield database
            connection.rollback()
    except ImportError as error:
        raise StoreUnreadableError(f"{shown}: the driver is missing ({error}); {INSTALL}") from error
    except SQLAlchemyError as error:
        raise StoreUnreadableError(f"{shown}: {_reason(error, address)}") from error


def _look_everywhere(connection: Connection, schemas: Sequence[str]) -> None:
    """Let table names without a schema be found in all of them."""
    quoted = ", ".join(connection.dialect.identifier_preparer.quote_identifier(name) for name in schemas)
    options = {"no_parameters": True}
    connection.exec_driver_sql(f"SET LOCAL search_path TO {quoted}", execution_options=options)


def _address(url: str) -> URL:
    scheme, separator, rest = url.partition("://")
    try:
        return make_url(_DRIVERS.get(scheme, scheme) + separator + rest)
    except (ArgumentError, ValueError):
        raise StoreUnreadableError(
            "the URL of a database should be like postgresql://user:password@host:5432/name"
        ) from None


def _timeout(address: URL) -> dict[str, int]:
    known = address.get_backend_name() in {"postgresql", "mysql", "mariadb"}
    return {"connect_timeout": _SECONDS} if known else {}


def _reason(error: Exception, address: URL) -> str:
    """The first line of what the driver says, without the password should it be quoted there."""
    text = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    password = str(address.password or "")
    return text.replace(password, "***") if password else text


def _cell(cell: object) -> object:
    """A value of the driver's as SQLite would give it: None, a number, or bytes."""
    if cell is None or isinstance(cell, int | float | bytes):
        return cell
    if isinstance(cell, memoryview | bytearray):
        return bytes(cell)
    if isinstance(cell, Decimal):
        return int(cell) if cell == cell.to_integral_value() else float(cell)
    if isinstance(cell, datetime | date):
        return cell.isoformat().encode()
    if isinstance(cell, Mapping | list | tuple | set | frozenset):
        return json.dumps(cell, default=_plain, ensure_ascii=False).encode(errors="replace")
    return str(cell).encode(errors="replace")


def _plain(value: object) -> object:
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    cell = _cell(value)
    return cell.decode(errors="replace") if isinstance(cell, bytes) else cell
