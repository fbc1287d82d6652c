"""Tables of a SQL database, streamed row by row."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec

from auditor.errors import StoreUnreadableError
from auditor.records import Entry, Json, NotChecked, Note, Transcript
from auditor.stores.databases import Connect, Database
from auditor.stores.entries import entry_of, entry_of_item
from auditor.stores.fields import is_known
from auditor.stores.hostile import RefusedError, parse, safe_text
from auditor.stores.interface import Identity
from auditor.stores.sql_mapping import PREFIX, Source
from auditor.stores.sql_talks import transcripts_in
from auditor.stores.sqlite_database import sqlite_database

_JSON_STARTS = ("{", "[", '"')

Sources = Callable[[Database], Sequence[Source]]
Talks = Callable[[Database], Sequence[str]]


class SqlStore:
    """A SQL database. Rows are a source's number and its columns in msgpack.

    Args:
        place: The database file.
        sources: Which queries hold the memories, given an open database.
        talks: Which queries hold conversations, likewise.
        kind: The store kind to report.
        identity: How changes look in it.
        connect: Opens the database. Default: the SQLite file at ``place``.
        title: What kind of database it is, for people.
    """

    def __init__(
        self,
        place: Path,
        sources: Sources,
        talks: Talks = lambda _: (),
        kind: str = "sqlite",
        identity: Identity = Identity.KEY,
        *,
        connect: Connect | None = None,
        title: str = "SQLite",
    ) -> None:
        self.place = place
        self.kind = kind
        self.identity = identity
        self.partial = ""
        self._connect = connect or partial(sqlite_database, place)
        self._title = title
        self._find_sources = sources
        self._find_talks = talks
        self._sources: Sequence[Source] = ()
        self._columns: list[tuple[str, ...]] = []
        self._looked = False
        self._problems: list[NotChecked | Note] = []

    @property
    def reading(self) -> str:
        """The tables and what their columns are taken for."""
        self._look()
        told = [source.reading for source in self._sources] or [f"preset {self.kind}: conversations only"]
        return f"{self._title}, " + "; ".join(told)

    @property
    def conversations_only(self) -> bool:
        """Whether no table here holds memories."""
        self._look()
        return not self._sources

    def rows(self) -> Iterator[bytes]:
        """The live rows of each source."""
        self._problems.clear()
        encode = msgspec.msgpack.Encoder().encode
        with self._connect() as database:
            self._describe(database)
            for number, source in enumerate(self._sources):
                for row in database.execute(source.query):
                    yield encode((number, *row))

    def entries(self, row: bytes) -> Sequence[Entry]:
        """The entry of one row, or those of its lines."""
        self._look()
        number, *cells = msgspec.msgpack.decode(row)
        source = self._sources[number]
        record: dict[str, Json] = {}
        try:
            for name, cell in zip(self._columns[number], cells, strict=True):
                value = _value(cell, binary_matters=name in (*source.key, source.text))
                if value is not None and not _is_only_key(name, source):
                    record[name] = value
        except RefusedError as error:
            self._problems.append(NotChecked("", _key(source, self._columns[number], cells), f"{error}"))
            return ()
        if source.text is not None and source.text not in record:
            record[source.text] = None
        entry = _entry(record, _key(source, self._columns[number], cells), source.text)
        return [entry] if source.unit == "row" else _lines(entry)

    def problems(self) -> Sequence[NotChecked | Note]:
        """Rows whose key or text is no text."""
        return tuple(self._problems)

    def transcripts(self) -> Iterable[Transcript]:
        """The conversations in the tables that a preset knows to hold some."""
        with self._connect() as database:
            queries = self._find_talks(database)
            return [talk for query in queries for talk in transcripts_in(database, query, str(self.place))]

    def _look(self) -> None:
        if not self._looked:
            with self._connect() as database:
                self._describe(database)

    def _describe(self, database: Database) -> None:
        self._sources = self._find_sources(database)
        if not self._sources and not self._find_talks(database):
            raise StoreUnreadableError(f"{self.place}: no table looks like a memory; name it in the options")
        self._looked = True
        self._columns = [
            tuple(column[0] for column in database.execute(f"{source.query} LIMIT 0").description)
            for source in self._sources
        ]


def _is_only_key(name: str, source: Source) -> bool:
    """Whether a column does nothing but name the entry (an owner or namespace in a key says more)."""
    return name == PREFIX or (name in source.key and name != source.text and not is_known(name))


def _value(cell: object, *, binary_matters: bool) -> Json:
    """A cell as JSON: text decoded, and read as JSON where it is that; None for binary content."""
    if not isinstance(cell, bytes):
        return cell if isinstance(cell, int | float | str) else None
    try:
        text = cell.decode()
    except UnicodeDecodeError as error:
        if binary_matters:
            raise RefusedError("the text is not UTF-8") from error
        return None
    if text.startswith(_JSON_STARTS):
        with suppress(RefusedError):
            return parse(cell)
    return text


def _key(source: Source, columns: Sequence[str], cells: Sequence[object]) -> str:
    named = dict(zip(columns, cells, strict=True))
    parts = [named.get(name) for name in source.key]
    return "/".join(
        safe_text(part.decode(errors="replace")) if isinstance(part, bytes) else str(part)
        for part in parts
        if part is not None
    )


def _entry(record: Mapping[str, Json], key: str, text: str | None) -> Entry:
    entry = entry_of_item(record, key=key, text=text)
    inner = entry_of(key, entry.value)
    return Entry(key, inner.value, {**entry.meta, **inner.meta}) if inner.meta else entry


def _lines(entry: Entry) -> Sequence[Entry]:
    """Each line of a block of prose as an entry, in the block's namespace."""
    if not isinstance(entry.value, str):
        return [entry]
    meta = {"namespace": entry.key, **entry.meta}
    lines = enumerate(entry.value.splitlines())
    return [Entry(f"{entry.key}#{number}", line.strip(), meta) for number, line in lines if line.strip()]
