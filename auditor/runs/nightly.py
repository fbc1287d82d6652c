"""Audits that keep state: snapshots, a ledger for each store, dated reports."""

import shlex
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path

from auditor import __version__, alerts
from auditor.config import Job
from auditor.errors import (
    LockedError,
    SnapshotError,
    StoreNotFoundError,
    StoreUnreadableError,
    UsageError,
)
from auditor.folders import Folders, legible_path
from auditor.ledger import Anchor, Ledger, Recorded, Run
from auditor.locking import held_lock
from auditor.night import Audited, Night, again, tonight
from auditor.records import Audit, StoreAudit
from auditor.reports.write import write_reports
from auditor.runs.reading import heard
from auditor.runs.targets import Target, opened, targets_at, targets_of
from auditor.snapshots import manifest
from auditor.snapshots.manifest import Manifest, id_at
from auditor.snapshots.repository import Repository
from auditor.snapshots.verify import anchor_problems
from auditor.times import Clock, SystemClock

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run keeps its state, its name, what time it is, who hears each step, and who is alerted.

    ``options`` is what a command needs to find the same state again.
    """

    job: str
    folders: Folders
    options: str
    zone: tzinfo
    clock: Clock
    tell: Tell
    templates: Path | None = None
    alerting: alerts.Alerting | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """One store's night as the ledger has taken it down; ``since`` is when the copy before was made."""

    ledger: Ledger
    run: Run
    recorded: Recorded
    since: datetime | None = None


def run_job(
    job: Job, *, at: datetime | None = None, date: date | None = None, tell: Tell, clock: Clock | None = None
) -> Audit:
    """Audit the stores of ``job`` now (or as of ``at``), or those of an earlier ``date`` again.

    Raises:
        LockedError: Another run is at work on one of the stores.
        LedgerError: A ledger cannot be read.
    """
    alerting = alerts.alerting_of(job)
    options = f"--state {shlex.quote(str(job.state))}"
    clock = clock or SystemClock()
    place = Place(job.name, job.folders, options, job.zone, clock, tell, job.reports.templates, alerting)
    if alerting is None or date is not None:
        return _run(targets_of(job), place, at, date)
    ports = alerts.Ports(place.clock)
    try:
        audit = _run(targets_of(job), place, at, None)
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
    if not path.exists() and not Folders(state).ledger(legible_path(path.name)).exists():
        raise StoreNotFoundError(f"{path}: there is nothing")
    zone = (at.tzinfo if at else None) or UTC
    options = "" if state == Path() else f"--state {shlex.quote(str(state))}"
    place = Place(
        legible_path(path.resolve().name), Folders(state), options, zone, clock or SystemClock(), tell
    )
    return _run(targets_at(path, transcripts), place, at, date)


def _run(targets: Sequence[Target], place: Place, at: datetime | None, day: date | None) -> Audit:
    with ExitStack() as held:
        for target in targets:
            held.enter_context(held_lock(place.folders.lock(target.name), place.clock))
        stores = [_StoreRun(target, place, held) for target in targets]
        if day is not None:
            return _reported(place, _nights_of(stores, day), day, again=True)
        _catch_up(place, stores)
        moment = (at or place.clock.now()).astimezone(UTC)
        nights = [store.night_at(moment) for store in stores]
        return _reported(place, nights, moment.astimezone(place.zone).date(), moment)


def _catch_up(place: Place, stores: Sequence["_StoreRun"]) -> None:
    """Audit the copies whose audit did not finish, day by day, and write the reports that are missing."""
    for day in sorted({day for store in stores for day in store.unfinished()}):
        nights = [night for store in stores if (night := store.caught_up(day)) is not None]
        _reported(place, nights, day)


def _nights_of(stores: Sequence["_StoreRun"], day: date) -> list[Settled]:
    """The nights of ``day`` of those stores that had one.

    Raises:
        SnapshotError: None had.
    """
    nights = [night for store in stores if (night := store.night_of(day)) is not None]
    if not nights:
        raise SnapshotError(f"there is no snapshot of {day}; `auditor verify` lists those there are")
    return nights


class _StoreRun:
    """What one run does to one store, whose lock it holds."""

    def __init__(self, target: Target, place: Place, held: ExitStack) -> None:
        self._target = target
        self._place = place
        self._repository = Repository(place.folders.snapshots(target.name))
        self._ledger = held.enter_context(Ledger(place.folders.ledger(target.name), place.clock))
        self._night = Night(target.name, self._repository, target.policy, place.zone)

    def night_at(self, at: datetime) -> Settled:
        """Tonight; where the store cannot be read, a night that says so."""
        self._place.tell(f"{self._target.name}: reading")
        try:
            gone = self._copies_gone()
            latest = self._repository.latest()
            if latest is not None and latest.id == id_at(at):
                audited = again(self._night, latest, self._before(latest))
            else:
                store = opened(self._target)
                found = heard(self._target.transcripts, [store], self._place.zone)
                audited = tonight(self._night, store, found, at)
        except (StoreUnreadableError, SnapshotError) as error:
            return self._settled_unread(id_at(at), at, str(error))
        if gone and audited.audit.status == "ok":
            audited = replace(audited, audit=replace(audited.audit, status="partial", reason=gone))
        return self._settled(audited)

    def night_of(self, day: date) -> Settled | None:
        """The night of ``day`` once more, from what was kept of it; None where there was none."""
        self._place.tell(f"{self._target.name}: {day} again")
        copies = [copy for copy in self._repository.snapshots() if self._day(copy.taken_at) == day]
        if copies:
            return self._settled(again(self._night, copies[-1], self._before(copies[-1])))
        unread = next((run for run in self._ledger.runs() if self._day(run.at) == day), None)
        return self._settled_unread(unread.window, unread.at, unread.reason) if unread else None

    def unfinished(self) -> dict[date, list[Manifest]]:
        """The copies whose audit did not finish, the oldest first, by the day that they are of."""
        finished = {run.window for run in self._ledger.runs() if run.finished is not None}
        days: dict[date, list[Manifest]] = {}
        with suppress(SnapshotError):  # tonight's audit will meet it and say so
            for copy in self._repository.snapshots():
                if copy.id not in finished:
                    days.setdefault(self._day(copy.taken_at), []).append(copy)
        return days

    def caught_up(self, day: date) -> Settled | None:
        """The night of ``day`` where it is unfinished; one whose copy is damaged says so."""
        try:
            self.settle_all_but_the_last_of(day)
            return self.night_of(day)
        except SnapshotError as error:
            copies = self.unfinished().get(day)
            return self._settled_unread(copies[-1].id, copies[-1].taken_at, str(error)) if copies else None

    def settle_all_but_the_last_of(self, day: date) -> None:
        """Audit the earlier copies of ``day``, which has one report, that of its last copy."""
        copies = [copy for copy in self._repository.snapshots() if self._day(copy.taken_at) == day]
        for copy in self.unfinished().get(day, []):
            if copy.id != copies[-1].id:
                settled = self._settled(again(self._night, copy, self._before(copy)))
                settled.ledger.finish_run(settled.run, settled.recorded.audit)

    def _copies_gone(self) -> str:
        """Why the last copy is not the one that the ledger remembers, "" where it is."""
        remembered = self._ledger.anchor()
        if remembered is None or not remembered.chain:
            return ""
        anchor = manifest.Anchor(remembered.chain, remembered.manifest)
        problems = [problem.text for problem in anchor_problems(self._repository.snapshots(), anchor)]
        return f"copies of earlier nights were lost or altered: {'; '.join(problems)}" if problems else ""

    def _day(self, moment: datetime) -> date:
        return moment.astimezone(self._place.zone).date()

    def _before(self, window: Manifest) -> Manifest | None:
        earlier = [copy for copy in self._repository.snapshots() if copy.number < window.number]
        return earlier[-1] if earlier else None

    def _settled(self, audited: Audited) -> Settled:
        copy = audited.window.copy
        anchor = Anchor(copy.number, copy.sha256)
        run = self._ledger.open_run(copy.id, copy.taken_at, anchor, self._target.policy.fingerprint)
        return Settled(self._ledger, run, self._ledger.record(run, audited.audit), audited.window.since)

    def _settled_unread(self, window: str, at: datetime, reason: str) -> Settled:
        """A night without a copy: what was open stays open, and nothing is taken for deleted."""
        audit = StoreAudit(self._target.name, "", "unreadable", reason)
        anchor = self._ledger.anchor() or Anchor(0, "")
        run = self._ledger.open_run(window, at, anchor, self._target.policy.fingerprint)
        return Settled(self._ledger, run, self._ledger.record(run, audit))


def _reported(
    place: Place, nights: Sequence[Settled], day: date, at: datetime | None = None, *, again: bool = False
) -> Audit:
    """Alert, write the report of ``nights`` under ``day``, then close them in their ledgers."""
    if not nights:
        raise UsageError("there is no store to audit")
    audit = Audit(
        command="run",
        at=at or max(night.run.at for night in nights),
        stores=[night.recorded.audit for night in nights],
        job=place.job,
        since=min((night.since for night in nights if night.since), default=None),
        policy=nights[0].recorded.audit.provenance.get("policy", ""),
        provenance={"version": __version__, "zone": str(place.zone), "options": place.options},
    )
    if place.alerting is not None:
        recorded, ports = [night.recorded for night in nights], alerts.Ports(place.clock)
        audit = alerts.with_delivery(
            audit, alerts.tell(place.alerting, audit.at, recorded, ports, again=again)
        )
    paths = write_reports(audit, place.folders.reports(place.job), day.isoformat(), place.templates)
    written = {suffix: str(path) for suffix, path in paths.items()}
    for night, store in zip(nights, audit.stores, strict=True):
        night.ledger.finish_run(night.run, store, written)
    return audit
