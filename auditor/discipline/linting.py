"""A store checked whole: its records, what is wrong with them, and what it cannot answer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import pairwise

from auditor.discipline import audrey
from auditor.discipline.between import between
from auditor.discipline.conflicts import unlinked_conflicts
from auditor.discipline.fulltext import index_differences
from auditor.discipline.invariants import (
    i1_inferred_wider_than_evidence,
    i2_policy_by_value,
    i3_no_correction_route,
    i4_correction_broadened,
    i5_ended_yet_served,
    i6_sensitive_without_end,
    i7_deletion_not_carried_through,
)
from auditor.discipline.lineage import (
    laundered,
    missing_evidence,
    model_only,
    overruled,
    superseded_evidence,
)
from auditor.discipline.record import Record, record_of, unanswered
from auditor.discipline.summing_up import beyond_evidence
from auditor.discipline.violation import Violation
from auditor.records import Severity
from auditor.stores.interface import Identity, Store
from auditor.stores.sqlite_files import has_header

AUDREY = "audrey"
_SEVERITIES = tuple(Severity)[::-1]


@dataclass(frozen=True, slots=True)
class Contents:
    """The records of one store, and what its own tables say is wrong with them."""

    records: Sequence[Record]
    linked: frozenset[frozenset[str]] = frozenset()
    own: Sequence[Violation] = ()
    appends: bool = False


@dataclass(frozen=True, slots=True)
class Linted:
    """``unanswered`` are the fields of a record that no record of the store answers."""

    kind: str
    records: Sequence[Record]
    violations: Sequence[Violation]
    unanswered: Sequence[str]


def contents_of(store: Store) -> Contents:
    """What ``store`` holds, also what it no longer serves where its kind is known to keep that.

    Raises:
        StoreUnreadableError: It cannot be read.
    """
    own = list(index_differences(store.place)) if _is_sqlite(store) else []
    appends = store.identity is Identity.APPEND
    if store.kind == AUDREY:
        held = audrey.read(store.place)
        own += audrey.problems(held)
        return Contents(held.records, frozenset(audrey.linked_pairs(held)), own, appends)
    records = [record_of(entry) for row in store.rows() for entry in store.entries(row)]
    return Contents(records, own=own, appends=appends)


def lint(store: Store, at: datetime, earlier: Sequence[Sequence[Record]] = ()) -> Linted:
    """Every rule over ``store`` as it is now, and over each two of ``earlier`` (the oldest first) and it.

    Raises:
        StoreUnreadableError: It cannot be read.
    """
    now = contents_of(store)
    return Linted(store.kind, now.records, check(now, at, earlier), list(unanswered(now.records)))


def check(now: Contents, at: datetime, earlier: Sequence[Sequence[Record]] = ()) -> list[Violation]:
    """What is wrong with ``now``, the gravest first, each once."""
    copies = [*earlier, now.records]
    found = list(_standing(now, at))
    for before, after in pairwise(copies):
        found += between(before, after, appends=now.appends)
    unique = {
        (one.key, one.invariant, one.others if one.invariant != "I7" else ()): one for one in reversed(found)
    }
    return sorted(unique.values(), key=lambda one: (_SEVERITIES.index(one.severity), one.invariant, one.key))


def _standing(now: Contents, at: datetime) -> Iterator[Violation]:
    rules = (
        i1_inferred_wider_than_evidence, i2_policy_by_value, i3_no_correction_route, i4_correction_broadened,
        partial(i5_ended_yet_served, at=at), i6_sensitive_without_end, i7_deletion_not_carried_through,
        missing_evidence, superseded_evidence, laundered, model_only, overruled, beyond_evidence,
    )  # fmt: skip
    for rule in rules:
        yield from rule(now.records)
    yield from unlinked_conflicts(now.records, now.linked)
    yield from now.own


def _is_sqlite(store: Store) -> bool:
    return store.place.is_file() and has_header(store.place)
