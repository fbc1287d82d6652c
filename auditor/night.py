"""One store's night on one page. Begin here.

     stores ──► snapshots ──► changes ─┐
                                       ├─► verdicts ──► ledger
     transcripts ──► facts ──► funnel ─┘

`tonight` reads the store and keeps a copy; `again` works from the copies alone. From there on both are
the same, so that a date that is audited again gives the same report. What comes before (which stores, which
conversations, whose turn it is) and after (reports, alerts) is in ``auditor.runs``.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo

from auditor import __version__
from auditor.changes.compare import compare
from auditor.changes.consequences import without_consequences
from auditor.changes.index import Source, SqliteEntryIndex
from auditor.changes.interface import EntryIndex
from auditor.changes.pairing import paired
from auditor.changes.retirements import HeldEntries, as_removals
from auditor.conversations import Conversations, Heard, conversations, held_before, new_among
from auditor.discipline.nightly import (
    USUAL,
    Linting,
    discipline_of,
    is_told_by_tables,
    notes_of,
    told_by_tables,
)
from auditor.models.panel import NO_MODELS, Models
from auditor.records import Change, ChangeKind, NotChecked, Note, StoreAudit
from auditor.snapshots.manifest import Manifest
from auditor.snapshots.repository import Repository
from auditor.snapshots.taking import take
from auditor.stores.interface import Store
from auditor.verdicts.described import describe
from auditor.verdicts.explaining import Step, steps
from auditor.verdicts.interface import Case, Verdicts
from auditor.verdicts.judging import judge
from auditor.verdicts.policy import Policy

DESCRIPTION = f"memory-auditor {__version__}"


@dataclass(frozen=True, slots=True)
class Night:
    """The constants of one store's nights: its name, where its copies are, how it is judged, whom to ask.

    ``linting`` says how much of the lint is a part of each night.
    """

    store: str
    repository: Repository
    policy: Policy
    zone: tzinfo = UTC
    models: Models = NO_MODELS
    linting: Linting = USUAL


@dataclass(frozen=True, slots=True)
class Window:
    """What one night is about: its copy, the copy before, and the conversations that it may cite."""

    copy: Manifest
    before: Manifest | None
    said: Conversations

    @property
    def since(self) -> datetime | None:
        """When the copy before was made."""
        return self.before.taken_at if self.before else None


@dataclass(frozen=True, slots=True)
class Audited:
    """One night's outcome before the ledger has seen it."""

    window: Window
    audit: StoreAudit


def tonight(night: Night, store: Store, read: Heard, at: datetime) -> Audited:
    """Copy ``store`` as it is at the moment ``at`` and judge what changed since the copy before.

    Args:
        night: Whose night it is.
        store: The store, open for reading.
        read: The conversations there are tonight, also those of earlier nights, and what could not be read.
        at: The audit's time.

    Raises:
        StoreUnreadableError: The store cannot be read; nothing was written.
        SnapshotError: The newest copy is damaged or not older than ``at``; nothing was written.
    """
    held = held_before(night.repository, None)
    new = new_among(read.transcripts, held)
    problems = [*read.problems, *told_by_tables(store, night.repository, at, night.linting)]
    with closing(take(night.repository, store, night.store, at, new, problems=problems)) as taken:
        copy, before = taken.manifest, taken.previous
        changes = list(taken.changes())
        window = Window(copy, before, conversations(new, held, before.taken_at if before else None, at))
        source = Source(
            snapshot=copy.id,
            lines=lambda: night.repository.lines(copy),
            previous=before.id if before else "",
            changes=lambda: changes,
        )
        path = night.repository.cache / "index.sqlite3"
        with closing(SqliteEntryIndex(path, describe, DESCRIPTION, source)) as index:
            return _audited(night, window, changes, index)


def again(night: Night, copy: Manifest, before: Manifest | None) -> Audited:
    """Judge the night of ``copy`` from what was kept of it and of the nights ``before``.

    Raises:
        SnapshotError: A copy is missing or damaged.
    """
    with _kept(night, copy, before) as (window, changes, index):
        return _audited(night, window, changes, index)


def reasoning(night: Night, copy: Manifest, before: Manifest | None, key: str) -> list[Step]:
    """How the entry ``key`` was judged in the night of ``copy``, step by step (errors as ``again``)."""
    with _kept(night, copy, before) as (window, changes, index):
        return steps(_case(night, window, changes, index), key)


@contextmanager
def _kept(
    night: Night, copy: Manifest, before: Manifest | None
) -> Iterator[tuple[Window, Iterable[Change], EntryIndex]]:
    """What is kept of a night: its conversations, its changes, its entries."""
    repository = night.repository
    new, held = repository.transcripts(copy), held_before(repository, copy)
    window = Window(
        copy, before, conversations(new, held, before.taken_at if before else None, copy.taken_at)
    )
    changes = compare(repository.blocks(before) if before else (), repository.blocks(copy))
    source = Source(snapshot=copy.id, lines=lambda: repository.lines(copy))
    with closing(SqliteEntryIndex(None, describe, DESCRIPTION, source)) as index:
        yield window, changes, index


def _audited(night: Night, window: Window, changes: Iterable[Change], index: EntryIndex) -> Audited:
    case = _case(night, window, changes, index)
    return Audited(window, _store_audit(night, window, judge(case, models=night.models)))


def _case(night: Night, window: Window, changes: Iterable[Change], index: EntryIndex) -> Case:
    held = HeldEntries(index, window.copy.taken_at)
    return Case(
        store=night.store,
        at=window.copy.taken_at,
        since=window.since,
        changes=_understood(changes, window.copy, held),
        entries=held,
        transcripts=window.said.period,
        older=window.said.older,
        zone=night.zone,
        first_audit=window.before is None,
        number=window.copy.number,
        policy=night.policy,
    )


def _understood(changes: Iterable[Change], copy: Manifest, held: EntryIndex) -> Iterable[Change]:
    """``changes`` as changes of memories, where those of keys say something else."""
    return without_consequences(paired(as_removals(changes, copy.taken_at), copy.identity), held)


def _asked(models: Models) -> dict[str, str]:
    """Which models a night may ask, for its report."""
    named = {
        "embedder": models.related.name if models.related else "",
        "judges": models.panel.judges if models.panel else "",
    }
    return {name: value for name, value in named.items() if value}


def _store_audit(night: Night, window: Window, verdicts: Verdicts) -> StoreAudit:
    copy, said = window.copy, window.said
    kept = [one for one in night.repository.problems(copy) if not is_told_by_tables(one)]
    problems = [replace(item, store=night.store) for item in kept]
    discipline = discipline_of(night.repository, copy, window.before, night.linting)
    written = frozenset(one.key for one in verdicts.findings if one.change is not ChangeKind.UNCHANGED)
    unread = [item for item in problems if isinstance(item, NotChecked)]
    if said.beyond:
        reason = f"{said.beyond} earlier conversations were not looked at: there are too many"
        unread.append(NotChecked(night.store, "", reason))
    return StoreAudit(
        store=night.store,
        kind=copy.kind,
        status="partial" if copy.partial else "ok",
        reason=copy.partial,
        entries=copy.entries.lines,
        first_audit=window.before is None,
        findings=verdicts.findings,
        notes=[
            *verdicts.notes,
            *notes_of(discipline, night.store, written, night.linting),
            *(item for item in problems if isinstance(item, Note)),
        ],
        not_checked=[*unread, *verdicts.not_checked],
        confirmed=verdicts.confirmed,
        scores=verdicts.scores,
        transcript_scores=verdicts.transcript_scores,
        counts={
            **verdicts.counts,
            "conversations": len(said.period),
            "conversations.older": len(said.older),
            "conversations.unreadable": sum(item.what == "conversation" for item in unread),
        },
        quiet=verdicts.quiet,
        discipline=discipline,
        provenance={
            "snapshot": copy.id,
            "content": copy.entries.content_sha256,
            "conversations": copy.transcripts.content_sha256,
            "manifest": copy.sha256,
            "chain": str(copy.number),
            "previous": window.before.entries.content_sha256 if window.before else "",
            "policy": night.policy.fingerprint,
            "read_as": copy.reader.split(", ", 2)[-1],
            **_asked(night.models),
        },
    )
