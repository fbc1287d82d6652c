"""The lint as a part of a night: over the night's copy, and between it and the copy before.

What only the live store tells (its own tables, its text index) is kept with the copy as notes, so that a
date that is audited again says the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from auditor.discipline.fulltext import index_differences
from auditor.discipline.linting import AUDREY, Contents, check, contents_of
from auditor.discipline.questions import scorecard
from auditor.discipline.record import Record, record_of, unanswered
from auditor.discipline.violation import Violation, identity
from auditor.errors import StoreUnreadableError
from auditor.records import Discipline, NotChecked, Note, Severity
from auditor.snapshots.manifest import Manifest
from auditor.snapshots.repository import Repository
from auditor.stores.interface import Identity, Store
from auditor.stores.sql_presets import schema_of
from auditor.stores.sqlite_files import has_header

MOST_LISTED = 1_000
_TABLES = "lint:"
_FTS_SHADOW = "_docsize."
_NOTED = frozenset(
    {
        *("laundered", "circular", "model_only", "missing_evidence", "superseded_evidence", "overruled"),
        *("beyond_evidence", "silent_edit", "source_raised", "index_differs", "index_leftover"),
        *("open_conflict", "dangling_contradiction", "rolled_back_output", "miscounted_evidence"),
    }
)
"""Rules that are told as notes too when they concern what was written tonight (docs/labels.md)."""


@dataclass(frozen=True, slots=True)
class Linting:
    """``most`` is how many records a night looks at; a larger store is left to `auditor lint`.

    ``own_severity`` gives the notes the severity of their rule, so that they can alert; else it is low.
    """

    most: int = 10_000
    own_severity: bool = False


USUAL = Linting()


def told_by_tables(
    store: Store, repository: Repository, at: datetime, linting: Linting
) -> Iterator[Note | NotChecked]:
    """What the live ``store`` shows beside its entries, to be kept with tonight's copy.

    Raises:
        SnapshotError: The copy before is damaged.
    """
    before = repository.latest()
    if linting.most == 0 or (before is not None and before.entries.lines > linting.most):
        return
    try:
        found = list(_of_tables(store, _records(repository, before) if before else None, at))
    except StoreUnreadableError as error:
        yield NotChecked("", "", f"the store's own tables were not held against its memories: {error}")
        return
    for one in found[:MOST_LISTED]:
        yield Note("", (one.key, *one.others), _TABLES + one.invariant, one.severity, one.reason)


def is_told_by_tables(problem: NotChecked | Note) -> bool:
    """Whether ``problem`` was kept for the lint and is no note of its own."""
    return isinstance(problem, Note) and problem.kind.startswith(_TABLES)


def discipline_of(
    repository: Repository, copy: Manifest, before: Manifest | None, linting: Linting
) -> Discipline | None:
    """How the memories in ``copy`` are kept; None where nobody wants to know.

    Raises:
        SnapshotError: A copy is damaged.
    """
    if linting.most == 0:
        return None
    if copy.entries.lines > linting.most:
        reason = f"a night looks at {linting.most:,} memories at most; auditor lint looks at all"
        return Discipline(left_out=reason)
    kept = [_violation(one) for one in repository.problems(copy) if isinstance(one, Note)]
    own = [one for one in kept if one is not None]
    now = _records(repository, copy)
    if copy.kind == AUDREY:  # it was looked at whole while it was there: the copy lacks what it replaced
        found: Sequence[Violation] = own
    else:
        small = before is not None and before.entries.lines <= linting.most
        earlier = [_records(repository, before)] if before is not None and small else []
        contents = Contents(now, own=own, appends=copy.identity is Identity.APPEND)
        found = check(contents, copy.taken_at, earlier)
    return Discipline(len(now), found[:MOST_LISTED], len(found), scorecard(now), list(unanswered(now)))


def notes_of(
    discipline: Discipline | None, store: str, written: frozenset[str], linting: Linting
) -> list[Note]:
    """The violations that concern what was ``written`` tonight as notes."""
    return [
        Note(
            store,
            (one.key,),
            one.invariant,
            one.severity if linting.own_severity else Severity.LOW,
            one.reason,
            identity(one),
        )
        for one in (discipline.violations if discipline else ())
        if one.invariant in _NOTED and not written.isdisjoint((one.key, *one.others))
    ]


def _of_tables(store: Store, before: Sequence[Record] | None, at: datetime) -> Sequence[Violation]:
    if store.kind == AUDREY:
        return check(contents_of(store), at, [before] if before is not None else [])
    return list(index_differences(store.place)) if _has_text_index(store) else []


def _has_text_index(store: Store) -> bool:
    if not (store.place.is_file() and has_header(store.place)):
        return False
    return any(_FTS_SHADOW in column for column in schema_of(store.place).columns)


def _records(repository: Repository, copy: Manifest) -> list[Record]:
    return [record_of(entry) for entry in repository.entries(copy)]


def _violation(note: Note) -> Violation | None:
    if not is_told_by_tables(note):
        return None
    key, *others = note.keys
    return Violation(key, note.kind.removeprefix(_TABLES), note.severity, note.reason, tuple(others))
