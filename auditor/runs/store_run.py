"""One store's part in a run: tonight, a night again, and the nights whose audit was cut short."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, tzinfo
from functools import partial
from pathlib import Path

from auditor import alerts
from auditor.config.models import ScheduleSection
from auditor.discipline.nightly import USUAL, Linting
from auditor.errors import SnapshotError, StoreUnreadableError
from auditor.folders import Folders
from auditor.ledger import PASSED_OVER, Anchor, Ledger, Recorded, Run
from auditor.models.interface import Asking
from auditor.models.panel import NO_MODELS
from auditor.night import Audited, Night, again, tonight
from auditor.records import StoreAudit
from auditor.reports.excerpts import Excerpt, excerpts_of
from auditor.runs.advising import Advisers
from auditor.runs.reading import copied, heard
from auditor.runs.targets import Target, opened
from auditor.snapshots import manifest
from auditor.snapshots.manifest import Manifest, id_at
from auditor.snapshots.repository import Repository
from auditor.snapshots.verify import anchor_problems
from auditor.times import Clock
from auditor.trust.keeping import with_suggestions
from auditor.trust.trusting import StoreTrust

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run keeps its state, its name, who hears each step, and who is alerted.

    ``ports`` are the clock and how to wait. ``options`` is what a command needs to find the same state
    again. ``schedule`` says when the nights are due, if that is known, ``advisers`` which models are asked,
    ``locale`` how reports write dates. ``trust_file``: whether there is to be one. ``linting``: how much of
    the lint belongs to a night.
    """

    job: str
    folders: Folders
    options: str
    zone: tzinfo
    ports: alerts.Ports
    tell: Tell
    templates: Path | None = None
    alerting: alerts.Alerting | None = None
    schedule: ScheduleSection | None = None
    advisers: Advisers | None = None
    locale: str = ""
    trust_file: bool = True
    linting: Linting = USUAL

    @property
    def clock(self) -> Clock:
        """What time it is."""
        return self.ports.clock


@dataclass(frozen=True, slots=True)
class Settled:
    """One store's night as the ledger has taken it down; ``since`` is when the copy before was made.

    ``excerpts`` are the conversations that its findings cite, ``trust`` tells how far its entries may be
    trusted, or is None where there is no copy of them.
    """

    ledger: Ledger
    run: Run
    recorded: Recorded
    since: datetime | None = None
    excerpts: Sequence[Excerpt] = ()
    trust: StoreTrust | None = None


class StoreRun:
    """What one run does to one store, whose lock it holds."""

    def __init__(
        self, target: Target, place: Place, held: ExitStack, asking: Asking = Asking.TONIGHT
    ) -> None:
        self._target = target
        self._place = place
        self._repository = Repository(place.folders.snapshots(target.name))
        self._ledger = held.enter_context(Ledger(place.folders.ledger(target.name), place.clock))
        answers, policy = self._ledger.answers, target.policy
        advisers = place.advisers
        models = advisers.models(answers, policy.fingerprint, asking) if advisers else NO_MODELS
        self._night = Night(target.name, self._repository, policy, place.zone, models, place.linting)

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

    def keep(self, at: datetime) -> None:
        """Copy the store without judging it; what stands in the way of that, ``night_at`` meets and tells."""
        with suppress(StoreUnreadableError, SnapshotError):
            latest = self._repository.latest()
            if latest is None or latest.id != id_at(at):
                with closing(copied(self._target, self._repository, at, self._place.zone)):
                    pass

    def night_of(self, day: date) -> Settled | None:
        """The night of ``day`` once more, from what was kept of it; None where there was none."""
        self._place.tell(f"{self._target.name}: {day} again")
        copies = [copy for copy in self._repository.snapshots() if self._day(copy.taken_at) == day]
        if copies:
            return self._settled(again(self._night, copies[-1], self._before(copies[-1])))
        unread = next((run for run in self._ledger.runs() if self._day(run.at) == day), None)
        return self._settled_unread(unread.window, unread.at, unread.reason) if unread else None

    def newest(self) -> datetime | None:
        """The time of the newest audit or copy there is, also of one that could not be read."""
        times = [run.at for run in self._ledger.runs()]
        with suppress(SnapshotError):  # tonight's audit will meet it and say so
            latest = self._repository.latest()
            times += [latest.taken_at] if latest else []
        return max(times, default=None)

    def audited_since(self, start: datetime) -> datetime | None:
        """When the store was last audited, where that was since ``start``, went well and was finished."""
        times = [run.at for run in self._ledger.runs() if run.finished and run.status in {"ok", "partial"}]
        last = max(times, default=None)
        return None if last is None or last < start or self.unfinished() else last

    def pass_over(self, day: date) -> None:
        """Leave the copies of ``day`` without an audit; the next night is compared across them."""
        for copy in self.unfinished().get(day, []):
            anchor = Anchor(copy.number, copy.sha256)
            run = self._ledger.open_run(copy.id, copy.taken_at, anchor, self._target.policy.fingerprint)
            self._ledger.finish_run(run, StoreAudit(self._target.name, copy.kind, PASSED_OVER))

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
        over = {run.window for run in self._ledger.runs() if run.status == PASSED_OVER}
        copies = self._repository.snapshots()
        earlier = [copy for copy in copies if copy.number < window.number and copy.id not in over]
        return earlier[-1] if earlier else None

    def _settled(self, audited: Audited) -> Settled:
        copy = audited.window.copy
        anchor = Anchor(copy.number, copy.sha256)
        run = self._ledger.open_run(copy.id, copy.taken_at, anchor, self._target.policy.fingerprint)
        recorded, said = self._ledger.record(run, audited.audit), audited.window.said
        excerpts = excerpts_of(recorded.audit, (*said.period, *said.older))
        trust = self._trust(copy, recorded)
        recorded = replace(recorded, audit=with_suggestions(recorded.audit, trust))
        return Settled(self._ledger, run, recorded, audited.window.since, excerpts, trust)

    def _settled_unread(self, window: str, at: datetime, reason: str) -> Settled:
        """A night without a copy: what was open stays open, and nothing is taken for deleted."""
        audit = StoreAudit(self._target.name, "", "unreadable", reason)
        anchor = self._ledger.anchor() or Anchor(0, "")
        run = self._ledger.open_run(window, at, anchor, self._target.policy.fingerprint)
        recorded = self._ledger.record(run, audit)
        copy = self._last_copy(at)
        return Settled(self._ledger, run, recorded, trust=self._trust(copy, recorded) if copy else None)

    def _last_copy(self, at: datetime) -> Manifest | None:
        """The newest copy that was made until ``at``, if it can be read to its end."""
        with suppress(SnapshotError):
            copies = [copy for copy in self._repository.snapshots() if copy.taken_at <= at]
            for _ in self._repository.lines(copies[-1]) if copies else ():
                pass
            return copies[-1] if copies else None
        return None

    def _trust(self, copy: Manifest, recorded: Recorded) -> StoreTrust:
        """How far the entries of ``copy`` may be trusted."""
        return StoreTrust(
            recorded.audit,
            recorded.history,
            partial(self._repository.lines, copy),
            copy.entries.lines,
            copy.taken_at,
            self._target.policy.trust,
            self._place.zone,
        )
