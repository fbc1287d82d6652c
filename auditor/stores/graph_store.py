"""The knowledge-graph file of the MCP reference memory server: entities with observations, relations."""

from collections.abc import Mapping, Sequence

from auditor.records import Entry, Json, NotChecked
from auditor.stores.entries import text_of
from auditor.stores.interface import Identity
from auditor.stores.jsonl_store import JsonLinesStore


class GraphStore(JsonLinesStore):
    """Each observation is an entry ``entity|observation``, each relation ``from|type|to``.

    The format has neither ids nor times; the order of lines and observations carries no meaning.
    A relation has ``relation: true``, ``from`` and ``to`` in its meta: it goes when an end of it goes.
    """

    kind = "mcp-memory"
    identity = Identity.CONTENT

    @property
    def reading(self) -> str:
        """What an entry is."""
        return "MCP memory graph, one entry an observation or relation"

    def _entries_of(self, record: Json) -> Sequence[Entry]:
        if not isinstance(record, Mapping):
            self._problems.append(NotChecked("", text_of(record)[:60], "neither an entity nor a relation"))
            return ()
        ends = [record.get(name) for name in ("from", "relationType", "to")]
        if all(isinstance(end, str) for end in ends):
            return (_relation(*map(str, ends)),)
        return self._observations(record)

    def _observations(self, entity: Mapping[str, Json]) -> Sequence[Entry]:
        name = entity.get("name")
        observations = entity.get("observations")
        if not isinstance(name, str) or not isinstance(observations, list):
            key = name if isinstance(name, str) else text_of(dict(entity))[:60]
            self._problems.append(NotChecked("", key, "an entity without a name or a list of observations"))
            return ()
        meta: dict[str, Json] = {"namespace": name}
        if isinstance(entity.get("entityType"), str):
            meta["entity_type"] = entity["entityType"]
        if not observations:
            return (Entry(name, f"{_words(name)} is a {meta.get('entity_type', 'thing')}", meta),)
        return [Entry(f"{name}|{text_of(said)}", said, meta) for said in observations]


def _relation(start: str, kind: str, end: str) -> Entry:
    value = f"{_words(start)} {_words(kind)} {_words(end)}"
    return Entry(
        f"{start}|{kind}|{end}", value, {"namespace": start, "relation": True, "from": start, "to": end}
    )


def _words(name: str) -> str:
    return name.replace("_", " ")
