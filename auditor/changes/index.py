"""Tonight's entries in SQLite, found by key, by what they say and by when they expire.

The file lies beside the snapshots, is tagged with the snapshot that it belongs to, and is brought up to
date for the entries that changed. It is a cache: where its tag does not fit, it is made anew.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from sqlite3 import DatabaseError

from auditor.changes import schema
from auditor.changes.interface import Describe, part_of
from auditor.changes.search import TermSearch
from auditor.records import Change, Entry
from auditor.snapshots.canonical import entry_of, legible, line_of


@dataclass(frozen=True, slots=True)
class Source:
    """What an index is made of.

    ``snapshot`` is the id of tonight's, ``lines`` gives its canonical lines; ``changes`` gives what changed
    since the snapshot ``previous``, where there was one.
    """

    snapshot: str
    lines: Callable[[], Iterable[bytes]]
    previous: str = ""
    changes: Callable[[], Iterable[Change]] = tuple


_REMEMBERED = 8192  # entries


class SqliteEntryIndex:
    """An ``EntryIndex`` that is as large as the disk allows.

    Args:
        path: Its file; None for a temporary one, which SQLite keeps in memory while it is small.
        describe: What is to be known about an entry.
        version: Of ``describe``; a file made with another is made anew.
        source: Tonight's snapshot.
    """

    def __init__(self, path: Path | None, describe: Describe, version: str, source: Source) -> None:
        self._describe = describe
        self._database = schema.opened(path, version)
        tag = schema.tag(self._database)
        if not tag or tag != source.snapshot:
            if not (tag and tag == source.previous and self._update(source)):
                self._database.close()
                self._database = schema.created(path, version)
                self._insert(map(entry_of, source.lines()))
            schema.seal(self._database, source.snapshot)
        self._count = schema.count(self._database)
        self._search = TermSearch(self._database, self._count)
        self._read = lru_cache(maxsize=_REMEMBERED)(self._one)

    def close(self) -> None:
        """Give the file back."""
        self._database.close()

    def __len__(self) -> int:
        """How many entries there are."""
        return self._count

    def get(self, key: str) -> Entry | None:
        """The entry under ``key``."""
        return self._read(legible(key))

    def saying(self, fingerprint: str, limit: int = 50) -> Sequence[Entry]:
        """At most ``limit`` entries with this fingerprint, by key."""
        return self._entries("fingerprint = ? ORDER BY key LIMIT ?", legible(fingerprint), limit)

    def copied(self) -> Collection[str]:
        """The keys of entries whose fingerprint another entry has too."""
        return schema.copied(self._database)

    def due(self, at: datetime) -> Sequence[Entry]:
        """Entries whose ``due_at`` lies before ``at``, and those with revalidation events, by key."""
        return self._entries("due < ? OR events ORDER BY key", at.timestamp())

    def part(self, number: int, parts: int) -> Sequence[Entry]:
        """The entries of part ``number`` of ``parts``, by key."""
        keys = [key for key in schema.keys(self._database) if part_of(key, parts) == number]
        return [entry for key in keys if (entry := self._one(key)) is not None]

    def mentioning(self, terms: Collection[str], limit: int = 50) -> Sequence[Entry]:
        """At most ``limit`` entries sharing terms with ``terms``, the most telling overlap first.

        How telling a term is, and which are too common to be followed, is ``TermSearch``'s to say.
        """
        return [entry for key in self._search.best(terms, limit) if (entry := self._read(key)) is not None]

    def _one(self, key: str) -> Entry | None:
        found = self._entries("key = ?", key)
        return found[0] if found else None

    def _update(self, source: Source) -> bool:
        """Bring last night's content up to date; whether that was possible and worth it."""
        try:
            if schema.worn(self._database):
                return False
            schema.delete(self._database, (change.key for change in source.changes()))
            self._insert(change.after for change in source.changes() if change.after)
        except DatabaseError:  # the file is damaged
            return False
        return True

    def _entries(self, condition: str, *values: object) -> list[Entry]:
        return [entry_of(line) for line in schema.lines(self._database, condition, values)]

    def _insert(self, entries: Iterable[Entry]) -> None:
        describe = self._describe
        schema.insert(self._database, ((entry.key, line_of(entry), describe(entry)) for entry in entries))
