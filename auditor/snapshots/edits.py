"""Tonight's edits, kept on disk while the night lasts: what each changed key held before and holds now."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from auditor.records import Change, ChangeKind
from auditor.snapshots.canonical import entry_of, key_of, removal_of

Pair = tuple[bytes | None, bytes | None]

_BETWEEN = b"\0"  # which no line of JSON holds
_READ_AT_ONCE = 1 << 20  # bytes


class Edits:
    """Pairs of last night's and tonight's line, in the order of their keys.

    They live in a file without a name, so that a kill leaves nothing behind.
    """

    def __init__(self, folder: Path) -> None:
        self._file: IO[bytes] = TemporaryFile(dir=folder)  # noqa: SIM115 - closed by close()
        self.count = 0
        self.size = 0

    def add(self, old: bytes | None, new: bytes | None) -> None:
        """Take one pair; one of the two is given."""
        self.size += self._file.write((old or b"") + _BETWEEN + (new or b"") + b"\n")
        self.count += 1

    def pairs(self) -> Iterator[Pair]:
        """All pairs, as often as wanted."""
        at = 0
        while True:
            self._file.seek(at)
            records = self._file.readlines(_READ_AT_ONCE)
            at = self._file.tell()
            if not records:
                return
            for record in records:
                old, _, new = record[:-1].partition(_BETWEEN)
                yield old or None, new or None

    def delta(self) -> Iterator[bytes]:
        """The lines that make last night's content tonight's."""
        for old, new in self.pairs():
            yield new or removal_of(old or b"")

    def changes(self) -> Iterator[Change]:
        """What happened, entry by entry."""
        return (change_of(old, new) for old, new in self.pairs())

    def close(self) -> None:
        """Give the file back."""
        self._file.close()


def change_of(old: bytes | None, new: bytes | None) -> Change:
    """The change that two lines of one key are.

    Raises:
        ValueError: Neither is given.
    """
    before = entry_of(old) if old else None
    after = entry_of(new) if new else None
    key = key_of(new or old or b"")
    if before is None:
        return Change(ChangeKind.ADDED, key, None, after)
    if after is None:
        return Change(ChangeKind.REMOVED, key, before, None)
    return Change(ChangeKind.UNCHANGED if old == new else ChangeKind.CHANGED, key, before, after)
