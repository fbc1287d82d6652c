"""Knowledge graphs written as one JSON document: Graphiti's nodes and edges, MCP memory's read_graph."""

from collections.abc import Iterator
from pathlib import Path

from auditor.records import Entry, Json, Transcript
from auditor.stores.document_store import DocumentKind, document, no_talks, records
from auditor.stores.fields import time_text
from auditor.stores.graph_store import observations_of, relation_of
from auditor.stores.interface import Identity
from auditor.stores.sniffing import Shape, look_at
from auditor.times import moment_of
from auditor.transcripts.plain import PlainTextReader

_NODES = ("entities", "nodes", "entity_nodes")
_EDGES = ("edges", "entity_edges", "facts")


def _graphiti(path: Path) -> Iterator[Entry]:
    return facts_of(document(path))


def facts_of(graph: Json) -> Iterator[Entry]:
    """The facts that are still held: an edge with an end was retired, which is not a deletion."""
    nodes = {str(node.get("uuid")): node for name in _NODES for node in records(graph, name)}
    for edge in (edge for name in _EDGES for edge in records(graph, name)):
        if edge.get("expired_at") is not None or edge.get("invalid_at") is not None:
            continue
        start, end = (nodes.get(str(edge.get(side)), {}) for side in ("source_node_uuid", "target_node_uuid"))
        meta: dict[str, Json] = {
            "namespace": start.get("name") or "",
            "owner": edge.get("group_id"),
            "relation_name": edge.get("name"),
            "target": end.get("name"),
            "valid_from": time_text(edge.get("valid_at")),
            "created_at": time_text(edge.get("created_at")),
            "episodes": edge.get("episodes"),
        }
        yield Entry(str(edge.get("uuid")), edge.get("fact"), {k: v for k, v in meta.items() if v})
    for key, node in nodes.items():
        if node.get("summary"):
            meta = {"namespace": node.get("name") or "", "owner": node.get("group_id"), "summary": True}
            yield Entry(key, node["summary"], {k: v for k, v in meta.items() if v})


def _episodes(path: Path) -> Iterator[Transcript]:
    return episodes_of(document(path), path)


def episodes_of(graph: Json, path: Path) -> Iterator[Transcript]:
    """The conversations that ``graph``, kept at ``path``, was made from."""
    for episode in records(graph, "episodes"):
        at = moment_of(episode.get("valid_at")) or moment_of(episode.get("created_at"))
        text = episode.get("content")
        if not isinstance(text, str):
            continue
        for said in PlainTextReader().read(path, text.encode(errors="replace")).transcripts:
            user = str(episode["group_id"]) if episode.get("group_id") else None
            name = str(episode.get("name") or episode.get("uuid"))
            yield Transcript(name, said.turns, said.at or at, user, str(path))


def _mcp_graph(path: Path) -> Iterator[Entry]:
    graph = document(path)
    for entity in records(graph, "entities"):
        yield from observations_of(entity) or ()
    for relation in records(graph, "relations"):
        found = relation_of(relation)
        if found:
            yield found


def _is_graphiti(path: Path) -> bool:
    return path.is_file() and look_at(path).shape is Shape.GRAPHITI


def _is_mcp_graph(path: Path) -> bool:
    return path.is_file() and look_at(path).shape is Shape.GRAPH


GRAPHITI = DocumentKind(
    "graphiti",
    Identity.TEMPORAL,
    "Graphiti export, one entry a fact that is still held",
    _is_graphiti,
    _graphiti,
    _episodes,
)
MCP_GRAPH = DocumentKind(
    "mcp-memory-graph",
    Identity.CONTENT,
    "MCP memory graph, one entry an observation or relation",
    _is_mcp_graph,
    _mcp_graph,
    no_talks,
)
