"""The lint over stores: those at a path, or those of a job with the copies that its nights kept."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from auditor.config import Job
from auditor.discipline.linting import Linted, contents_of, lint
from auditor.discipline.record import Record, record_of
from auditor.errors import AuditorError
from auditor.runs.targets import Target, opened, targets_at, targets_of
from auditor.snapshots.repository import Repository

_COPIES = 2  # the last two nights and now: what happened before was told when it happened


@dataclass(frozen=True, slots=True)
class StoreLint:
    """One store's outcome; ``error`` says why it could not be read."""

    store: str
    linted: Linted | None = None
    error: str = ""


def lint_path(path: Path, at: datetime, earlier: Path | None = None) -> list[StoreLint]:
    """The store at ``path``, or each in the folder that it is, against its ``earlier`` copy if there is one.

    Raises:
        StoreUnreadableError: There is no store at ``path`` or at ``earlier``.
    """
    before = [contents_of(opened(targets_at(earlier, ())[0])).records] if earlier else []
    return [_linted(target.name, partial(_now, target, at, before)) for target in targets_at(path, ())]


def lint_job(job: Job, at: datetime) -> list[StoreLint]:
    """The stores of ``job`` as they are now, against the copies of its last two nights."""
    return [
        _linted(target.name, partial(_since, target, at, Repository(job.folders.snapshots(target.name))))
        for target in targets_of(job)
    ]


def copies(repository: Repository) -> Iterator[Sequence[Record]]:
    """The records of the last copies in ``repository``, the oldest first.

    Raises:
        SnapshotError: A copy is damaged.
    """
    for copy in repository.snapshots()[-_COPIES:]:
        yield [record_of(entry) for entry in repository.entries(copy)]


def _now(target: Target, at: datetime, earlier: Sequence[Sequence[Record]]) -> Linted:
    return lint(opened(target), at, earlier)


def _since(target: Target, at: datetime, repository: Repository) -> Linted:
    return _now(target, at, list(copies(repository)))


def _linted(name: str, work: Callable[[], Linted]) -> StoreLint:
    try:
        return StoreLint(name, work())
    except (AuditorError, OSError) as error:
        return StoreLint(name, error=str(error))
