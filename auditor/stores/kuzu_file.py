"""Graphiti's graph in a Kuzu file, read from a private copy with Kuzu itself, when nobody writes it."""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from auditor.errors import StoreBusyError, StoreUnreadableError
from auditor.files import stamp
from auditor.records import Entry, Json, Transcript
from auditor.stores.document_store import DocumentKind
from auditor.stores.graph_documents import GRAPHITI, episodes_of, facts_of
from auditor.times import rfc3339

INSTALL = "install the extra `graph`: pip install 'memory-auditor[graph]'"
_MAGIC = b"KUZU"
_SIDE_FILES = (".wal", ".shadow", ".wal.checkpoint")
_EDGES = """
MATCH (a:Entity)-[:RELATES_TO]->(e:RelatesToNode_)-[:RELATES_TO]->(b:Entity)
RETURN e.uuid AS uuid, e.fact AS fact, e.name AS name, e.group_id AS group_id, e.episodes AS episodes,
  e.valid_at AS valid_at, e.invalid_at AS invalid_at, e.expired_at AS expired_at, e.created_at AS created_at,
  a.uuid AS source_node_uuid, b.uuid AS target_node_uuid ORDER BY uuid"""
_NODES = """
MATCH (n:Entity)
RETURN n.uuid AS uuid, n.name AS name, n.group_id AS group_id, n.summary AS summary ORDER BY uuid"""
_EPISODES = """
MATCH (p:Episodic) RETURN p.uuid AS uuid, p.name AS name, p.group_id AS group_id, p.content AS content,
  p.valid_at AS valid_at, p.created_at AS created_at ORDER BY valid_at, uuid"""


def _facts(path: Path) -> Iterator[Entry]:
    with _rows(path) as rows:
        graph: dict[str, Json] = {"edges": rows(_EDGES), "entities": rows(_NODES)}
    yield from facts_of(graph)


def _episodes(path: Path) -> Iterable[Transcript]:
    with _rows(path) as rows:
        graph: dict[str, Json] = {"episodes": rows(_EPISODES)}
    return list(episodes_of(graph, path))


@contextmanager
def _rows(path: Path) -> Iterator[Any]:
    """What gives the rows of a query on a copy of the file at ``path``."""
    try:
        import kuzu  # noqa: PLC0415  # an extra, and slow to import
    except ImportError as error:
        raise StoreUnreadableError(f"{path}: a Kuzu database; {INSTALL}") from error
    with TemporaryDirectory(prefix="auditor-") as folder:
        copy = Path(folder) / "copy.kuzu"
        _copy(path, copy)
        try:
            connection = kuzu.Connection(kuzu.Database(str(copy), read_only=True))
            yield lambda query: _records(connection.execute(query))
        except RuntimeError as error:
            raise StoreUnreadableError(f"{path}: Kuzu cannot read it ({error})") from error


def _copy(path: Path, copy: Path) -> None:
    before = stamp(path)
    try:
        shutil.copyfile(path, copy)
    except OSError as error:
        raise StoreUnreadableError(f"{path}: cannot be copied ({error.strerror})") from error
    if stamp(path) != before or any(path.with_name(path.name + suffix).exists() for suffix in _SIDE_FILES):
        raise StoreBusyError(f"{path}: is being written; try again when its program is idle")


def _records(result: Any) -> list[Json]:
    names: list[str] = result.get_column_names()
    found: list[Json] = []
    while result.has_next():
        cells = zip(names, result.get_next(), strict=True)
        found.append({name: _value(cell) for name, cell in cells})
    return found


def _value(cell: Any) -> Json:
    """A cell as JSON; Graphiti's times are UTC and have no zone."""
    if isinstance(cell, datetime):
        return rfc3339(cell if cell.tzinfo else cell.replace(tzinfo=UTC))
    if isinstance(cell, list):
        return [_value(one) for one in cell]
    return cell if isinstance(cell, str | int | float | Mapping) else None


def _is_kuzu(path: Path) -> bool:
    """Whether it is a Kuzu file; one with its export beside it is read by that."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC and not any(
                GRAPHITI.recognises(beside) for beside in path.parent.glob("*.json")
            )
    except OSError:
        return False


GRAPHITI_KUZU = DocumentKind(
    "graphiti-kuzu",
    GRAPHITI.identity,
    "Graphiti on Kuzu, one entry a fact that is still held",
    _is_kuzu,
    _facts,
    _episodes,
)
