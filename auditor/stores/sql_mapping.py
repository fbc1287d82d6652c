"""Which table of a database is the memory, and what its columns mean: given, or guessed."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from auditor.stores.databases import Table
from auditor.stores.fields import (
    CANONICAL,
    ID_FIELDS,
    MORE_TEXT_FIELDS,
    NAMESPACE_FIELDS,
    TEXT_FIELDS,
    is_volatile,
)

_MEMORY_NAME = re.compile(
    r"memor|fact|remember|knowledge|preference|profile|observation|note|entry|entries", re.IGNORECASE
)
_STORE_NAME = re.compile(r"store|item|record|data|kv|state|setting|archive|passage|block", re.IGNORECASE)
_OTHER_NAME = re.compile(
    r"migrat|version|schema|session|message|history|chat|turn|log|event|trace|metric|embedding|vector|vec_"
    r"|index|job|cache|queue|config|user|agent|tool|file|source|tag|link|relation|edge|run|lock|token",
    re.IGNORECASE,
)  # fmt: skip
_TIMES = frozenset(("created_at", "updated_at", "expires_at"))
_WEIGHTS = {"memory": 4, "other": -3, "speaker": -3, "text": 3, "more text": 1, "some text": 1}
_TEXT_PATTERNS = ("{}_text", "{}_content", "{}_json", "memory_{}", "fact_{}")
_LEAST_SCORE = 2
_SURE_SCORE = 6
PREFIX = "auditor_table"


@dataclass(frozen=True, slots=True)
class Source:
    """How a query's rows become entries.

    ``query`` yields columns named as in ``auditor.stores.fields``; the values of ``key`` joined by "/"
    are the entry's key; ``text`` is what is remembered (None: the record without key and known fields).
    ``unit`` is ``row``, or ``line``: each line of the text is an entry ``key#number``.
    """

    query: str
    key: tuple[str, ...]
    text: str | None
    reading: str
    unit: str = "row"


def guessed(tables: Iterable[Table]) -> list[Source]:
    """The sources for the tables that look like a memory, the likeliest first; none where none does.

    Names decide, never how many rows there are: a memory that was emptied is still the memory. Keys of
    further tables begin with the table's name.
    """
    scored = sorted(((_score(table), table) for table in tables), key=lambda s: (-s[0], s[1].name))
    likely = [table for score, table in scored if score >= _LEAST_SCORE]
    surely = [table for score, table in scored if score >= _SURE_SCORE]
    return [source_of(likely[0]), *(source_of(t, prefix=True) for t in surely[1:])] if likely else []


def source_of(
    table: Table, key: Sequence[str] = (), text: str | None = None, where: str = "", *, prefix: bool = False
) -> Source:
    """The source for ``table``; what is not given is guessed from the names of its columns."""
    names = tuple(key) or _key(table)
    text = text or _text(table, names)
    kept = [name for name in table.columns if name in names or name == text or not is_volatile(name)]
    columns = ", ".join(_quoted(name) for name in kept)
    if "rowid" in names and "rowid" not in table.columns:
        columns = f"rowid AS rowid, {columns}"
    if prefix:
        literal = table.name.replace("'", "''")
        columns = f"'{literal}' AS {PREFIX}, {columns}"
    live = where or _live(table)
    query = f"SELECT {columns} FROM {_quoted(table.name)}" + (f" WHERE {live}" if live else "")  # noqa: S608 -- names are quoted
    told = [f"key {'/'.join(names)}", f"text {text}" if text else "the whole row remembered"]
    told += [f"{CANONICAL[name]} {name}" for name in kept if name in CANONICAL and name not in (*names, text)]
    told += [f"namespace {name}" for name in kept if name in NAMESPACE_FIELDS and name not in names]
    told += [f"only where {live}"] if live else []
    keys = (PREFIX, *names) if prefix else names
    return Source(query, keys, text, f"table {table.name}: {', '.join(told)}")


def _score(table: Table) -> int:
    """How much a table looks like a memory; its name counts most, then what its columns are called."""
    text = _text(table, _key(table))
    known = {CANONICAL[name] for name in table.columns if name in CANONICAL}
    if not text and not known & _TIMES:
        return 0
    score = _WEIGHTS["memory"] * bool(_MEMORY_NAME.search(table.name))
    score += _WEIGHTS["other"] * bool(_OTHER_NAME.search(table.name))
    score += _WEIGHTS["speaker"] * bool({"role", "sender", "speaker"} & set(table.columns))
    score += _WEIGHTS["more text"] * (text in MORE_TEXT_FIELDS)
    score += _WEIGHTS["text"] * (text in TEXT_FIELDS) + _WEIGHTS["some text"] * (text is not None)
    return score + bool(known & _TIMES) + ("owner" in known) + bool(_STORE_NAME.search(table.name))


def _key(table: Table) -> tuple[str, ...]:
    if table.key:
        return tuple(sorted(table.key, key=lambda name: name not in NAMESPACE_FIELDS))
    named = [name for name in ID_FIELDS if name in table.columns]
    if not named:
        return ("rowid",)
    scope = [name for name in NAMESPACE_FIELDS if name in table.columns] if named[0] == "key" else []
    return (*scope[:1], named[0])


def _text(table: Table, key: Sequence[str]) -> str | None:
    names = [name for name in table.columns if name not in key]
    for wanted in TEXT_FIELDS:
        for name in names:
            if name == wanted or name.lower() in (
                wanted,
                f"{wanted}_text",
                f"{wanted}_content",
                f"memory_{wanted}",
            ):
                return name
    unknown = [n for n in names if n not in CANONICAL and n not in NAMESPACE_FIELDS and not is_volatile(n)]
    more = [name for name in unknown if name.lower() in MORE_TEXT_FIELDS]
    if len(more) == 1:
        return more[0]
    return unknown[0] if len(unknown) == 1 else None


def _live(table: Table) -> str:
    """The condition that leaves out what the store itself marks as deleted."""
    if "deleted_at" in table.columns:
        return "deleted_at IS NULL"
    marks = [name for name in ("is_deleted", "deleted") if name in table.columns]
    return f"NOT coalesce({marks[0]}, 0)" if marks else ""


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
