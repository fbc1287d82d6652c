"""What each key holds tonight, where last night's line and tonight's rows speak about it."""

from hashlib import sha256

from auditor.records import NotChecked
from auditor.snapshots.canonical import key_of, key_part
from auditor.snapshots.edits import Edits
from auditor.snapshots.gaps import Gaps
from auditor.snapshots.merge import Edit, Kept
from auditor.snapshots.sorting import DIGEST
from auditor.snapshots.writing import Content

NAMED = 100  # keys that are named one by one for one reason why they were not checked
UNKNOWN = bytes(DIGEST)  # stands for a row that must be looked at again tomorrow


class Settling:
    """Makes tonight's content, edits and digests of the steps of a merge.

    Args:
        edits: Where to put what differs from last night.
        old_rows: The digests of last night's rows; empty where none of them may be relied on.
        gaps: Where the store could not be read, so that what is missing may still be there.
    """

    def __init__(self, edits: Edits, old_rows: bytes, gaps: Gaps) -> None:
        self._old_rows = old_rows
        self._gaps = gaps
        self._at = 0
        self._hash = sha256()
        self._size = 0
        self._doubtful = _Named(
            "the key stands more than once in the store, with different content; one is kept"
        )
        self.carried = _Named("not found in the part of the store that could be read; kept as it was")
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
        return [*self._doubtful.problems(), *self.carried.problems()]

    def _settled(self, edit: Edit) -> tuple[bytes | None, bytes]:
        """Tonight's line for the key of ``edit`` and the digest of its row; None if it is gone."""
        others = [new for new in edit.new if new[0] != edit.old]
        same = [new for new in edit.new if new[0] == edit.old]
        versions = len(others) + bool(same or edit.stands)
        if versions > 1:
            line = edit.old or others[0][0]
            self._doubtful.add(key_of(line))
            return line, UNKNOWN
        if others:
            return others[0]
        if edit.stands:
            return edit.old, self._old_digest()
        if same:
            return same[0]
        return self._removed(edit.old or b"")

    def _removed(self, line: bytes) -> tuple[bytes | None, bytes]:
        """Nothing, unless the store could not be read where the entry may stand."""
        if key_part(line) in self._gaps.keys:
            return line, UNKNOWN
        seen_last_night = self._old_digest() not in {b"", UNKNOWN}
        if self._gaps.everywhere or (self._gaps.lasting and not seen_last_night):
            self.carried.add(key_of(line))
            return line, UNKNOWN
        return None, b""

    def _old_digest(self) -> bytes:
        return self._old_rows[self._at : self._at + DIGEST]

    def _write(self, block: bytes) -> None:
        self._hash.update(block)
        self._size += len(block)


class _Named:
    """Keys that were not checked for one reason: counted, and named up to a bound."""

    def __init__(self, reason: str) -> None:
        self._reason = reason
        self._keys: list[str] = []
        self.count = 0

    def add(self, key: str) -> None:
        """Take one key."""
        self.count += 1
        if len(self._keys) < NAMED:
            self._keys.append(key)

    def problems(self) -> list[NotChecked]:
        """The keys that are named, and how many more there are."""
        named = [NotChecked("", key, self._reason) for key in self._keys]
        more = self.count - len(named)
        return [*named, NotChecked("", "", f"{more} more: {self._reason}")] if more else named
