"""What a SQL store asks of a database, whatever program keeps it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

INSTALL = "install it with: pip install 'memory-auditor[sql]'"


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its columns, the primary key's first among them in ``key``."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]


class Rows(Protocol):
    """The rows of a query; the first of each item of ``description`` is a column's name."""

    @property
    def description(self) -> Sequence[Sequence[Any]]:
        """The columns."""

    def __iter__(self) -> Iterator[Sequence[object]]:
        """The rows: each cell None, a number, or bytes (text in UTF-8, JSON as text)."""


class Database(Protocol):
    """A database that is only read, in one consistent state. Raises StoreUnreadableError and its kin."""

    dialect: str

    def execute(self, query: str) -> Rows:
        """The rows of ``query``, streamed."""

    def tables(self) -> list[Table]:
        """The tables that may hold memories, by name."""

    def answers(self, query: str) -> bool:
        """Whether the schema has what ``query`` asks for."""


Connect = Callable[[], AbstractContextManager[Database]]
