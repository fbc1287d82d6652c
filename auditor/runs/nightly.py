"""Audits that keep state: snapshots, a ledger for each store, dated reports."""

import shlex
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, date, datetime
from pathlib import Path

from auditor import __version__, alerts
from auditor.config import Job
from auditor.discipline.nightly import Linting
from auditor.errors import ClockError, LockedError, SnapshotError, StoreNotFoundError, UsageError
from auditor.folders import Folders, legible_path
from auditor.ledger import PASSED_OVER
from auditor.locking import held_lock
from auditor.models.interface import Asking
from auditor.records import Audit
from auditor.reports.write import write_reports
from auditor.runs.advising import advisers_of
from auditor.runs.store_run import Place, Settled, StoreRun, Tell
from auditor.runs.targets import Target, database_url, name_at, targets_at, targets_of
from auditor.schedules import EARLY, nights_between, window_start
from auditor.times import Clock, SystemClock, rfc3339


def run_job(
    job: Job,
    *,
    at: datetime | None = None,
    date: date | None = None,
    again: bool = False,
    resume: bool = False,
    tell: Tell,
    clock: Clock | None = None,
    ports: alerts.Ports | None = None,
) -> Audit:
    """Audit the stores of ``job`` now (or as of ``at``), or those of an earlier ``date`` again.

    Where the job says when it runs, a second start before the next due time does nothing but say so, unless
    ``again`` or ``at`` asks for it. With ``resume`` the last night, or that of ``date``, is audited
    again, and models are asked what was left open. ``ports`` are the ``clock`` and how to wait.

    Raises:
        ClockError: It is earlier than the newest audit.
        LockedError: Another run is at work on one of the stores.
        LedgerError: A ledger cannot be read.
    """
    alerting = alerts.alerting_of(job)
    options = f"--state {shlex.quote(str(job.state))}"
    ports = ports or alerts.Ports(clock or SystemClock())
    place = Place(
        job.name,
        job.folders,
        options,
        job.zone,
        ports,
        tell,
        job.reports.templates,
        alerting,
        job.schedule,
        advisers_of(job),
        job.job.locale,
        job.reports.trust_file,
        Linting(job.lint.most, own_severity=job.lint.alert),
    )
    if resume:
        return _resumed(targets_of(job), place, date)
    once = job.has_windows and at is None and not again
    if alerting is None or date is not None:
        return _run(targets_of(job), place, at, date, once=once)
    try:
        audit = _run(targets_of(job), place, at, None, once=once)
    except LockedError:
        raise
    except Exception as error:
        alerts.tell_failure(alerting, error, ports)
        raise
    alerts.tell_success(alerting, ports)
    return audit


def run_path(
    path: Path,
    *,
    transcripts: Sequence[Path] = (),
    state: Path,
    at: datetime | None = None,
    date: date | None = None,
    tell: Tell,
    clock: Clock | None = None,
) -> Audit:
    """Audit the store, or the folder of stores, at ``path``; the state is kept in the folder ``state``.

    Raises:
        StoreNotFoundError: There is nothing at ``path`` and never was.
        UnknownStoreKindError: There is no store in the folder ``path``.
        LockedError: Another run is at work on one of the stores.
        LedgerError: A ledger cannot be read.
    """
    there = path.exists() or database_url(path) is not None
    if not there and not Folders(state).ledger(legible_path(path.name)).exists():
        raise StoreNotFoundError(f"{path}: there is nothing")
    zone = (at.tzinfo if at else None) or UTC
    options = "" if state == Path() else f"--state {shlex.quote(str(state))}"
    place = Place(name_at(path), Folders(state), options, zone, alerts.Ports(clock or SystemClock()), tell)
    return _run(targets_at(path, transcripts), place, at, date)


def _run(
    targets: Sequence[Target], place: Place, at: datetime | None, day: date | None, *, once: bool = False
) -> Audit:
    with ExitStack() as held:
        for target in targets:
            held.enter_context(held_lock(place.folders.lock(target.name), place.clock))
        asking = Asking.TONIGHT if day is None else Asking.REMEMBERED
        stores = [StoreRun(target, place, held, asking) for target in targets]
        if day is not None:
            return _reported(place, _nights_of(stores, day), day, again=True)
        moment = (at or place.clock.now()).astimezone(UTC)
        _check_clock(stores, moment, given=at is not None)
        if once and (already := _audited_tonight(place, stores, moment)):
            return Audit("run", moment, (), job=place.job, already=already)
        today = moment.astimezone(place.zone).date()
        cut_short = sorted({day for store in stores for day in store.unfinished()})
        if cut_short and today not in cut_short:
            for store in stores:  # tonight's memory is kept first, whatever becomes of the nights before
                store.keep(moment)
        _catch_up(place, stores, cut_short)
        nights = [store.night_at(moment) for store in stores]
        return _reported(place, nights, today, moment)


def _resumed(targets: Sequence[Target], place: Place, day: date | None) -> Audit:
    with ExitStack() as held:
        for target in targets:
            held.enter_context(held_lock(place.folders.lock(target.name), place.clock))
        stores = [StoreRun(target, place, held, Asking.RESUMED) for target in targets]
        newest = max((time for store in stores if (time := store.newest())), default=None)
        if newest is None:
            raise UsageError("there is no night to resume; run without --resume first")
        last = newest.astimezone(place.zone).date()
        chosen = day or last
        return _reported(place, _nights_of(stores, chosen), chosen, again=chosen != last)


def _check_clock(stores: Sequence[StoreRun], moment: datetime, *, given: bool) -> None:
    """See that ``moment`` is not before the newest audit.

    Raises:
        UsageError: It is, and was ``given`` by the user.
        ClockError: It is, and the clock gave it.
    """
    newest = max((time for store in stores if (time := store.newest())), default=None)
    if newest is None or newest <= moment:
        return
    order = f"{rfc3339(moment)} is before the newest audit, of {rfc3339(newest)}"
    if given:
        raise UsageError(f"--at: {order}; give a later time, or audit that date again with --date")
    raise ClockError(
        f"{order}: the clock was set back, or was wrong then. Nothing was done; once it is later again, "
        "nights go on. Where the newest audit has the wrong time, move the store's folder in snapshots/ aside"
    )


def _audited_tonight(place: Place, stores: Sequence[StoreRun], moment: datetime) -> datetime | None:
    """When the window of ``moment`` was audited, if all of ``stores`` were and could be read."""
    start = window_start(place.schedule, place.zone, moment) if place.schedule else None
    if start is None:
        return None
    times = [store.audited_since(start - EARLY) for store in stores]
    return None if None in times else max((time for time in times if time), default=None)


def _catch_up(place: Place, stores: Sequence[StoreRun], days: Sequence[date]) -> None:
    """Audit the copies of ``days`` whose audit did not finish, and write the reports that are missing."""
    most = place.schedule.catch_up if place.schedule else len(days)
    for day in days[: max(len(days) - most, 0)]:
        for store in stores:
            store.pass_over(day)
    for day in days[max(len(days) - most, 0) :]:
        nights = [night for store in stores if (night := store.caught_up(day)) is not None]
        _reported(place, nights, day)


def _nights_of(stores: Sequence["StoreRun"], day: date) -> list[Settled]:
    """The nights of ``day`` of those stores that had one.

    Raises:
        SnapshotError: None had.
    """
    nights = [night for store in stores if (night := store.night_of(day)) is not None]
    if not nights:
        raise SnapshotError(f"there is no snapshot of {day}; `auditor verify` lists those there are")
    return nights


def _reported(
    place: Place, nights: Sequence[Settled], day: date, at: datetime | None = None, *, again: bool = False
) -> Audit:
    """Alert, write the report of ``nights`` under ``day``, then close them in their ledgers."""
    if not nights:
        raise UsageError("there is no store to audit")
    at = at or max(night.run.at for night in nights)
    audit = Audit(
        command="run",
        at=at,
        stores=[night.recorded.audit for night in nights],
        job=place.job,
        since=min((night.since for night in nights if night.since), default=None),
        policy=nights[0].recorded.audit.provenance.get("policy", ""),
        provenance=_made_by(place),
        missed=_missed(place, nights, at),
    )
    if place.alerting is not None:
        recorded, ports = [night.recorded for night in nights], place.ports
        audit = alerts.with_delivery(
            audit, alerts.tell(place.alerting, audit.at, recorded, ports, again=again)
        )
    excerpts = [excerpt for night in nights for excerpt in night.excerpts]
    folder = place.folders.reports(place.job)
    trust = [night.trust for night in nights if night.trust is not None and place.trust_file]
    paths = write_reports(audit, folder, day.isoformat(), place.templates, excerpts, trust=trust)
    written = {suffix: str(path) for suffix, path in paths.items()}
    for night, store in zip(nights, audit.stores, strict=True):
        night.ledger.finish_run(night.run, store, written)
    return audit


def _made_by(place: Place) -> dict[str, str]:
    locale = {"locale": place.locale} if place.locale else {}
    return {"version": __version__, "zone": str(place.zone), "options": place.options, **locale}


def _missed(place: Place, nights: Sequence[Settled], at: datetime) -> list[date]:
    """The nights between the audit before and that of ``at`` on which none was made although one was due."""
    runs = [run for night in nights for run in night.ledger.runs() if run.status != PASSED_OVER]
    before = max((run.at for run in runs if run.finished and run.at < at), default=None)
    if place.schedule is None or before is None:
        return []
    return list(nights_between(place.schedule, place.zone, before, at))
