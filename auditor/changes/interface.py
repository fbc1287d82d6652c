"""What the verdicts may ask about the entries of tonight's snapshot without holding them all."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from zlib import crc32

from auditor.records import Entry


@dataclass(frozen=True, slots=True)
class Description:
    """What the index keeps about an entry, worked out once when the entry changes.

    ``terms`` are the normalised content words and concepts by which a statement finds the entry;
    ``fingerprint`` is equal for entries that say the same after normalising; ``due_at`` is the first
    moment (UTC) at which the entry may be stale by itself (expiry, or a relative time that passes);
    ``events`` are its revalidation events.
    """

    terms: frozenset[str]
    fingerprint: str
    due_at: datetime | None = None
    events: tuple[str, ...] = ()


def part_of(key: str, parts: int) -> int:
    """Which of ``parts`` parts, counted from 0, the entry ``key`` belongs to, whatever else is there."""
    return crc32(key.encode(errors="surrogatepass")) % parts


Describe = Callable[[Entry], Description]


class EntryIndex(Protocol):
    """Tonight's entries, found by what is said about them."""

    def __len__(self) -> int:
        """How many entries there are."""

    def get(self, key: str) -> Entry | None:
        """The entry under ``key``."""

    def mentioning(self, terms: Collection[str], limit: int = 50) -> Sequence[Entry]:
        """At most ``limit`` entries sharing terms with ``terms``, the most telling overlap first."""

    def saying(self, fingerprint: str, limit: int = 50) -> Sequence[Entry]:
        """At most ``limit`` entries with this fingerprint, by key."""

    def copied(self) -> Collection[str]:
        """The keys of entries whose fingerprint another entry has too."""

    def due(self, at: datetime) -> Sequence[Entry]:
        """Entries whose ``due_at`` lies before ``at``, and those with revalidation events, by key."""

    def part(self, number: int, parts: int) -> Sequence[Entry]:
        """The entries of part ``number`` (see ``part_of``), by key."""
