"""The conversations of a store's night: its own and those named for it, and what could not be read."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from pathlib import Path

from auditor.errors import AuditorError
from auditor.records import NotChecked, StoreAudit, Transcript
from auditor.stores.interface import Store
from auditor.transcripts.reading import conversations_at


@dataclass(slots=True)
class Heard:
    """What was read; ``unreadable`` counts the places and files that could not be."""

    transcripts: list[Transcript] = field(default_factory=list)
    problems: list[NotChecked] = field(default_factory=list)
    unreadable: int = 0


def heard(paths: Sequence[Path], stores: Iterable[Store], zone: tzinfo) -> Heard:
    """The conversations at ``paths`` and those that ``stores`` keep themselves.

    Of conversations with the same id that several of ``stores`` keep, the first counts.
    """
    result = Heard()
    for path in paths:
        try:
            found = conversations_at(path, zone)
        except (AuditorError, OSError) as error:
            result.problems.append(
                NotChecked("", "", f"the conversations at {path} could not be read: {error}")
            )
            result.unreadable += 1
            continue
        result.transcripts += found.transcripts
        result.problems += found.problems
        result.unreadable += len(found.problems)
    kept: dict[str, Transcript] = {}
    for store in stores:
        try:
            own = {said.id: said for said in store.transcripts()}
        except (AuditorError, OSError) as error:
            result.problems.append(
                NotChecked("", "", f"the store's own conversations could not be read: {error}")
            )
            result.unreadable += 1
            continue
        kept = own | kept
    result.transcripts += kept.values()
    return result


def with_problems(audit: StoreAudit, found: Heard) -> StoreAudit:
    """``audit`` with what could not be read of its conversations."""
    if not found.problems:
        return audit
    named = [replace(problem, store=audit.store) for problem in found.problems]
    return replace(
        audit,
        not_checked=[*named, *audit.not_checked],
        counts={**audit.counts, "transcripts.unreadable": found.unreadable},
    )
