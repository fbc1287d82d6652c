"""What differs between two sorted snapshots, found without parsing what is equal.

Both contents are walked side by side in constant memory. Where they agree, stretches of them are compared
as bytes, longer and longer ones while they stay equal; only a line that differs is looked at by its key,
and only then parsed.
"""

from collections.abc import Iterable, Iterator

from auditor.records import Change, Entry
from auditor.snapshots.canonical import canonical_json, key_part, line_of
from auditor.snapshots.delta import matched
from auditor.snapshots.edits import Pair, change_of
from auditor.snapshots.manifest import Manifest
from auditor.snapshots.repository import Repository

_SHORT = 1 << 9  # bytes: a line or two, so that dense changes cost little


def compare(before: Iterable[bytes], after: Iterable[bytes]) -> Iterator[Change]:
    """Each entry that was added, removed or changed, in the order of the keys.

    Args:
        before: The earlier snapshot: sorted canonical lines, each with its newline, in blocks of one or
            more (``Repository.blocks``).
        after: The later one.
    """
    return (change_of(old, new) for old, new in differing(before, after))


def compare_snapshots(repository: Repository, before: Manifest, after: Manifest) -> Iterator[Change]:
    """As ``compare``, for two snapshots of one store.

    Where the later one rests on the earlier one as a delta, only the earlier one is read.

    Raises:
        SnapshotError: A file that they rest on is missing or damaged.
    """
    chain = repository.chain(after)
    if before not in chain:
        return compare(repository.blocks(before), repository.blocks(after))
    edits = repository.edits(chain[chain.index(before) + 1 :])
    pairs = matched(repository.blocks(before), edits)
    return (change_of(old, new) for old, new in pairs if old != new)


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
    """How many of the next ``reach`` bytes are equal.

    Stretches double while they are equal; the first that is not is halved until it is short, and the
    exclusive or of what is left shows the byte.
    """
    common, size = 0, _SHORT
    while common < reach:
        size = min(size, reach - common)
        one = old.block[old.at + common : old.at + common + size]
        other = new.block[new.at + common : new.at + common + size]
        if one == other:
            common += size
            size *= 2
            continue
        while (half := len(one) // 2) >= _SHORT:
            if one[:half] == other[:half]:
                common += half
                one, other = one[half:], other[half:]
            else:
                one, other = one[:half], other[:half]
        differing = int.from_bytes(one, "big") ^ int.from_bytes(other, "big")
        return common + len(one) - (differing.bit_length() + 7) // 8
    return common
