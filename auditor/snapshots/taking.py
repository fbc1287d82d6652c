"""Taking a snapshot of a store: what did not move is neither parsed nor written again.

Each row of the store is looked up by its digest among those of last night. A row that was there is
unchanged, and so are its entries. Only the others are parsed, sorted and merged into last night's content.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b
from struct import iter_unpack

from auditor import __version__
from auditor.records import Change, NotChecked, Note, Transcript
from auditor.snapshots.canonical import VERSION, key_part_of, legible, line_of
from auditor.snapshots.edits import Edits
from auditor.snapshots.gaps import Gaps, gaps_in
from auditor.snapshots.manifest import Manifest
from auditor.snapshots.merge import merged
from auditor.snapshots.repository import Repository
from auditor.snapshots.settling import UNKNOWN, Settling
from auditor.snapshots.sorting import DIGEST, Sorter
from auditor.snapshots.verify import check_files
from auditor.snapshots.writing import Draft, check_time, prepare, write
from auditor.stores.interface import Store


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
        """Added, removed and changed entries in the order of their keys; on a first audit all are added."""
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
    *,
    problems: Iterable[NotChecked | Note] = (),
) -> Taken:
    """Read ``store``, write its snapshot of the moment ``at`` and say what changed since the newest one.

    ``transcripts`` are those of the period; they are asked for after the store was read. ``problems`` are
    those met in reading them, to be kept with those of the store.

    Raises:
        StoreUnreadableError: The store cannot be read; nothing was written.
        SnapshotError: The newest snapshot is damaged or not older than ``at``; nothing was written.
    """
    prepare(repository)
    previous = repository.latest()
    check_time(previous, at)
    if previous:
        check_files(repository, previous)
    reader = f"memory-auditor {__version__}, form {VERSION}, {store.reading}"
    rows = _usable_rows(repository, previous, reader)
    edits = Edits(repository.cache)
    try:
        with Sorter(repository.cache) as sorter:
            reading = _Reading(store, rows, sorter)
            gaps = _gaps(store, reading, sorter, repository)
            tonight = Settling(edits, rows, gaps)
            blocks = repository.blocks(previous) if previous else ()
            gone = reading.gone(rows, previous.entries.lines if previous else 0)
            for step in merged(blocks, gone, sorter.sorted()):
                tonight.take(step)
        met = [*reading.problems, *tonight.problems(), *problems]
        named = tuple(replace(problem, store=name) for problem in met)
        draft = Draft(
            store=name,
            kind=store.kind,
            taken_at=at,
            reader=reader,
            edits=edits,
            content=tonight.content,
            rows=bytes(tonight.rows),
            transcripts=transcripts,
            problems=named,
            partial=store.partial,
            carried=tonight.carried.count,
            identity=store.identity,
        )
        return Taken(write(repository, draft), previous, named, edits)
    except BaseException:
        edits.close()
        raise


def _gaps(store: Store, reading: "_Reading", sorter: Sorter, repository: Repository) -> Gaps:
    """Where the store could not be read, as it says and as its entries showed."""
    fresh = (line for line, _ in sorter.sorted())
    gaps = gaps_in(store.problems(), repository, repository.latest(), fresh)
    everywhere = gaps.everywhere or bool(store.partial)
    return replace(gaps, keys=gaps.keys | reading.unkept, everywhere=everywhere)


def _usable_rows(repository: Repository, previous: Manifest | None, reader: str) -> bytes:
    """Last night's digests, one an entry; empty where nothing may be made of them."""
    if previous is None or previous.reader != reader:
        return b""
    rows = repository.rows(previous) or b""
    return rows if len(rows) == previous.entries.lines * DIGEST else b""


class _Reading:
    """One pass over a store: new rows go into ``sorter``, the others are crossed off."""

    def __init__(self, store: Store, rows: bytes, sorter: Sorter) -> None:
        self._missing: set[bytes] = {digest for (digest,) in iter_unpack(f"{DIGEST}s", rows)}
        self.problems: list[NotChecked | Note] = []
        self.unkept: set[bytes] = set()
        for row in store.rows():
            digest = blake2b(row, digest_size=DIGEST).digest()
            try:
                self._missing.remove(digest)
            except KeyError:
                self._read(store, row, digest, sorter)
        self.problems += store.problems()

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
                key = legible(str(entry.key))
                self.unkept.add(key_part_of(key))
                self.problems.append(NotChecked("", key, str(error)))
        whole = len(lines) == len(entries)
        for line in lines:
            sorter.add(line, digest if whole else UNKNOWN)
