"""Reading a store and its conversations: for an audit of the night, or only to keep a copy of it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path

from auditor.conversations import Heard, held_before, new_among
from auditor.errors import AuditorError
from auditor.records import NotChecked, Transcript
from auditor.runs.targets import Target, opened
from auditor.snapshots.repository import Repository
from auditor.snapshots.taking import Taken, take
from auditor.stores.interface import Store
from auditor.transcripts.reading import conversations_at


def copied(target: Target, repository: Repository, at: datetime, zone: tzinfo) -> Taken:
    """Copy the store of ``target`` as it is at the moment ``at``, with its conversations; nothing is judged.

    Raises:
        StoreUnreadableError: The store cannot be read; nothing was written.
        SnapshotError: The newest snapshot is damaged or not older than ``at``; nothing was written.
    """
    store = opened(target)
    found = heard(target.transcripts, [store], zone)
    new = new_among(found.transcripts, held_before(repository, None))
    return take(repository, store, target.name, at, new, problems=found.problems)


def heard(paths: Sequence[Path], stores: Iterable[Store], zone: tzinfo) -> Heard:
    """The conversations at ``paths`` and those that ``stores`` keep themselves.

    Of conversations with the same id that several of ``stores`` keep, the first counts.
    """
    transcripts: list[Transcript] = []
    problems: list[NotChecked] = []
    for path in paths:
        try:
            found = conversations_at(path, zone)
        except (AuditorError, OSError) as error:
            problems.append(_unread(f"the conversations at {path} could not be read: {error}"))
            continue
        transcripts += found.transcripts
        problems += [replace(problem, what="conversation") for problem in found.problems]
    kept: dict[str, Transcript] = {}
    for store in stores:
        try:
            kept = {said.id: said for said in store.transcripts()} | kept
        except (AuditorError, OSError) as error:
            problems.append(_unread(f"the store's own conversations could not be read: {error}"))
    return Heard([*transcripts, *kept.values()], problems)


def _unread(reason: str) -> NotChecked:
    return NotChecked("", "", reason, "conversation")
