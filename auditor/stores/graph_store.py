"""The knowledge-graph file of the MCP reference memory server: entities with observations, relations."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from auditor.records import Entry, Json, NotChecked, Note, Severity
from auditor.stores.entries import text_of
from auditor.stores.hostile import RefusedError, parse
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

    def rows(self) -> Iterator[bytes]:
        """The lines that are whole; a relation whose end is no entity is told."""
        names: set[str] = set()
        ends: dict[str, list[str]] = {}
        for row in super().rows():
            with suppress(RefusedError):  # ``entries`` tells of it
                record = parse(row)
                relation = relation_of(record) if isinstance(record, Mapping) else None
                if relation is not None:
                    for end in (relation.meta["from"], relation.meta["to"]):
                        ends.setdefault(str(end), []).append(relation.key)
                elif isinstance(record, Mapping):
                    names.add(str(record.get("name")))
            yield row
        if not self.partial:
            for name in sorted(ends.keys() - names):
                reason = (
                    f"{len(ends[name])} relations lead to or from {name}, which is no entity of the graph"
                )
                self._problems.append(Note("", tuple(ends[name]), "dangling_reference", Severity.LOW, reason))

    def _entries_of(self, record: Json) -> Sequence[Entry]:
        if not isinstance(record, Mapping):
            self._problems.append(NotChecked("", text_of(record)[:60], "neither an entity nor a relation"))
            return ()
        relation = relation_of(record)
        if relation is not None:
            return (relation,)
        found = observations_of(record)
        if found is None:
            key = str(record.get("name") or text_of(dict(record))[:60])
            self._problems.append(NotChecked("", key, "an entity without a name or a list of observations"))
        return found or ()


def relation_of(record: Mapping[str, Json]) -> Entry | None:
    """The entry of a relation; None for a record that is none."""
    start, kind, end = (record.get(name) for name in ("from", "relationType", "to"))
    if not isinstance(start, str) or not isinstance(kind, str) or not isinstance(end, str):
        return None
    meta: dict[str, Json] = {"namespace": start, "relation": True, "from": start, "to": end}
    return Entry(f"{start}|{kind}|{end}", f"{_words(start)} {_words(kind)} {_words(end)}", meta)


def observations_of(entity: Mapping[str, Json]) -> list[Entry] | None:
    """The entries of an entity, one an observation; None for a record that is none."""
    name, observations = entity.get("name"), entity.get("observations")
    if not isinstance(name, str) or not isinstance(observations, list):
        return None
    meta: dict[str, Json] = {"namespace": name}
    if isinstance(entity.get("entityType"), str):
        meta["entity_type"] = entity["entityType"]
    if not observations:
        return [Entry(name, f"{_words(name)} is a {meta.get('entity_type', 'thing')}", meta)]
    return [Entry(f"{name}|{text_of(said)}", said, meta) for said in observations]


def _words(name: str) -> str:
    return name.replace("_", " ")
