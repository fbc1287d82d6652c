"""A correct memory, in memory: what the drill expects, in the fewest lines."""

import copy
from datetime import datetime
from typing import Any

from auditor.drill.interface import Document

_NONE = {"value": None, "decision": "none", "record_id": None, "source_type": None, "evidence_ref": None}
_NOT_BINDING = ("user", "at", "sources")


class ReferenceMemory:
    """Keeps whole records, and applies one only to its subject, in its scope and in its time."""

    def __init__(self) -> None:
        self._records: dict[str, dict[str, Any]] = {}
        self._made = 0

    def remember(self, record: Document) -> str:
        """Keep a copy under a new id; of a policy only the pointer."""
        self._made += 1
        kept = copy.deepcopy(dict(record))
        kept["id"] = f"r{self._made}"
        if kept["authority"] == "policy":
            kept["value"] = None
        self._records[kept["id"]] = kept
        return str(kept["id"])

    def recall(self, key: str, context: Document) -> Document:
        """The narrowest, newest record that holds here, and what to do with it."""
        holding = [one for one in self._records.values() if one["key"] == key and _holds(one, context)]
        if not holding:
            return _NONE
        record = max(enumerate(holding), key=lambda pair: (len(pair[1]["scope"]["bindings"]), pair[0]))[1]
        source = record["source"]
        value, decision = record["value"], "apply"
        if record["authority"] == "policy":
            value, decision = context.get("sources", {}).get(source["source_of_truth"]), "revalidate"
        elif source["type"] == "agent_inferred":
            decision = "ask"
        return {
            "value": value,
            "decision": decision,
            "record_id": record["id"],
            "source_type": source["type"],
            "evidence_ref": source["evidence"]["ref"],
        }

    def correct(self, key: str, new_value: Any, context: Document, *, broaden: bool = False) -> str:
        """A new record for the user of ``context``, bound to what else the context names."""
        bindings = {} if broaden else {name: context[name] for name in context if name not in _NOT_BINDING}
        return self.remember(
            {
                "subject": {"type": "user", "id": context["user"]},
                "key": key,
                "value": new_value,
                "authority": "fact",
                "source": {"type": "user_correction", "evidence": {"kind": "message", "ref": "correction"}},
                "scope": {"level": "user" if broaden else "instance", "bindings": bindings},
                "correction": {"route": "correct()", "broadened": broaden},
                "lineage": {"derived_from": []},
                "lifecycle": {"status": "active"},
            }
        )

    def forget(self, record_id: str) -> None:
        """Leave a tombstone without a value, here and at all that was derived."""
        record = self._records[record_id]
        if record["lifecycle"]["status"] == "deleted":
            return
        record["value"] = None
        record["lifecycle"]["status"] = "deleted"
        for one in list(self._records.values()):
            if record_id in one["lineage"]["derived_from"]:
                self.forget(one["id"])

    def emit(self, event: Document) -> None:
        """Expire what waits for this event and is bound to what it happened to."""
        for record in self._records.values():
            bound = record["scope"]["bindings"]
            common = bound.keys() & event.keys()
            waits = event["type"] in record["scope"].get("revalidate_on", ())
            active = record["lifecycle"]["status"] == "active"
            if active and waits and common and all(bound[name] == event[name] for name in common):
                record["lifecycle"]["status"] = "expired"

    def explain(self, record_id: str) -> Document:
        """Where the record comes from, where it holds and how it is corrected."""
        record = self._records[record_id]
        return {
            "source": record["source"]["type"],
            "evidence": record["source"]["evidence"],
            "scope": record["scope"],
            "correction_route": record["correction"]["route"],
            "status": record["lifecycle"]["status"],
            "value": record["value"],
        }


def _holds(record: Document, context: Document) -> bool:
    scope = record["scope"]
    at = datetime.fromisoformat(context["at"])
    return (
        record["lifecycle"]["status"] == "active"
        and record["subject"]["id"] == context["user"]
        and all(context.get(name) == value for name, value in scope["bindings"].items())
        and not (scope.get("valid_from") and at < datetime.fromisoformat(scope["valid_from"]))
        and not (scope.get("valid_until") and at >= datetime.fromisoformat(scope["valid_until"]))
    )
