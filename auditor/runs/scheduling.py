"""Starting jobs when they are due, where there is no cron: a process that does nothing else.

Each night is a process of its own, so that one that crashes or hangs ends nothing but itself.
"""

import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from types import FrameType
from typing import Any

import structlog
from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.base import BaseTrigger

from auditor.config import Job, load_job
from auditor.errors import ConfigError
from auditor.schedules import last_due, next_due
from auditor.times import Clock, SystemClock, rfc3339

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
PATIENCE = 60.0  # seconds that a night may still take when the scheduler is to end
LAST_CHANCE = 10.0  # seconds to end after SIGTERM, before SIGKILL

Command = Callable[[Path], Sequence[str]]


def run_command(file: Path) -> Sequence[str]:
    """How a night of the job in ``file`` is started."""
    return [sys.executable, "-m", "auditor", "run", str(file)]


class DueTrigger(BaseTrigger):  # type: ignore[misc]  # APScheduler has no types
    """The due times of a job; those that the clocks skip or repeat are due once."""

    def __init__(self, job: Job) -> None:
        self._job = job

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime | None:
        """The first due time after ``previous_fire_time``, or after ``now`` where there was none."""
        return next_due(self._job.schedule, self._job.zone, previous_fire_time or now)


class Scheduler:
    """Starts the nights of job files, one at a time: late ones within ``misfire_hours``, several as one.

    Raises:
        ConfigError: A job file is wrong.
    """

    def __init__(
        self, files: Sequence[Path], command: Command = run_command, clock: Clock | None = None
    ) -> None:
        self._files = files
        self._command = command
        self._clock = clock or SystemClock()
        self._log = structlog.get_logger()
        self._running: dict[Path, subprocess.Popen[bytes]] = {}
        self._lock = Lock()
        self._ending = False
        self._received: SimpleQueue[int] = SimpleQueue()
        executor = ThreadPoolExecutor(max_workers=max(len(files), 1))
        self._scheduler = BackgroundScheduler(executors={"default": executor}, timezone="UTC")
        for file, job in [(file, load_job(file)) for file in files]:
            self._plan(file, job, first=True)

    def run(self, patience: float = PATIENCE) -> None:
        """Start what is due until SIGTERM or SIGINT; SIGHUP reads the job files again."""
        before = {number: signal.signal(number, self._receive) for number in SIGNALS}
        self._scheduler.start()
        try:
            while self._received.get() == signal.SIGHUP:
                self.reload()
        finally:
            self._end(patience)
            for number, handler in before.items():
                signal.signal(number, handler)

    def reload(self) -> None:
        """Read the job files again; one that is wrong now goes on as it was."""
        for file in self._files:
            try:
                self._plan(file, load_job(file), first=False)
            except ConfigError as error:
                self._log.warning("schedule.not_reloaded", job_file=str(file), reason=str(error))

    def _plan(self, file: Path, job: Job, *, first: bool) -> None:
        """Plan the nights of ``job``; one that should have been a while ago is started at once."""
        now = self._clock.now()
        grace = timedelta(hours=job.schedule.misfire_hours)
        due = last_due(job.schedule, job.zone, now)
        late = first and job.has_windows and due is not None and now - due < grace
        following = next_due(job.schedule, job.zone, now)
        options: dict[str, Any] = {"next_run_time": due if late else following}
        self._scheduler.add_job(
            self._start,
            DueTrigger(job),
            args=(file,),
            id=str(file),
            replace_existing=True,
            misfire_grace_time=int(grace.total_seconds()),
            coalesce=True,
            max_instances=1,
            **options,
        )
        when = rfc3339(following) if following else "never"
        self._log.info("schedule.planned", job=job.name, next=when, started_now=late)

    def _start(self, file: Path) -> None:
        with self._lock:
            if self._ending:
                return
            process = subprocess.Popen(self._command(file), stdin=subprocess.DEVNULL)  # noqa: S603  # our own
            self._running[file] = process
        self._log.info("schedule.started", job_file=str(file), pid=process.pid)
        code = process.wait()
        with self._lock:
            self._running.pop(file, None)
        self._log.info("schedule.ended", job_file=str(file), exit_code=code)

    def _receive(self, number: int, _frame: FrameType | None) -> None:
        self._received.put(number)

    def _end(self, patience: float) -> None:
        """Start nothing more; let what runs finish, or abandon it, which the next run completes."""
        with self._lock:
            self._ending = True
            running = dict(self._running)
        for file, process in running.items():
            self._log.info("schedule.waiting", job_file=str(file), seconds=patience)
            for ask, seconds in (
                (None, patience),
                (process.terminate, LAST_CHANCE),
                (process.kill, LAST_CHANCE),
            ):
                if ask is not None:
                    ask()
                try:
                    process.wait(seconds)
                    break
                except subprocess.TimeoutExpired:
                    self._log.warning("schedule.abandoned", job_file=str(file))
        self._scheduler.shutdown(wait=True)
