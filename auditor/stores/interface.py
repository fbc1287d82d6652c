"""What a store adapter is: it turns a place into rows, and a row into entries, and never writes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from auditor.records import Entry, NotChecked, Note, Transcript


@dataclass(frozen=True, slots=True)
class Row:
    """One raw record of a store as bytes that change exactly when the record does.

    Rows let a night skip what did not move: a row whose bytes were there last night is never parsed.
    ``raw`` may be any deterministic form of the record (a slice of the file, a serialised table row).
    """

    raw: bytes


class Store(Protocol):
    """A memory store, opened read-only.

    Raises only the errors of ``auditor.errors`` (StoreUnreadableError and its kin).
    """

    kind: str
    place: Path

    def rows(self) -> Iterator[bytes]:
        """The store's records as raw bytes, in the store's own order."""

    def entries(self, row: bytes) -> Sequence[Entry]:
        """The entries that one row holds (one for most kinds)."""

    def problems(self) -> Sequence[NotChecked | Note]:
        """What could not be read, known only after ``rows`` has been exhausted."""

    def transcripts(self) -> Iterable[Transcript]:
        """The conversations that the store keeps itself, if any."""
