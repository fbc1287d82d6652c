"""One run as others watch it: a log with the run's id, metrics for node_exporter, and pings."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from uuid import uuid4

import structlog

from auditor.alerts.pings import pinged
from auditor.cli.exits import exit_code_of
from auditor.config import Job
from auditor.errors import AuditorError, ExitCode, LockedError
from auditor.files import write_atomically
from auditor.records import Audit
from auditor.reports.metrics import Outcome, metrics_text
from auditor.reports.verdict import OPEN, tally, verdict
from auditor.times import Clock, SystemClock

READABLE_BY_ALL = 0o644  # node_exporter runs as somebody else


class Watched:
    """The run of ``job`` for those who watch it; it is told each step, and how it ends."""

    def __init__(self, job: Job, tell: Callable[[str], None], ends: Callable[[int, str], None]) -> None:
        self._job = job
        self._tell = tell
        self._ends = ends
        self.audit: Audit | None = None
        self.code: int = ExitCode.INTERNAL

    def tell(self, step: str) -> None:
        """Hear of one step, and pass it on."""
        structlog.get_logger().info("run.step", step=step)
        self._tell(step)

    def ended(self, audit: Audit) -> None:
        """Hear what came of it."""
        self.audit, self.code = audit, exit_code_of(audit, self._job.job.fail_on)
        log = structlog.get_logger()
        for store in audit.stores:
            alarms = sum(finding.alarm and finding.state in OPEN for finding in store.findings)
            log.info(
                "run.store",
                store=store.store,
                status=store.status,
                entries=store.entries,
                open_findings=alarms,
                not_checked=len(store.not_checked),
            )
        line = "already audited" if audit.already else verdict(tally(audit), len(audit.stores))
        self._ends(self.code, line)


@contextmanager
def watched(
    job: Job, tell: Callable[[str], None], *, live: bool, clock: Clock | None = None
) -> Iterator[Watched]:
    """Tell whoever watches ``job`` about the run inside; only the log hears of one that is not ``live``."""
    clock = clock or SystemClock()
    began, run = clock.now(), str(uuid4())
    log = structlog.get_logger()
    url = job.ping.address.get_secret_value() if live and job.ping.address else None
    with (
        structlog.contextvars.bound_contextvars(run=run, job=job.name),
        pinged(url, tell, clock, run) as ping,
    ):
        log.info("run.started")
        watching = Watched(job, ping.tell, ping.ends)
        try:
            yield watching
        except AuditorError as error:
            watching.code = error.exit_code
            log.info("run.failed", error=error.name, exit_code=int(error.exit_code))
            if not isinstance(error, LockedError):
                _write_metrics(job, watching, began, clock, live=live)
            raise
        except BaseException:
            _write_metrics(job, watching, began, clock, live=live)
            raise
        log.info("run.ended", exit_code=int(watching.code))
        if watching.audit is None or not watching.audit.already:
            _write_metrics(job, watching, began, clock, live=live)


def _write_metrics(job: Job, run: Watched, began: datetime, clock: Clock, *, live: bool) -> None:
    """Write the metrics; that they cannot be written is logged and changes nothing."""
    path = job.metrics.textfile
    if path is None or not live:
        return
    ended = clock.now()
    outcome = Outcome(job.name, ended, max((ended - began).total_seconds(), 0), int(run.code), run.audit)
    try:
        text = metrics_text(outcome, _text_of(path))
        write_atomically(path, text.encode(), READABLE_BY_ALL)
    except OSError as error:
        structlog.get_logger().warning("metrics.not_written", path=str(path), reason=error.strerror)


def _text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
