"""Taking a snapshot of a store: what did not move is neither parsed nor written again.

Each row of the store is looked up by its digest among those of last night. A row that was there is
unchanged, and so are its entries. Only the others are parsed, sorted and merged into last night's content.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b, sha256

from auditor import __version__
from auditor.records import Change, NotChecked, Note, Transcript
from auditor.snapshots.canonical import VERSION, key_of, key_part, key_part_of, legible, line_of
from auditor.snapshots.edits import Edits
from auditor.snapshots.manifest import Manifest
from auditor.snapshots.merge import Edit, Kept, merged
from auditor.snapshots.repository import Repository
from auditor.snapshots.sorting import DIGEST, Sorter
from auditor.snapshots.writing import Content, Draft, check_time, prepare, write
from auditor.stores.interface import Store

NAMED = 100  # entries that are named one by one when a part of a store could not be read
_UNKNOWN = bytes(DIGEST)  # stands for a row that must be looked at again tomorrow


@dataclass(frozen=True, slots=True)
class Taken:
    """A snapshot that was just taken and what it found.

    ``problems`` holds what the store reported and what the merge found, under the store's name.
    """

    manifest: Manifest
    previous: Manifest | None
    problems: tuple[NotChecked | Note, ...]
    edits: Edits

    def changes(self) -> Iterator[Change]:
        """Added, removed and changed entries in the order of their keys; on a first audit all are added.

        May be called again, but not while an earlier iterator is in use.
        """
        return self.edits.changes()

    def close(self) -> None:
        """Give back the temporary file that holds the changes."""
        self.edits.close()


def take(
    repository: Repository,
    store: Store,
    name: str,
    at: datetime,
    transcripts: Iterable[Transcript] = (),
) -> Taken:
    """Read ``store``, write its snapshot of the moment ``at`` and say what changed since the newest one.

    ``transcripts`` are those of the period; they are asked for after the store was read.

    Raises:
        StoreUnreadableError: The store cannot be read; nothing was written.
        SnapshotError: The newest snapshot is damaged or not older than ``at``; nothing was written.
    """
    prepare(repository)
    previous = repository.latest()
    check_time(previous, at)
    reader = f"memory-auditor {__version__}, form {VERSION}, {store.reading}"
    rows = _usable_rows(repository, previous, reader)
    with Sorter(repository.cache) as sorter:
        reading = _Reading(store, rows, sorter)
        merge = _Merge(reading, rows, Edits(repository.cache))
        blocks = repository.blocks(previous) if previous else ()
        gone = reading.gone(rows, previous.entries.lines if previous else 0)
        for step in merged(blocks, gone, sorter.sorted()):
            merge.take(step)
    problems = tuple(replace(problem, store=name) for problem in [*reading.problems, *merge.problems()])
    draft = Draft(
        store=name,
        kind=store.kind,
        taken_at=at,
        reader=reader,
        edits=merge.edits,
        content=merge.content,
        rows=bytes(merge.rows),
        transcripts=transcripts,
        problems=problems,
        partial=store.partial,
        carried=merge.carried,
    )
    return Taken(write(repository, draft), previous, problems, merge.edits)


def _usable_rows(repository: Repository, previous: Manifest | None, reader: str) -> bytes:
    """Last night's digests, one an entry; empty where nothing may be made of them."""
    if previous is None or previous.reader != reader:
        return b""
    rows = repository.rows(previous) or b""
    return rows if len(rows) == previous.entries.lines * DIGEST else b""


class _Reading:
    """One pass over a store: new rows go into ``sorter``, the others are crossed off."""

    def __init__(self, store: Store, rows: bytes, sorter: Sorter) -> None:
        self._missing = {rows[at : at + DIGEST] for at in range(0, len(rows), DIGEST)}
        self.problems: list[NotChecked | Note] = []
        for row in store.rows():
            digest = blake2b(row, digest_size=DIGEST).digest()
            if digest in self._missing:
                self._missing.remove(digest)
            else:
                self._read(store, row, digest, sorter)
        self.problems += store.problems()
        self.partial = bool(store.partial)
        keys = [problem.key for problem in self.problems if isinstance(problem, NotChecked) and problem.key]
        self.unread = {key_part_of(legible(key)) for key in keys}

    def gone(self, rows: bytes, lines: int) -> Iterator[int]:
        """The numbers of last night's lines whose rows were not met."""
        if not rows:
            return iter(range(lines))
        missing = self._missing
        starts = range(0, len(rows), DIGEST) if missing else ()
        return (at // DIGEST for at in starts if rows[at : at + DIGEST] in missing)

    def _read(self, store: Store, row: bytes, digest: bytes, sorter: Sorter) -> None:
        entries = store.entries(row)
        lines = []
        for entry in entries:
            try:
                lines.append(line_of(entry))
            except ValueError as error:
                self.problems.append(NotChecked("", legible(str(entry.key)), str(error)))
        whole = len(lines) == len(entries)
        for line in lines:
            sorter.add(line, digest if whole else _UNKNOWN)


class _Merge:
    """Makes tonight's content, edits and digests of the steps of a merge."""

    def __init__(self, reading: _Reading, rows: bytes, edits: Edits) -> None:
        self._reading = reading
        self._old_rows = rows
        self._at = 0
        self._hash = sha256()
        self._size = 0
        self._doubtful: list[NotChecked] = []
        self._carried: list[str] = []
        self.carried = 0
        self.rows = bytearray()
        self.edits = edits

    @property
    def content(self) -> Content:
        """What was made so far."""
        return Content(self._size, self._hash.hexdigest(), len(self.rows) // DIGEST)

    def take(self, step: Kept | Edit) -> None:
        """Go one step on."""
        if isinstance(step, Kept):
            end = self._at + step.lines * DIGEST
            self.rows += self._old_rows[self._at : end]
            self._at = end
            self._write(step.block)
            return
        line, digest = self._settled(step)
        if step.old is not None:
            self._at += DIGEST
        if line is not None:
            self.rows += digest
            self._write(line + b"\n")
        if line != step.old:
            self.edits.add(step.old, line)

    def problems(self) -> list[NotChecked]:
        """Keys that stand more than once, and entries taken over from last night because of a gap."""
        reason = (
            "not found in the part of the store that could be read; kept as it was, not taken for deleted"
        )
        named = [NotChecked("", key, reason) for key in self._carried]
        more = self.carried - len(named)
        rest = [NotChecked("", "", f"{more} more entries {reason}")] if more else []
        return self._doubtful + named + rest

    def _settled(self, edit: Edit) -> tuple[bytes | None, bytes]:
        """Tonight's line for the key of ``edit`` and the digest of its row; None if it is gone."""
        others = [new for new in edit.new if new[0] != edit.old]
        same = [new for new in edit.new if new[0] == edit.old]
        versions = len(others) + bool(same or edit.stands)
        if versions > 1:
            line = edit.old or others[0][0]
            reason = f"the key stands {versions} times in the store with different content; one is kept"
            self._doubtful.append(NotChecked("", key_of(line), reason))
            return line, _UNKNOWN
        if others:
            return others[0]
        if edit.stands:
            return edit.old, self._old_rows[self._at : self._at + DIGEST]
        if same:
            return same[0]
        return self._removed(edit.old or b"")

    def _removed(self, line: bytes) -> tuple[bytes | None, bytes]:
        """Nothing, unless the store could not be read where the entry may stand."""
        unread = key_part(line) in self._reading.unread
        if not unread and not self._reading.partial:
            return None, b""
        if not unread:
            self.carried += 1
            if len(self._carried) < NAMED:
                self._carried.append(key_of(line))
        return line, _UNKNOWN

    def _write(self, block: bytes) -> None:
        self._hash.update(block)
        self._size += len(block)
