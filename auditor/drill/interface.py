"""The six methods through which a memory layer is drilled."""

from collections.abc import Mapping
from typing import Any, Protocol

Document = Mapping[str, Any]


class Memory(Protocol):
    """An adapter around one memory layer; each test gets a fresh, empty one.

    A context holds ``user``, ``at`` (ISO 8601), what the case is bound to (such as ``trip``), and
    ``sources``: what each source of truth says now, by its URI.
    """

    def remember(self, record: Document) -> str:
        """Keep ``record`` and return its id."""

    def recall(self, key: str, context: Document) -> Document:
        """``value``, ``decision``, ``record_id``, ``source_type`` and ``evidence_ref``.

        The decision is apply, ask, revalidate or none.
        """

    def correct(self, key: str, new_value: Any, context: Document, *, broaden: bool = False) -> str:
        """Correct ``key`` where ``context`` holds, or everywhere for its user; the id of the new record."""

    def forget(self, record_id: str) -> None:
        """Delete a record and all that was derived from it."""

    def emit(self, event: Document) -> None:
        """Say that something happened: ``type`` and what it happened to."""

    def explain(self, record_id: str) -> Document:
        """``source``, ``evidence``, ``scope``, ``correction_route``, ``status`` and the kept ``value``."""
