"""What a path is: recognised by its content, or opened as the kind that somebody names."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from zipfile import is_zipfile

from auditor.errors import StoreNotFoundError, StoreUnreadableError, UnknownStoreKindError
from auditor.records import Json
from auditor.stores.accompanied import accompanied
from auditor.stores.backend_store import PythonBackend
from auditor.stores.codex_pipeline import CodexPipeline
from auditor.stores.databases import INSTALL
from auditor.stores.export_documents import CHATGPT, CLAUDE_AI, LETTA_FILE
from auditor.stores.flat import EMPTIED
from auditor.stores.generic import GENERIC, sql_systems
from auditor.stores.graph_documents import GRAPHITI, MCP_GRAPH
from auditor.stores.interface import Opener, Store
from auditor.stores.kuzu_file import GRAPHITI_KUZU
from auditor.stores.langgraph_checkpoints import LangGraphCheckpoints
from auditor.stores.markdown_store import walk
from auditor.stores.mem0_store import Mem0
from auditor.stores.note_presets import note_presets
from auditor.stores.sqlite_files import has_header
from auditor.stores.strands import STRANDS
from auditor.stores.unreadable_store import UnreadableStore
from auditor.stores.zipped import looks_zipped

OWN: tuple[Opener, ...] = (
    *(Mem0(), LangGraphCheckpoints(), CodexPipeline(), STRANDS, PythonBackend(), GRAPHITI_KUZU),
    *(CHATGPT, CLAUDE_AI, LETTA_FILE, GRAPHITI, MCP_GRAPH),
)
_DATABASES = (".db", ".sqlite", ".sqlite3", ".vscdb")
_JSON_SUFFIXES = (".json", ".jsonl", ".ndjson", ".af")
_STORE_SUFFIXES = (*_DATABASES, *_JSON_SUFFIXES, ".md", ".markdown", ".txt", ".zip", ".kuzu")
_NO_STORES = ("package.json", "package-lock.json", "tsconfig.json", "settings.json", "config.json",
              "meta.json",
              "expected.json", "manifest.json", "expected.md", "README.md", "LICENSE.md",
              "CHANGELOG.md")  # fmt: skip
_EXPORTED_CHATS = "conversations.json"
_BESIDE_EXPORTED_CHATS = ("users.json", "user.json", "user_settings.json", "projects.json",
                          "message_feedback.json", "shared_conversations.json",
                          "model_comparisons.json")  # fmt: skip
_AGENT_FOLDERS = (".claude", ".codex", ".codeium", ".gemini", ".hermes", ".letta", ".mem0", ".openclaw")
_MOST_FOLDERS = 200
_EXPORT_WORDS = ("export", "dump", "backup")


def open_store(path: Path, kind: str | None = None, options: Mapping[str, Json] | None = None) -> Store:
    """The store at ``path``, of ``kind`` or of the one that its content shows.

    Raises:
        StoreNotFoundError: There is nothing at ``path``.
        UnknownStoreKindError: Nothing known reads it, or there is no such ``kind``.
        StoreUnreadableError: It is of a known kind but damaged, or an option is wrong.
    """
    if not path.exists():
        raise StoreNotFoundError(f"{path}: there is nothing")
    if not path.is_file() and not path.is_dir():
        raise StoreUnreadableError(f"{path}: neither a file nor a folder")
    opener = _named(kind) if kind else next((o for o in openers() if o.recognises(path)), None)
    if opener is None:
        if path.is_file() and not path.stat().st_size:
            raise StoreUnreadableError(f"{path}: {EMPTIED}")
        raise UnknownStoreKindError(f"{path}: no known memory store; name its kind ({', '.join(kinds())})")
    try:
        return opener.open(path, options or {})
    except (TypeError, ValueError) as error:
        raise StoreUnreadableError(f"{path}: an option of kind {opener.kind} is wrong ({error})") from error


def open_database(url: str, options: Mapping[str, Json] | None = None) -> Store:
    """The memories in the database of a server (``docs/stores.md``).

    Raises:
        StoreUnreadableError: What it needs is not installed, or it does not answer, or an option is wrong.
    """
    try:
        from auditor.stores.sql_server import open_server  # noqa: PLC0415  # an extra, and slow to import
    except ImportError as error:
        raise StoreUnreadableError(f"a database server is read with SQLAlchemy; {INSTALL}") from error
    try:
        return open_server(url, options or {})
    except (TypeError, ValueError) as error:
        raise StoreUnreadableError(f"an option of the database is wrong ({error})") from error


def find_stores(folder: Path) -> list[tuple[str, Store]]:
    """The stores under ``folder`` with their paths relative to it ("." for the folder itself), by path.

    A file gives itself under its name. What has a store's name but cannot be read is an
    ``UnreadableStore``, so that damage never looks like absence. An export beside a database is left out.
    Conversations that lie near a store are among its own.

    Raises:
        StoreNotFoundError: There is nothing at ``folder``.
        StoreUnreadableError: A folder cannot be listed.
    """
    if not folder.is_dir():
        return [(folder.name, open_store(folder))]
    found = accompanied(list(_inside(folder)))
    return [(path.relative_to(folder).as_posix(), store) for path, store in found]


@cache
def openers() -> tuple[Opener, ...]:
    """All adapters in the order in which they are asked: those plugged in by name, then our own."""
    points = sorted(entry_points(group="auditor.stores"), key=lambda point: point.name)
    return (*(point.load()() for point in points), *OWN, *note_presets(), *sql_systems(), *GENERIC)


def kinds() -> list[str]:
    """The names of all kinds."""
    return [opener.kind for opener in openers()]


def _named(kind: str) -> Opener:
    found = next((opener for opener in openers() if opener.kind == kind), None)
    if found is None:
        raise UnknownStoreKindError(f"there is no store kind {kind!r}; known are {', '.join(kinds())}")
    return found


def _inside(folder: Path) -> Iterator[tuple[Path, Store]]:
    opener = next((opener for opener in openers() if opener.recognises(folder)), None)
    if opener is not None and not (opener in GENERIC and _holds_a_known_one(folder)):
        yield folder, opener.open(folder, {})
        return
    children = sorted(c for c in folder.iterdir() if not c.name.startswith(".") or c.name in _AGENT_FOLDERS)
    stores = [
        (child, store) for child in children if child.is_file() and (store := _of_file(child)) is not None
    ]
    has_database = any(child.suffix in _DATABASES for child, _ in stores)
    yield from ((child, store) for child, store in stores if not (has_database and _is_export(child)))
    for child in children:
        if child.is_dir() and not child.is_symlink() and any(walk(child)):
            yield from _inside(child)


def _holds_a_known_one(folder: Path) -> bool:
    """Whether a folder of loose notes holds a note or a folder of notes of a known system."""
    files = list(walk(folder))
    below = {path.parent for path in files} | {path.parent.parent for path in files}
    inside = sorted(path for path in below if path != folder and path.is_relative_to(folder))
    places = [*inside[:_MOST_FOLDERS], *files[:_MOST_FOLDERS]]
    return any(preset.recognises(path) for path in places for preset in note_presets())


def _of_file(path: Path) -> Store | None:
    if path.suffix.lower() not in _STORE_SUFFIXES or path.name in _NO_STORES:
        return None
    if path.name in _BESIDE_EXPORTED_CHATS and (path.parent / _EXPORTED_CHATS).is_file():
        return None
    try:
        return open_store(path)
    except UnknownStoreKindError:
        broken = (
            path.suffix.lower() in _JSON_SUFFIXES
            or (path.suffix in _DATABASES and not has_header(path))
            or (path.suffix == ".zip" and looks_zipped(path) and not is_zipfile(path))
        )
        return UnreadableStore(path, f"{path}: not what its name says") if broken else None
    except StoreUnreadableError as error:
        return UnreadableStore(path, str(error))


def _is_export(path: Path) -> bool:
    with suppress(ValueError):
        return path.suffix == ".af" or any(word in path.stem.lower() for word in _EXPORT_WORDS)
    return False
