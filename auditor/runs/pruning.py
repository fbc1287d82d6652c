"""Retention: which snapshots and reports of a working folder stay and why, and taking out the others."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, time, tzinfo

from auditor.errors import SnapshotError, UsageError
from auditor.folders import Folders
from auditor.ledger import Ledger
from auditor.locking import held_lock
from auditor.reports.shelf import Shelf
from auditor.runs.checking import problems_of
from auditor.snapshots.manifest import Manifest
from auditor.snapshots.pruning import Planned, plan, put_back, sweep, take_out
from auditor.snapshots.repository import Repository
from auditor.snapshots.retention import Rules, reasons_to_keep
from auditor.times import Clock

NOON = time(12)


@dataclass(frozen=True, slots=True)
class Scope:
    """What is looked at: the stores and reports of a working folder, and the zone in which days end."""

    folders: Folders
    stores: Sequence[str]
    jobs: Sequence[str]
    zone: tzinfo
    clock: Clock
    who: str = ""


@dataclass(frozen=True, slots=True)
class Pruned:
    """What one store's snapshots, or one job's reports, come to; ``kept`` gives reasons by id or date."""

    name: str
    kept: Mapping[str, Sequence[str]] = field(default_factory=dict)
    gone: Sequence[str] = ()
    freed: int = 0


def planned(scope: Scope, rules: Rules) -> tuple[list[Pruned], list[Pruned]]:
    """What ``rules`` would make of the snapshots and the reports; nothing is changed.

    Raises:
        UsageError: The rules keep nothing.
        SnapshotError: The snapshots are not what was written.
    """
    if not rules:
        raise UsageError("[retention] says nothing to keep; add keep_last or keep_daily and the like")
    plans = {store: _plan(scope, store, rules) for store in scope.stores}
    return [_summary(store, items) for store, items in plans.items()], _reports(scope, rules, plans)


def prune(scope: Scope, rules: Rules) -> tuple[list[Pruned], list[Pruned]]:
    """Take out what ``rules`` do not keep; it can be put back until it is deleted.

    Raises:
        UsageError: The rules keep nothing.
        SnapshotError: The snapshots are not what was written; nothing was changed.
        LockedError: A run is at work on one of the stores.
    """
    with _all_locked(scope):
        snapshots, reports = planned(scope, rules)
        for item in snapshots:
            repository = Repository(scope.folders.snapshots(item.name))
            take_out(repository, _plan(scope, item.name, rules), scope.who, scope.clock.now())
        for item in reports:
            Shelf(scope.folders.reports(item.name)).take_out(item.gone)
        return snapshots, reports


def undo(scope: Scope) -> tuple[list[Pruned], list[Pruned]]:
    """Put back what was taken out and is not deleted yet.

    Raises:
        LockedError: A run is at work on one of the stores.
    """
    with _all_locked(scope):
        now = scope.clock.now()
        snapshots = [
            Pruned(store, gone=put_back(Repository(scope.folders.snapshots(store)), scope.who, now))
            for store in scope.stores
        ]
        return snapshots, [
            Pruned(job, gone=Shelf(scope.folders.reports(job)).put_back()) for job in scope.jobs
        ]


def delete(scope: Scope) -> tuple[list[Pruned], list[Pruned]]:
    """Delete for good what was taken out before.

    Raises:
        SnapshotError: The snapshots are not what was written; nothing was deleted.
        LockedError: A run is at work on one of the stores.
    """
    with _all_locked(scope):
        for store in scope.stores:
            _verified(scope, store)
        snapshots = [
            Pruned(store, freed=sweep(Repository(scope.folders.snapshots(store)))) for store in scope.stores
        ]
        return snapshots, [Pruned(job, freed=Shelf(scope.folders.reports(job)).sweep()) for job in scope.jobs]


def _all_locked(scope: Scope) -> ExitStack:
    with ExitStack() as held:
        for store in scope.stores:
            held.enter_context(held_lock(scope.folders.lock(store), scope.clock))
        return held.pop_all()


def _verified(scope: Scope, store: str) -> Repository:
    repository = Repository(scope.folders.snapshots(store))
    wrong = problems_of(scope.folders, store, repository)
    if wrong:
        raise SnapshotError(
            f"{store}: nothing is taken out of snapshots that are not as they were written "
            f"({wrong[0]['text']}); `auditor verify` says what is wrong"
        )
    return repository


def _plan(scope: Scope, store: str, rules: Rules) -> list[Planned]:
    repository = _verified(scope, store)
    return plan(repository, rules, scope.zone, _cited(scope, store, repository.snapshots()))


def _cited(scope: Scope, store: str, copies: Sequence[Manifest]) -> dict[str, list[str]]:
    """Why copies are needed still: an open finding shows what changed between them, or no audit saw them."""
    if not scope.folders.ledger(store).is_file():
        return {copy.id: ["not audited yet"] for copy in copies}
    with Ledger(scope.folders.ledger(store)) as ledger:
        opened = {known.first_seen: known.finding.id for known in ledger.findings(open_only=True)}
        finished = {run.window for run in ledger.runs() if run.finished is not None}
    reasons: dict[str, list[str]] = {}
    for place, copy in enumerate(copies):
        if copy.id not in finished:
            reasons.setdefault(copy.id, []).append("not audited yet")
        if copy.taken_at in opened:
            for cited in copies[max(place - 1, 0) : place + 1]:
                reasons.setdefault(cited.id, []).append(f"cited by the open finding {opened[copy.taken_at]}")
    return reasons


def _summary(store: str, items: Sequence[Planned]) -> Pruned:
    kept = {item.manifest.id: item.reasons for item in items if item.reasons}
    return Pruned(store, kept, [item.manifest.id for item in items if not item.reasons])


def _reports(scope: Scope, rules: Rules, plans: Mapping[str, Sequence[Planned]]) -> list[Pruned]:
    """The same rules for the reports; the report of a snapshot that stays, stays too."""
    with_snapshot = {
        item.manifest.taken_at.astimezone(scope.zone).date()
        for items in plans.values()
        for item in items
        if item.reasons
    }
    found = []
    for job in scope.jobs:
        days = Shelf(scope.folders.reports(job)).days()
        moments = {datetime.combine(day, NOON, scope.zone): day for day in days}
        kept = {moments[at]: reasons for at, reasons in reasons_to_keep(moments, rules, scope.zone).items()}
        for day in with_snapshot & set(days):
            kept.setdefault(day, []).append("its snapshot stays")
        gone = [day.isoformat() for day in days if day not in kept]
        found.append(Pruned(job, {day.isoformat(): kept[day] for day in sorted(kept)}, gone))
    return found
