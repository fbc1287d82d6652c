"""An ``EntryIndex`` that holds a handful of entries in memory."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime

from auditor.changes.interface import Describe, Description, part_of
from auditor.records import Entry


class MemoryEntryIndex:
    """The entries of a small store; terms found in fewer entries tell more."""

    def __init__(self, entries: Sequence[Entry], describe: Describe) -> None:
        self._entries = {entry.key: entry for entry in entries}
        self._about: dict[str, Description] = {entry.key: describe(entry) for entry in entries}
        self._holding: dict[str, list[str]] = defaultdict(list)
        for key in sorted(self._about):
            for term in self._about[key].terms:
                self._holding[term].append(key)

    def __len__(self) -> int:
        """How many entries there are."""
        return len(self._entries)

    def get(self, key: str) -> Entry | None:
        """The entry under ``key``."""
        return self._entries.get(key)

    def mentioning(self, terms: Collection[str], limit: int = 50) -> Sequence[Entry]:
        """At most ``limit`` entries sharing terms with ``terms``, the most telling overlap first."""
        weights: dict[str, float] = defaultdict(float)
        for term in sorted(terms):
            keys = self._holding.get(term, ())
            for key in keys:
                weights[key] += 1 / len(keys)
        ranked = sorted(weights, key=lambda key: (-weights[key], key))
        return [self._entries[key] for key in ranked[:limit]]

    def saying(self, fingerprint: str, limit: int = 50) -> Sequence[Entry]:
        """At most ``limit`` entries with this fingerprint, by key."""
        keys = [key for key in sorted(self._about) if self._about[key].fingerprint == fingerprint]
        return [self._entries[key] for key in keys[:limit]]

    def copied(self) -> Collection[str]:
        """The keys of entries whose fingerprint another entry has too."""
        times = Counter(about.fingerprint for about in self._about.values())
        return {key for key, about in self._about.items() if times[about.fingerprint] > 1}

    def due(self, at: datetime) -> Sequence[Entry]:
        """Entries whose ``due_at`` lies before ``at``, and those with revalidation events, by key."""
        return [self._entries[key] for key in sorted(self._about) if self._is_due(self._about[key], at)]

    def part(self, number: int, parts: int) -> Sequence[Entry]:
        """The entries of part ``number`` of ``parts``, by key."""
        return [self._entries[key] for key in sorted(self._entries) if part_of(key, parts) == number]

    def _is_due(self, about: Description, at: datetime) -> bool:
        return bool(about.events) or (about.due_at is not None and about.due_at < at)
