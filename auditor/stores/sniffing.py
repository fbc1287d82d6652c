"""A bounded look at a JSON file: what shape it has, and where in it the entries are."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from auditor.errors import StoreUnreadableError
from auditor.files import utf8
from auditor.records import Json, Speaker
from auditor.stores.fields import ID_FIELDS
from auditor.stores.sqlite_files import is_sqlite
from auditor.transcripts.messages import TEXT_FIELDS
from auditor.transcripts.reading import own_reader
from auditor.transcripts.roles import speaker_of

HEAD_BYTES = 1024 * 1024
_CONTAINERS = (
    *("memories", "memory_contents", "docstore", "memory", "entries", "items", "facts", "records", "results"),
    *("data", "store", "documents", "notes", "observations", "knowledge", "values"),
)
_SURE_CONTAINERS = ("memories", "memory_contents", "memory", "facts")
_WRAPPERS = ("config", "state", "content", "payload", "data", "store")
_ENVELOPE = frozenset((
    *("provider", "component_type", "component_version", "label", "class_name"),
    *("version", "schema", "schema_version", "format", "created_at", "updated_at", "exported_at"),
    *("generated_at", "last_updated", "count", "total", "page", "page_size", "limit", "offset", "next"),
    *("previous", "has_more", "user_id", "user", "owner", "agent", "agent_id", "app_id", "name", "id"),
    "kind",
    *("type", "source", "status", "metadata", "meta", "relations", "index_to_id", "$schema", "saved_at"),
    *("timestamp", "cursor", "namespace", "description"),
))  # fmt: skip
_CHAT_LISTS = ("messages", "turns", "chat_messages", "mapping")
_SPEAKER_FIELDS = ("role", "speaker", "sender", "from", "author")
_ITEMS = 5
_MOST_PARTS = 50


class Shape(StrEnum):
    """What a JSON file is."""

    OBJECT = "object"
    LIST = "list"
    LINES = "lines"
    GRAPH_LINES = "graph lines"
    GRAPH = "graph"
    GRAPHITI = "graphiti"
    CHAT = "chat"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Look:
    """A file's shape, the names that lead to its entries, and whether conversations are in it besides.

    ``unkeyed`` says that the entries are a list of records without ids: the text of one is its key.
    """

    shape: Shape
    path: tuple[str, ...] = ()
    chat: bool = False
    unkeyed: bool = False


def look_at(file: Path) -> Look:
    """The shape of ``file`` by its first ``HEAD_BYTES``.

    Raises:
        StoreUnreadableError: It cannot be read or is no text.
    """
    try:
        with file.open("rb") as opened:
            head = opened.read(HEAD_BYTES)
        if is_sqlite(head):
            return Look(Shape.OTHER)
        whole = file.stat().st_size <= len(head)
        text = (
            utf8(head if whole else head[: head.rfind(b"\n") + 1] or head).decode(errors="replace").lstrip()
        )
    except OSError as error:
        raise StoreUnreadableError(f"{file}: cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise StoreUnreadableError(f"{file}: the file {error}") from error
    if text[:1] not in ("{", "["):
        return Look(Shape.OTHER)
    if own_reader(file, text.encode()) is not None:
        return Look(Shape.CHAT)
    if text[0] == "{" and (lines := _objects_by_line(text)):
        return _of_lines(lines)
    return _of_list(text) if text[0] == "[" else _of_object(text)


def is_chat_message(value: Json) -> bool:
    """Whether ``value`` is a message of a conversation and no memory: a known speaker, and words."""
    if not isinstance(value, Mapping) or not any(name in value for name in TEXT_FIELDS):
        return False
    if isinstance(value.get("message"), Mapping):
        return is_chat_message(value["message"])
    if value.get("kind") in ("request", "response") and isinstance(value.get("parts"), list):
        return True  # Pydantic AI
    roles = [value[name] for name in _SPEAKER_FIELDS if isinstance(value.get(name), str)]
    if not roles and isinstance(value.get("data"), Mapping | list) and isinstance(value.get("type"), str):
        roles = [value["type"]]
    return any(speaker_of(str(role)) is not Speaker.UNKNOWN for role in roles)


def _objects_by_line(text: str) -> list[Mapping[str, Json]]:
    """The objects of a text with one a line (two lines at least, most of the first ones whole)."""
    lines = [line for line in text.split("\n", 20)[:20] if line.strip()]
    found = [value for line in lines if isinstance(value := _loads(line), Mapping)]
    whole = _loads(text) is not None
    many = len(found) > 1 or (len(found) == 1 and len(lines) > 1)
    return found if many and not whole and len(found) * 2 >= len(lines) else []


def _of_lines(lines: list[Mapping[str, Json]]) -> Look:
    if sum(map(_is_graph_line, lines)) * 2 > len(lines):
        return Look(Shape.GRAPH_LINES)
    if sum(map(_is_chat, lines)) * 2 > len(lines):
        return Look(Shape.CHAT)
    return Look(Shape.LINES, unkeyed=_is_unkeyed(lines))


def _of_list(text: str) -> Look:
    items = _first_items(text)
    chat = bool(items) and (all(map(_is_chat, items)) or _is_chat_list(items))
    return Look(Shape.CHAT) if chat else Look(Shape.LIST, unkeyed=_is_unkeyed(items))


def _of_object(text: str) -> Look:
    members, cut_off = _first_members(text)
    if _is_graph_line(members) and not cut_off:
        return Look(Shape.GRAPH_LINES)
    if any(_has_facts(members.get(name)) for name in ("edges", "entity_edges")):
        return Look(Shape.GRAPHITI)
    if isinstance(members.get("entities"), list) and isinstance(members.get("relations"), list):
        return Look(Shape.GRAPH)
    path = _container_path(members, cut_off)
    chat = cut_off in _CHAT_LISTS or _holds_chat(members)
    if chat and not (path and path[-1] in _SURE_CONTAINERS):
        return Look(Shape.CHAT)
    inside: Json = members
    for name in path:
        inside = inside.get(name) if isinstance(inside, Mapping) else None
    return Look(Shape.OBJECT, path, chat=chat, unkeyed=_is_unkeyed(inside))


def _container_path(
    members: Mapping[str, Json], cut_off: str | None = None, depth: int = 3
) -> tuple[str, ...]:
    """The names that lead to the one container of entries; () where the object itself is the container."""
    inner = [name for name in _CONTAINERS if isinstance(members.get(name), list | Mapping)]
    inner += [cut_off] if cut_off in _CONTAINERS else []
    wrappers = [name for name in _WRAPPERS if isinstance(members.get(name), Mapping)] if not inner else []
    known = {*inner, *wrappers, *(name for name in members if _holds_chat(members[name]))}
    if set(members) - known - _ENVELOPE or len([*inner, *wrappers]) != 1 or cut_off not in (None, *inner):
        return ()
    name = (inner or wrappers)[0]
    below = members.get(name)
    deeper = _container_path(below, depth=depth - 1) if depth and isinstance(below, Mapping) else ()
    return (name, *deeper) if inner or deeper else ()


def _is_graph_line(line: Mapping[str, Json]) -> bool:
    """A line of the MCP reference memory server (a damaged entity counts: its ``type`` says enough)."""
    if line.get("type") == "entity":
        return "observations" in line or "entityType" in line
    return line.get("type") == "relation" and "relationType" in line


def _is_unkeyed(items: Json) -> bool:
    """Whether ``items`` is a list of texts, or of records none of which has an id or a name."""
    first = items[:_ITEMS] if isinstance(items, list) else []
    names = {name for item in first if isinstance(item, Mapping) for name in item}
    return bool(first) and names.isdisjoint((*ID_FIELDS, "name"))


def _has_facts(edges: Json) -> bool:
    """Whether ``edges`` are Graphiti's: each with a fact, between two nodes."""
    items = edges[:_ITEMS] if isinstance(edges, list) else []
    return bool(items) and all(
        isinstance(edge, Mapping) and "fact" in edge and "source_node_uuid" in edge for edge in items
    )


def _is_chat(value: Json) -> bool:
    if is_chat_message(value):
        return True
    return isinstance(value, Mapping) and any(_is_chat_list(value.get(name)) for name in _CHAT_LISTS)


def _holds_chat(value: Json, depth: int = 5) -> bool:
    """Whether an object is a conversation or is there to hold some."""
    if _is_chat(value) or _is_chat_list(value):
        return True
    parts = list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, list) else []
    return depth > 0 and any(_holds_chat(part, depth - 1) for part in parts[:_MOST_PARTS])


def _is_chat_list(value: Json) -> bool:
    if isinstance(value, Mapping):
        return bool(value) and all(isinstance(node, Mapping) and "message" in node for node in value.values())
    items = value[:_ITEMS] if isinstance(value, list) else []
    if not items or not all(isinstance(item, Mapping) for item in items):
        return False
    kinds = {
        speaker_of(str(item.get("type") or item.get("kind"))) for item in items if isinstance(item, Mapping)
    }
    return {Speaker.USER, Speaker.AGENT} <= kinds or all(map(is_chat_message, items))


def _loads(text: str) -> Json:
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def _first_items(text: str) -> list[Json]:
    decoder = json.JSONDecoder()
    items: list[Json] = []
    at = 1
    while len(items) < _ITEMS:
        at += len(text[at:]) - len(text[at:].lstrip(" \t\r\n,")) if len(items) < _ITEMS else 0
        try:
            item, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        items.append(item)
    return items


def _first_members(text: str) -> tuple[dict[str, Json], str | None]:
    """The members of the object that ``text`` begins with, and the name of one that is cut off."""
    whole = _loads(text)
    if isinstance(whole, dict):
        return whole, None
    decoder = json.JSONDecoder()
    members: dict[str, Json] = {}
    at, name = 1, None
    try:
        while len(members) < len(_ENVELOPE):
            at = _skip(text, at, " \t\r\n,")
            name, at = decoder.raw_decode(text, at)
            at = _skip(text, at, " \t\r\n:")
            members[str(name)], at = decoder.raw_decode(text, at)
            name = None
    except (ValueError, RecursionError):
        return members, str(name) if name is not None else None
    return members, "…"


def _skip(text: str, at: int, characters: str) -> int:
    while at < len(text) and text[at] in characters:
        at += 1
    return at
