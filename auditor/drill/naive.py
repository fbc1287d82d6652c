"""A memory as most are written first: one value a key. It fails every test of the drill."""

from typing import Any

from auditor.drill.interface import Document


class NaiveMemory:
    """Keeps the last value of each key, and always applies it."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}

    def remember(self, record: Document) -> str:
        """Overwrite what the key held."""
        self._values[record["key"]] = record["value"]
        return str(record["key"])

    def recall(self, key: str, context: Document) -> Document:  # noqa: ARG002  # the fault on show
        """The value, wherever it is asked for."""
        return {"value": self._values.get(key), "decision": "apply"}

    def correct(self, key: str, new_value: Any, context: Document, *, broaden: bool = False) -> str:  # noqa: ARG002
        """Overwrite for everybody."""
        self._values[key] = new_value
        return key

    def forget(self, record_id: str) -> None:
        """Drop one key and nothing derived from it."""
        self._values.pop(record_id, None)

    def emit(self, event: Document) -> None:
        """Events go unheard."""

    def explain(self, record_id: str) -> Document:
        """Nothing is known but the value."""
        return {"value": self._values.get(record_id)}
