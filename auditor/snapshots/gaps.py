"""What a store may still hold although it was not read: the reason why a missing entry is no deleted one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from auditor.records import NotChecked, Note
from auditor.snapshots.canonical import key_part, key_part_of, legible, removal_of
from auditor.snapshots.delta import matched
from auditor.snapshots.manifest import Manifest
from auditor.snapshots.repository import Repository


@dataclass(frozen=True, slots=True)
class Gaps:
    """Where a store could not be read.

    ``keys`` are the key parts of entries that are there but could not be read. ``everywhere`` says that any
    missing entry may be one that could not be read. ``lasting`` says so only of those that were
    already missing the night before.
    """

    keys: frozenset[bytes] = frozenset()
    everywhere: bool = False
    lasting: bool = False


def gaps_in(
    problems: Sequence[NotChecked | Note],
    repository: Repository,
    previous: Manifest | None,
    fresh: Iterable[bytes],
) -> Gaps:
    """What ``problems`` say may be there unread.

    A store that cannot read a row can only guess the key of the entry in it. Where no entry is or was known
    under that key, it may be any of those that are missing, except when the same was reported last night:
    then it is one that was missing then.

    Args:
        problems: What the store reported.
        repository: Where last night's snapshot is.
        previous: Last night's snapshot.
        fresh: Tonight's lines that were read anew.
    """
    unread = {key_part_of(legible(problem.key)): problem for problem in _with_key(problems)}
    if previous is None or not unread:
        return Gaps(frozenset(unread))
    wanted = sorted(removal_of(part) for part in unread)
    known = {key_part(old) for old, _ in matched(repository.blocks(previous), wanted) if old}
    known.update(part for part in map(key_part, fresh) if part in unread)
    strays = {(legible(problem.key), problem.reason) for part, problem in unread.items() if part not in known}
    told = {(problem.key, problem.reason) for problem in _with_key(repository.problems(previous))}
    return Gaps(frozenset(unread), everywhere=bool(strays - told), lasting=bool(strays))


def _with_key(problems: Iterable[NotChecked | Note]) -> Iterator[NotChecked]:
    return (problem for problem in problems if isinstance(problem, NotChecked) and problem.key)
