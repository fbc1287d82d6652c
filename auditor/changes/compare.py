"""What differs between two sorted snapshots, found without parsing what is equal.

Both contents are walked side by side in constant memory. Where they agree, stretches of them are compared
as bytes, longer and longer ones while they stay equal; only a line that differs is looked at by its key,
and only then parsed.
"""

from collections.abc import Iterable, Iterator

from auditor.records import Change, Entry
from auditor.snapshots.canonical import canonical_json, key_part, line_of
from auditor.snapshots.edits import Pair, change_of

_FIRST_STEP = 1 << 8  # bytes: about a line, so that dense changes cost little


def compare(before: Iterable[bytes], after: Iterable[bytes]) -> Iterator[Change]:
    """Each entry that was added, removed or changed, in the order of the keys.

    Args:
        before: The earlier snapshot: sorted canonical lines, each with its newline, in blocks of one or
            more (``Repository.blocks``).
        after: The later one.
    """
    return (change_of(old, new) for old, new in differing(before, after))


def compare_entries(before: Iterable[Entry], after: Iterable[Entry]) -> Iterator[Change]:
    """As ``compare``, for entries that are at hand, in any order, with unique keys.

    Raises:
        ValueError: An entry has no canonical form.
    """
    old = sorted(line_of(entry) + b"\n" for entry in before)
    new = sorted(line_of(entry) + b"\n" for entry in after)
    return compare(old, new)


def differing(before: Iterable[bytes], after: Iterable[bytes]) -> Iterator[Pair]:
    """The lines of each key at which the two differ, without newlines; None where there is none."""
    old, new = _Walk(before), _Walk(after)
    _skip_equal(old, new)
    while not (old.over or new.over):
        old_part, new_part = key_part(old.line()), key_part(new.line())
        yield (
            old.pop() if old_part <= new_part else None,
            new.pop() if new_part <= old_part else None,
        )
        _skip_equal(old, new)
    while not old.over:
        yield old.pop(), None
    while not new.over:
        yield None, new.pop()


def content_changed(change: Change) -> bool:
    """Whether the value itself differs, and not only what the store knows about it.

    Values are told apart by their canonical form: 1, 1.0 and true are three.
    """
    if change.before is None or change.after is None:
        return True
    return canonical_json(change.before.value) != canonical_json(change.after.value)


class _Walk:
    """A place in a content: always the beginning of a line, or the end."""

    def __init__(self, blocks: Iterable[bytes]) -> None:
        self._blocks = iter(blocks)
        self.block = b""
        self.at = 0
        self.over = False
        self.advance(0)

    def advance(self, size: int) -> None:
        """Pass ``size`` bytes, which end with a line."""
        self.at += size
        while self.at >= len(self.block) and not self.over:
            block = next(self._blocks, None)
            self.over = block is None
            self.block, self.at = block or b"", 0

    def line(self) -> bytes:
        """The line here, without its newline."""
        return self.block[self.at : self.block.index(b"\n", self.at)]

    def pop(self) -> bytes:
        """The line here, which is passed."""
        line = self.line()
        self.advance(len(line) + 1)
        return line


def _skip_equal(old: _Walk, new: _Walk) -> None:
    """Pass all lines that are equal on both sides, up to the first that is not."""
    while not (old.over or new.over):
        reach = min(len(old.block) - old.at, len(new.block) - new.at)
        common = _common_bytes(old, new, reach)
        whole_lines = max(old.block.rfind(b"\n", old.at, old.at + common) + 1 - old.at, 0)
        old.advance(whole_lines)
        new.advance(whole_lines)
        if common < reach:
            return


def _common_bytes(old: _Walk, new: _Walk, reach: int) -> int:
    """How many of the next ``reach`` bytes are equal: steps double until one differs, then halve."""
    common, step, growing = 0, _FIRST_STEP, True
    while common < reach:
        size = min(step, reach - common)
        start, other = old.at + common, new.at + common
        if old.block[start : start + size] == new.block[other : other + size]:
            common += size
            step = step * 2 if growing else max(step // 2, 1)
        elif size == 1:
            break
        else:
            growing = False
            step = size // 2
    return common
