"""Snapshots without an audit: the next run audits them first, oldest to newest."""

from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from auditor.config import Job
from auditor.errors import SnapshotError, StoreUnreadableError
from auditor.folders import Folders
from auditor.locking import held_lock
from auditor.records import NotChecked, Note
from auditor.runs.reading import copied
from auditor.runs.store_run import Tell
from auditor.runs.targets import Target, targets_at, targets_of
from auditor.snapshots.repository import Repository
from auditor.times import Clock, SystemClock


@dataclass(frozen=True, slots=True)
class Copied:
    """What became of one store's snapshot; ``problem`` says why there is none, or what it lacks."""

    store: str
    snapshot: str = ""
    entries: int = 0
    edits: int = 0
    problem: str = ""


def snapshot_job(
    job: Job, *, at: datetime | None = None, tell: Tell, clock: Clock | None = None
) -> list[Copied]:
    """Take a snapshot of each store of ``job``.

    Raises:
        LockedError: Another run is at work on one of the stores.
    """
    moment = at or (clock or SystemClock()).now()
    return _copied(targets_of(job), job.folders, moment, job.zone, tell)


def snapshot_path(
    path: Path,
    *,
    transcripts: Sequence[Path] = (),
    state: Path,
    at: datetime | None = None,
    tell: Tell,
    clock: Clock | None = None,
) -> list[Copied]:
    """Take a snapshot of the store, or of each store in the folder, at ``path``.

    Raises:
        UnknownStoreKindError: There is no store in the folder.
        LockedError: Another run is at work on one of the stores.
    """
    moment = at or (clock or SystemClock()).now()
    return _copied(targets_at(path, transcripts), Folders(state), moment, moment.tzinfo or UTC, tell)


def _copied(
    targets: Sequence[Target], folders: Folders, at: datetime, zone: tzinfo, tell: Tell
) -> list[Copied]:
    with ExitStack() as held:
        for target in targets:
            held.enter_context(held_lock(folders.lock(target.name), SystemClock()))
        copies = []
        for target in targets:
            tell(f"{target.name}: reading")
            repository = Repository(folders.snapshots(target.name))
            copies.append(_copy(target, repository, at.astimezone(UTC), zone))
        return copies


def _copy(target: Target, repository: Repository, at: datetime, zone: tzinfo) -> Copied:
    try:
        with closing(copied(target, repository, at, zone)) as taken:
            manifest, edits = taken.manifest, taken.edits.count
            unread = [one.reason for one in taken.problems if _is_conversation(one)]
    except (StoreUnreadableError, SnapshotError) as error:
        return Copied(target.name, problem=str(error))
    problem = manifest.partial or "; ".join(unread)
    return Copied(target.name, manifest.id, manifest.entries.lines, edits, problem)


def _is_conversation(problem: NotChecked | Note) -> bool:
    return isinstance(problem, NotChecked) and problem.what == "conversation"
