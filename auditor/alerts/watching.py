"""The watchdog: did the last night happen, is its snapshot whole, and did its alerts get through?"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from auditor.alerts.delivering import Ports
from auditor.alerts.interface import Alerting, Condition, Delivery, What
from auditor.alerts.outbox import Outbox
from auditor.alerts.telling import tell_conditions
from auditor.config import Job
from auditor.errors import LedgerError, SnapshotError
from auditor.ledger import PASSED_OVER, Anchor, Ledger, RunSummary
from auditor.records import Severity
from auditor.schedules import EARLY, last_due
from auditor.snapshots.repository import Repository
from auditor.snapshots.verify import check_files
from auditor.times import rfc3339


def watch(job: Job, alerting: Alerting | None, ports: Ports) -> tuple[list[Condition], Delivery]:
    """Everything that is wrong with the nights of ``job``, told to its channels where it is news.

    Raises:
        LedgerError: The outbox cannot be read.
    """
    wrong = list(wrong_with(job, ports.clock.now()))
    if alerting is None:
        return wrong, Delivery()
    return wrong, tell_conditions(alerting, wrong, What.WATCHDOG, "watchdog", ports)


def wrong_with(job: Job, now: datetime) -> Iterator[Condition]:
    """What is wrong with the nights of ``job`` at the moment ``now``."""
    due = last_due(job.schedule, job.zone, now - timedelta(hours=job.watchdog.grace_hours))
    for section in job.stores:
        names = [name for name in job.folders.stores() if name == section.name]
        names += [name for name in job.folders.stores() if name.startswith(f"{section.name}/")]
        audited = [name for name in names if job.folders.ledger(name).is_file()]
        if not audited and due is not None and not _is_newer(job.file, due):
            yield _condition("overdue", section.name, now, "it was never audited")
        for name in audited:
            yield from _wrong_with_store(job, name, due, now)
    if job.alerts:
        yield from _stuck(job, now)


def _wrong_with_store(job: Job, store: str, due: datetime | None, now: datetime) -> Iterator[Condition]:
    try:
        with Ledger(job.folders.ledger(store)) as ledger:
            runs, anchor = ledger.runs(), ledger.anchor()
    except LedgerError as error:
        yield _condition("ledger", store, now, str(error))
        return
    finished = [run for run in runs if run.finished is not None and run.status != PASSED_OVER]
    last = max((run.at for run in finished), default=None)
    if due is not None and (last is None or last < due - EARLY):
        yield _condition("overdue", store, now, _overdue(runs, last, due))
    nights = job.watchdog.unreadable_nights
    if len(finished) >= nights and all(run.status == "unreadable" for run in finished[-nights:]):
        yield _condition("unreadable", store, now, f"for the last {nights} nights or more")
    try:
        _check_newest(Repository(job.folders.snapshots(store)), anchor)
    except SnapshotError as error:
        yield _condition("damaged", store, now, str(error))


def _overdue(runs: list[RunSummary], last: datetime | None, due: datetime) -> str:
    latest = f"the last finished audit is of {rfc3339(last)}" if last else "no audit was ever finished"
    unfinished = runs[-1] if runs and runs[-1].finished is None else None
    began = f"; the one of {rfc3339(unfinished.at)} did not finish" if unfinished else ""
    return f"{latest}, one was due at {rfc3339(due)}{began}"


def _check_newest(repository: Repository, anchor: Anchor | None) -> None:
    """See that the newest snapshot is whole, and that it is not older than the ledger remembers.

    Raises:
        SnapshotError: It is not.
    """
    newest = repository.latest()
    if newest is not None:
        check_files(repository, newest)
    number, remembered = (newest.number if newest else 0), (anchor.chain if anchor else 0)
    if number < remembered:
        raise SnapshotError(f"{repository.folder}: {remembered} snapshots were taken, and {number} are there")
    if (
        newest is not None
        and anchor is not None
        and number == remembered
        and newest.sha256 != anchor.manifest
    ):
        raise SnapshotError(f"{repository.folder}: the newest snapshot is not the one that was audited")


def _stuck(job: Job, now: datetime) -> Iterator[Condition]:
    path = job.folders.outbox(job.name)
    if not path.is_file():
        return
    patience = timedelta(hours=job.watchdog.stuck_hours)
    names = {channel.name for channel in job.alerts}
    with Outbox(path) as outbox:
        oldest = {posted.channel: posted.created_at for posted in reversed(outbox.waiting())}
        for item in outbox.undelivered():
            if oldest[item.channel] < now - patience:
                gone = "" if item.channel in names else "; the job no longer has this channel"
                reason = f"{item.messages} waiting: {item.reason}{gone}"
                yield replace(_condition("stuck", item.channel, now, reason), store="", keys=(item.channel,))


def _condition(kind: str, about: str, now: datetime, reason: str) -> Condition:
    return Condition(
        subject=f"watchdog/{kind}/{about}",
        what=What.WATCHDOG,
        severity=Severity.HIGH,
        kind=kind,
        since=now,
        store=about,
        reason=reason,
    )


def _is_newer(file: Path, moment: datetime) -> bool:
    """Whether ``file`` was written after ``moment``: a job that is new was never due."""
    try:
        return file.stat().st_mtime > moment.timestamp()
    except OSError:
        return False
