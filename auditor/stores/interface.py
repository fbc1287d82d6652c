"""What a store adapter is: it turns a place into rows, and a row into entries, and never writes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from auditor.records import Entry, Json, NotChecked, Note, Transcript


class Identity(StrEnum):
    """How a change of one memory looks when two nights are compared (docs/stores.md)."""

    KEY = "key"  # stable ids: a change is a change in place
    CONTENT = "content"  # the text is the id: a change is a removal and an addition in one namespace
    APPEND = "append"  # a new entry comes, the old one stays
    TEMPORAL = "temporal"  # the old entry gets an end and is no longer given; its successor has a new id
    PROSE = "prose"  # lines of longer texts: as CONTENT, the namespace is file and heading


class Store(Protocol):
    """A memory store, opened read-only.

    Rows let a night skip what did not move: a row whose bytes were there last night need not be parsed.
    They are any deterministic form of a record (a slice of the file, a serialised table row).
    All methods raise only StoreUnreadableError and its kin.
    """

    kind: str
    place: Path
    identity: Identity

    @property
    def reading(self) -> str:
        """One line for people: how the place is understood (container, table and columns, unit)."""

    @property
    def partial(self) -> str:
        """Why a part could not be read, or "". Known once ``rows`` is exhausted.

        While it is not empty, an entry that is missing must not be taken for deleted.
        """

    def rows(self) -> Iterator[bytes]:
        """The store's records as raw bytes, in the store's own order."""

    def entries(self, row: bytes) -> Sequence[Entry]:
        """The entries that one row holds; none where it cannot be read (see ``problems``)."""

    def problems(self) -> Sequence[NotChecked | Note]:
        """What could not be read or is wrong with the store itself, in reading order.

        Complete once ``rows`` is exhausted and ``entries`` was asked about the rows of interest.
        ``store`` is left empty: the caller gives the store its name. A NotChecked with a key says
        that the entry is there but could not be read, so that it is not deleted either.
        """

    def transcripts(self) -> Iterable[Transcript]:
        """The conversations that the store keeps itself, if any."""


class Opener(Protocol):
    """What an adapter registers under the entry-point group ``auditor.stores``."""

    @property
    def kind(self) -> str:
        """The kind's name in job files and reports."""

    def recognises(self, path: Path) -> bool:
        """Whether this adapter reads ``path``, judged by a bounded look at its content."""

    def open(self, path: Path, options: Mapping[str, Json]) -> Store:
        """``path`` as a store."""
