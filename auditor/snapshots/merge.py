"""Last night's content and tonight's new lines become tonight's content, in one pass."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from auditor.snapshots.canonical import key_part
from auditor.snapshots.delta import offset_of

_T = TypeVar("_T")
_Lines = tuple[tuple[bytes, bytes], ...]
_Group = tuple[bytes, _Lines]


@dataclass(frozen=True, slots=True)
class Kept:
    """Lines (with newlines) that stand tonight as they stood last night."""

    block: bytes
    lines: int


@dataclass(frozen=True, slots=True)
class Edit:
    """One key at which something may have happened.

    ``old`` is last night's line, ``new`` are tonight's different lines for the key with the digests of
    their rows. ``stands`` says that the row of ``old`` is still in the store, as it was.
    """

    old: bytes | None
    new: _Lines
    stands: bool


def merged(
    blocks: Iterable[bytes], gone: Iterable[int], fresh: Iterable[tuple[bytes, bytes]]
) -> Iterator[Kept | Edit]:
    """What becomes of each line of ``blocks`` and each line of ``fresh``, in the order of the keys.

    Args:
        blocks: Last night's content.
        gone: Ascending numbers, from 0, of the lines whose rows are no longer in the store as they were.
        fresh: Tonight's lines that were read anew, sorted, each with the digest of its row.
    """
    going = _Ahead(iter(gone))
    groups = _Ahead(_by_key(fresh))
    first = 0
    for block in blocks:
        after = first + block.count(b"\n")
        yield from _within(block, range(first, after), going, groups)
        first = after
    while groups.next is not None:
        yield Edit(None, groups.pop()[1], stands=False)


class _Ahead(Generic[_T]):
    """An iterator whose next item can be looked at; None when there is no more."""

    def __init__(self, items: Iterator[_T]) -> None:
        self._items = items
        self.next = next(items, None)

    def pop(self) -> _T:
        """The next item, passing on to the one after it."""
        item = self.next
        if item is None:
            raise IndexError("nothing is left")
        self.next = next(self._items, None)
        return item


def _within(block: bytes, lines: range, going: _Ahead[int], groups: _Ahead[_Group]) -> Iterator[Kept | Edit]:
    """The part of ``merged`` for one block, whose lines have the numbers ``lines``."""
    line, at, end = lines.start, 0, len(block)
    while at < end:
        far = going.next is None or going.next >= lines.stop
        leaving = end if far else _start_of(block, at, (going.next or 0) - line)
        entering = end if groups.next is None else offset_of(block, groups.next[0], at)
        cut = min(leaving, entering)
        if cut > at:
            count = lines.stop - line if cut == end else block.count(b"\n", at, cut)
            kept = Kept(block[at:cut], count)
            line += count
            at = cut
            yield kept
        if cut == end:
            return
        new: _Lines = groups.pop()[1] if entering == cut else ()
        if new and not block.startswith(key_part(new[0][0]), cut):
            yield Edit(None, new, stands=False)
            continue
        at = block.index(b"\n", cut) + 1
        line += 1
        yield Edit(block[cut : at - 1], new, stands=leaving != cut)
        if leaving == cut:
            going.pop()


def _start_of(block: bytes, at: int, count: int) -> int:
    """The offset of the line that is ``count`` lines below the one at ``at``."""
    for _ in range(count):
        at = block.index(b"\n", at) + 1
    return at


def _by_key(fresh: Iterable[tuple[bytes, bytes]]) -> Iterator[_Group]:
    """The different lines of each key; of equal ones, the first."""
    part = b""
    lines: list[tuple[bytes, bytes]] = []
    for line, digest in fresh:
        if lines and line.startswith(part):
            if line != lines[-1][0]:
                lines.append((line, digest))
            continue
        if lines:
            yield part, tuple(lines)
        part = key_part(line)
        lines = [(line, digest)]
    if lines:
        yield part, tuple(lines)
