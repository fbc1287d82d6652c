"""Forgetting a person: from snapshots and their conversations, ledgers, reports, waiting alerts."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from auditor.alerts.outbox import Outbox
from auditor.errors import SnapshotError
from auditor.ledger import Ledger, Traces
from auditor.locking import held_lock
from auditor.reports.shelf import Shelf
from auditor.reports.trust_file import NAME as TRUST
from auditor.reports.trust_file import forget_in_trust
from auditor.runs.checking import problems_of
from auditor.runs.pruning import Scope
from auditor.snapshots import forgetting
from auditor.snapshots.pruning import sweep
from auditor.snapshots.repository import Repository


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What one store held of a person.

    ``reports`` are the days of those deleted with it, ``before`` the times of earlier removals.
    """

    store: str
    entries: int = 0
    conversations: int = 0
    snapshots: int = 0
    findings: int = 0
    reports: Sequence[str] = ()
    before: Sequence[datetime] = ()


def found(scope: Scope, user: str) -> list[Forgotten]:
    """What there is of ``user``; nothing is changed.

    Raises:
        SnapshotError: A snapshot cannot be read.
    """
    return [_found(scope, store, user) for store in scope.stores]


def forget(scope: Scope, user: str) -> list[Forgotten]:
    """Remove ``user`` from everything that is kept of the stores; it cannot be undone.

    Raises:
        SnapshotError: The snapshots are not what was written; nothing was changed in that store.
        LockedError: A run is at work on one of the stores.
    """
    with ExitStack() as held:
        for store in scope.stores:
            held.enter_context(held_lock(scope.folders.lock(store), scope.clock))
        return [_forget(scope, store, user) for store in scope.stores]


def _found(scope: Scope, store: str, user: str) -> Forgotten:
    repository = Repository(scope.folders.snapshots(store))
    traces = forgetting.traces_of(repository, user)
    told = _told(traces, user)
    return Forgotten(
        store,
        len(traces.keys),
        len(traces.ids),
        len(traces.snapshots),
        len(_findings_about(scope, store, told)),
        sorted({path.stem[:10] for path in _reports_about(scope, store, told)}),
        forgetting.forgotten_before(repository, user),
    )


def _forget(scope: Scope, store: str, user: str) -> Forgotten:
    repository = Repository(scope.folders.snapshots(store))
    wrong = problems_of(scope.folders, store, repository)
    if wrong:
        raise SnapshotError(
            f"{store}: its snapshots are not as they were written ({wrong[0]['text']}); nobody is "
            "removed from them before they are: `auditor verify` says what is wrong"
        )
    sweep(repository)
    before = _found(scope, store, user)
    traces = forgetting.traces_of(repository, user)
    told = _told(traces, user)
    for job in scope.jobs:
        _forget_alerts(scope.folders.outbox(job), store, _findings_about(scope, store, told), told)
    for path in list(_reports_about(scope, store, told)):
        path.unlink(missing_ok=True)
    for job in scope.jobs:
        if scope.folders.reports(job).is_dir():
            Shelf(scope.folders.reports(job)).index_anew()
            forget_in_trust(scope.folders.reports(job), store, told.keys)
    if scope.folders.ledger(store).is_file():
        with Ledger(scope.folders.ledger(store)) as ledger:
            ledger.forget(told)
    if traces:  # last: by the snapshots all else is found again after a kill
        forgetting.forget(repository, traces, scope.who, scope.clock.now())
    return before


def _findings_about(scope: Scope, store: str, told: Traces) -> list[str]:
    if not scope.folders.ledger(store).is_file():
        return []
    with Ledger(scope.folders.ledger(store)) as ledger:
        return ledger.findings_about(told)


def _told(traces: forgetting.Traces, user: str) -> Traces:
    return Traces(user, traces.own_keys, traces.sources | traces.ids)


def _forget_alerts(path: Path, store: str, findings: Sequence[str], told: Traces) -> None:
    if path.is_file():
        with Outbox(path) as outbox, outbox.transaction():
            outbox.forget(store, findings, told.keys)


def _reports_about(scope: Scope, store: str, told: Traces) -> Iterator[Path]:
    """The files of the reports that say something about them, also of those taken out."""
    for job in scope.jobs:
        for path in sorted(scope.folders.reports(job).rglob("*.json")):
            if path.name != TRUST and _mentions(path, store, told):
                pages = sorted(path.parent.glob(f"{path.stem}*"))
                yield from (page for page in pages if page != path)
                yield path  # last: by it the others are found again after a kill


def _mentions(path: Path, store: str, told: Traces) -> bool:
    try:
        document: dict[str, Any] = orjson.loads(path.read_bytes())
    except ValueError:
        return True  # what cannot be read may hold anything
    findings = [one for one in document.get("findings", ()) if one.get("store") == store]
    if any(told.are_in(one) or told.quoted_in(one) for one in findings):
        return True
    noted = [key for one in document.get("notes", ()) if one.get("store") == store for key in one["keys"]]
    noted += [one["key"] for one in document.get("not_checked", ()) if one.get("store") == store]
    scored = [name for one in document.get("stores", ()) for name in one.get("transcript_scores", ())]
    return bool(told.keys & set(noted) or told.sources & set(scored))
