"""The conversations of a store's night: its own and those named for it, and what could not be read."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import tzinfo
from pathlib import Path

from auditor.conversations import Heard
from auditor.errors import AuditorError
from auditor.records import NotChecked, Transcript
from auditor.stores.interface import Store
from auditor.transcripts.reading import conversations_at


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
