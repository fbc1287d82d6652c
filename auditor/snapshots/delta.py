"""Deltas: the lines that differ from an earlier snapshot, and their application to it.

A delta holds, in the order of the keys, the whole new line of each entry that was added or changed, and
``{"key":…,"meta":{},"removed":true}`` for each that is gone.
"""

import heapq
from collections.abc import Iterable, Iterator, Sequence

from auditor.snapshots.canonical import is_removal, key_part


def offset_of(block: bytes, part: bytes, low: int = 0) -> int:
    """Where in ``block`` the first line stands that is not below ``part``; its length if there is none.

    ``low`` is the offset of a line to begin at. A binary search: the block is not split.
    """
    high = len(block)
    while low < high:
        middle = (low + high) // 2
        start = block.rfind(b"\n", low, middle) + 1 or low
        if block[start : start + len(part)] < part:
            low = block.index(b"\n", middle) + 1
        else:
            high = start
    return low


def applied(blocks: Iterable[bytes], delta: Iterable[bytes]) -> Iterator[bytes]:
    """The content that results from applying the lines of ``delta`` to ``blocks``, in blocks."""
    edits = iter(delta)
    edit = next(edits, None)
    for block in blocks:
        pieces: list[bytes] = []
        at = 0
        while edit is not None:
            part = key_part(edit)
            cut = offset_of(block, part, at)
            if cut == len(block):
                break
            pieces.append(block[at:cut])
            at = block.index(b"\n", cut) + 1 if block.startswith(part, cut) else cut
            if not is_removal(edit):
                pieces.append(edit + b"\n")
            edit = next(edits, None)
        content = b"".join([*pieces, block[at:]]) if pieces else block
        if content:
            yield content
    while edit is not None:
        if not is_removal(edit):
            yield edit + b"\n"
        edit = next(edits, None)


def matched(blocks: Iterable[bytes], delta: Iterable[bytes]) -> Iterator[tuple[bytes | None, bytes | None]]:
    """What ``blocks`` hold at each key of ``delta``, and what it puts there; None where that is nothing."""
    edits = iter(delta)
    edit = next(edits, None)
    for block in blocks:
        at = 0
        while edit is not None:
            part = key_part(edit)
            at = offset_of(block, part, at)
            if at == len(block):
                break
            old = block[at : block.index(b"\n", at)] if block.startswith(part, at) else None
            yield old, None if is_removal(edit) else edit
            edit = next(edits, None)
    while edit is not None:
        yield None, None if is_removal(edit) else edit
        edit = next(edits, None)


def combined(deltas: Sequence[Iterable[bytes]]) -> Iterator[bytes]:
    """One delta that does what ``deltas``, the oldest first, do one after the other."""
    if len(deltas) == 1:
        yield from deltas[0]
        return
    newest_first = [_ranked(delta, rank) for rank, delta in enumerate(reversed(deltas))]
    last = b""
    for part, _, line in heapq.merge(*newest_first):
        if part != last:
            yield line
        last = part


def _ranked(delta: Iterable[bytes], rank: int) -> Iterator[tuple[bytes, int, bytes]]:
    for line in delta:
        yield key_part(line), rank, line
