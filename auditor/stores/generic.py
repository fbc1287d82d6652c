"""The generic kinds as openers: JSON, JSON Lines, MCP graph, SQLite, Markdown, conversations."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from auditor.errors import StoreUnreadableError
from auditor.records import Json
from auditor.stores import sql_mapping
from auditor.stores.conversation_store import ConversationStore
from auditor.stores.databases import Database
from auditor.stores.graph_store import GraphStore
from auditor.stores.interface import Identity, Opener, Store
from auditor.stores.json_store import JsonStore
from auditor.stores.jsonl_store import JsonLinesStore
from auditor.stores.markdown_store import Layout, MarkdownStore, walk
from auditor.stores.markdown_units import Unit
from auditor.stores.sniffing import Look, Shape, look_at
from auditor.stores.sql_mapping import Source
from auditor.stores.sql_presets import SqlPreset, preset_at, preset_for, presets, schema_of
from auditor.stores.sql_store import SqlStore
from auditor.stores.sqlite_files import has_header

_NOTES = (".md", ".markdown")
_BESIDE_NOTES = (*_NOTES, ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".pdf", ".canvas", ".css")

_OF_RECORDS = ("docstore",)  # mem0 on FAISS: id to payload

Options = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Generic:
    """An opener made of two functions."""

    kind: str
    _recognises: Callable[[Path], bool]
    _open: Callable[[Path, Options], Store]

    def recognises(self, path: Path) -> bool:
        """Whether this kind reads ``path``."""
        return self._recognises(path)

    def open(self, path: Path, options: Options) -> Store:
        """``path`` as a store."""
        return self._open(path, options)


def texts(options: Options, name: str) -> tuple[str, ...]:
    """Option ``name`` as a list of texts, also where one text stands for a list of one."""
    value = options.get(name, ())
    parts = (value,) if isinstance(value, str) else value
    if not isinstance(parts, Sequence) or not all(isinstance(part, str) for part in parts):
        raise TypeError(f"{name} must be a text or a list of texts")
    return tuple(str(part) for part in parts)


def text(options: Options, name: str, default: str = "") -> str:
    """Option ``name`` as a text."""
    value = options.get(name, default)
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a text")
    return value


def _shape(*shapes: Shape) -> Callable[[Path], bool]:
    def recognises(path: Path) -> bool:
        return path.is_file() and path.stat().st_size > 0 and look_at(path).shape in shapes

    return recognises


def _json(path: Path, options: Options) -> Store:
    given = text(options, "path")
    look = look_at(path)
    names = tuple(given.split(".")) if given else look.path
    of_records, identity = names[-1:] == _OF_RECORDS, _identity(look)
    return JsonStore(path, names, of_records=of_records, talks=look.chat, identity=identity)


def _json_lines(path: Path, options: Options) -> Store:
    del options
    return JsonLinesStore(path, _identity(look_at(path)))


def _identity(look: Look) -> Identity:
    return Identity.CONTENT if look.unkeyed else Identity.KEY


def _sqlite(path: Path, options: Options) -> Store:
    """By the options if there are any, else by the preset that fits, else by a guess."""
    for name in ("table", "text", "where", "query"):
        text(options, name)
    texts(options, "key")
    preset = preset_at(Path(text(options, "preset"))) if "preset" in options else None
    if not options:
        preset = preset_for(path)
    if preset is None:
        return SqlStore(path, partial(mapped, options=options))
    return _by(preset, path, options)


def sql_systems() -> tuple[Opener, ...]:
    """An opener for each system whose database a preset reads; its kind is the preset's."""
    return tuple(Generic(preset.kind, partial(_is_of, preset), partial(_by, preset)) for preset in presets())


def _is_of(preset: SqlPreset, path: Path) -> bool:
    return has_header(path) and schema_of(path).preset == preset


def _by(preset: SqlPreset, path: Path, options: Options) -> Store:
    del options
    return SqlStore(path, preset.sources, preset.talks, preset.kind, preset.identity)


def mapped(database: Database, options: Options) -> Sequence[Source]:
    """The source that the options name by ``table`` or ``query``, else those that are guessed.

    Raises:
        StoreUnreadableError: There is no such table or column.
    """
    if not options:
        return sql_mapping.guessed(database.tables())
    key, where, query = texts(options, "key"), text(options, "where"), text(options, "query")
    if query:
        return [Source(query, key or ("id",), text(options, "text") or None, "a query of the job's")]
    name = text(options, "table")
    named = [table for table in database.tables() if table.name == name]
    if not named:
        raise StoreUnreadableError(f"there is no table {name!r}")
    missing = {*key, text(options, "text")} - {*named[0].columns, "", "rowid"}
    if missing:
        raise StoreUnreadableError(f"table {name} has no column {', '.join(sorted(missing))}")
    return [sql_mapping.source_of(named[0], key, text(options, "text") or None, where)]


def _is_sqlite_memory(path: Path) -> bool:
    if not has_header(path):
        return False
    schema = schema_of(path)
    return schema.preset is not None or schema.guessable


def _markdown(path: Path, options: Options) -> Store:
    usual = Layout()
    layout = Layout(
        Unit(text(options, "unit", usual.unit)),
        text(options, "key"),
        texts(options, "include") or usual.include,
        texts(options, "exclude"),
        texts(options, "sections"),
        texts(options, "skipped_sections"),
        texts(options, "ignored"),
        text(options, "delimiter", usual.delimiter),
        text(options, "index"),
    )
    return MarkdownStore(path, layout)


def _is_markdown(path: Path) -> bool:
    if path.is_file():
        return path.suffix.lower() in _NOTES
    files = list(walk(path))
    notes = [file for file in files if file.suffix.lower() in _NOTES]
    return bool(notes) and all(file.suffix.lower() in _BESIDE_NOTES for file in files)


GENERIC: tuple[Opener, ...] = (
    Generic("sqlite", _is_sqlite_memory, _sqlite),
    Generic("markdown", _is_markdown, _markdown),
    Generic("mcp-memory", _shape(Shape.GRAPH_LINES), lambda path, _: GraphStore(path)),
    Generic("conversations", _shape(Shape.CHAT), lambda path, _: ConversationStore(path)),
    Generic("jsonl", _shape(Shape.LINES), _json_lines),
    Generic("json", _shape(Shape.OBJECT, Shape.LIST), _json),
)
