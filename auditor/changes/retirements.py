"""Facts that a store keeps after they have ended: it marks them, and no longer gives them as true."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from auditor.changes.interface import EntryIndex
from auditor.records import Change, ChangeKind, Entry
from auditor.times import moment_of

ENDS = (
    "invalid_at",
    "expired_at",
    "ended_at",
    "retired_at",
    "superseded_at",
    "valid_to",
    "t_invalid",
    "t_expired",
)
"""Fields by which graphs end a fact. An announced end (``valid_until``) is none: it may pass unseen."""


_ENDS = frozenset(ENDS)


def has_ended(entry: Entry | None, at: datetime) -> bool:
    """Whether ``entry`` was marked as no longer true before ``at``."""
    if entry is None or _ENDS.isdisjoint(entry.meta):
        return False
    ends = (moment_of(entry.meta[name]) for name in ENDS if name in entry.meta)
    return any(end is not None and end <= at for end in ends)


def as_removals(changes: Iterable[Change], at: datetime) -> Iterator[Change]:
    """``changes`` among the facts that are held: one that was given an end was removed.

    The removed entry keeps the fields that tell when it ended. What happens to a fact after its end is no
    change of what is held.
    """
    for change in changes:
        was, now = change.before, change.after
        if not has_ended(was, at) and not has_ended(now, at):
            yield change
        elif was is not None and not has_ended(was, at) and now is not None:
            ends = {name: now.meta[name] for name in ENDS if name in now.meta}
            gone = replace(was, meta={**was.meta, **ends})
            yield replace(change, kind=ChangeKind.REMOVED, before=gone, after=None)
        elif now is not None and not has_ended(now, at):
            yield replace(change, kind=ChangeKind.ADDED, before=None)


class HeldEntries:
    """An index without the entries that have ended."""

    def __init__(self, index: EntryIndex, at: datetime) -> None:
        self._index = index
        self._at = at

    def __len__(self) -> int:
        """How many entries there are, also ended ones."""
        return len(self._index)

    def get(self, key: str) -> Entry | None:
        """The entry under ``key``, if it is held."""
        entry = self._index.get(key)
        return None if has_ended(entry, self._at) else entry

    def mentioning(self, terms: Collection[str], limit: int = 50) -> Sequence[Entry]:
        """Held entries sharing terms with ``terms``, the most telling overlap first."""
        return self._held(self._index.mentioning(terms, limit))

    def saying(self, fingerprint: str, limit: int = 50) -> Sequence[Entry]:
        """Held entries with this fingerprint, by key."""
        return self._held(self._index.saying(fingerprint, limit))

    def copied(self) -> Collection[str]:
        """The keys of entries whose fingerprint another entry has too, perhaps an ended one."""
        return self._index.copied()

    def due(self, at: datetime) -> Sequence[Entry]:
        """Held entries that may be stale by themselves before ``at``, by key."""
        return self._held(self._index.due(at))

    def part(self, number: int, parts: int) -> Sequence[Entry]:
        """The held entries of part ``number`` of ``parts``, by key."""
        return self._held(self._index.part(number, parts))

    def _held(self, entries: Sequence[Entry]) -> Sequence[Entry]:
        return [entry for entry in entries if not has_ended(entry, self._at)]
