"""Which conversations belong to a night: the new ones, those of the period, and those held from before.

A conversation is kept with the first snapshot after it was met, and again when it has grown. What a night
knew can so be found again from the snapshots alone, whatever becomes of the files.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from auditor.records import NotChecked, Transcript
from auditor.snapshots.manifest import Manifest
from auditor.snapshots.repository import Repository

OLDER_TURNS = 20_000
"""How many turns of earlier conversations are held as evidence; older ones are counted, not read."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was read tonight of the conversations, and what could not be."""

    transcripts: Sequence[Transcript] = ()
    problems: Sequence[NotChecked] = ()


@dataclass(frozen=True, slots=True)
class Conversations:
    """What one night may cite: ``period`` makes it *covered*, ``older`` is evidence only.

    ``beyond`` counts the earlier conversations that were left out because there are too many.
    """

    period: Sequence[Transcript] = ()
    older: Sequence[Transcript] = ()
    beyond: int = 0


def held_before(repository: Repository, manifest: Manifest | None) -> list[Transcript]:
    """The newest version of each conversation kept with the snapshots before ``manifest`` (None: with all).

    Raises:
        SnapshotError: A snapshot cannot be read.
    """
    held: dict[tuple[str, str], Transcript] = {}
    for snapshot in repository.snapshots():
        if manifest is None or snapshot.number < manifest.number:
            held |= {identity_of(said): said for said in repository.transcripts(snapshot)}
    return list(held.values())


def new_among(read: Iterable[Transcript], held: Iterable[Transcript]) -> list[Transcript]:
    """Those of ``read`` that are not among ``held`` word for word, by time, then by source and id."""
    known = {identity_of(said): said for said in held}
    new = {identity_of(said): said for said in read}
    return sorted((said for key, said in new.items() if known.get(key) != said), key=_order)


def conversations(
    new: Sequence[Transcript], held: Sequence[Transcript], since: datetime | None, at: datetime
) -> Conversations:
    """Sort what is ``new`` tonight and ``held`` from before by whether it falls between ``since`` and ``at``.

    A conversation without any time is of the period in which it was first met or grew. Turns after ``at``
    are not known yet.
    """
    met = {identity_of(said) for said in new}
    by_identity = {identity_of(said): said for said in [*held, *new]}
    period: list[Transcript] = []
    older: list[Transcript] = []
    for key, whole in sorted(by_identity.items(), key=lambda item: _order(item[1])):
        said = _until(whole, at)
        if said is None:
            continue
        times = _times(said)
        inside = key in met if not times else since is None or max(times) > since
        (period if inside else older).append(said)
    kept = _newest(older)
    return Conversations(period, kept, len(older) - len(kept))


def identity_of(said: Transcript) -> tuple[str, str]:
    """What makes two versions the same conversation: where it is, and its id."""
    return said.source, said.id


def first_time(transcripts: Iterable[Transcript]) -> datetime | None:
    """The earliest time in ``transcripts``."""
    return min((time for said in transcripts for time in _times(said)), default=None)


def _times(said: Transcript) -> list[datetime]:
    times = [turn.at for turn in said.turns if turn.at is not None]
    return times if said.at is None else [*times, said.at]


def _until(said: Transcript, at: datetime) -> Transcript | None:
    if said.at is not None and said.at > at:
        return None
    turns = [turn for turn in said.turns if turn.at is None or turn.at <= at]
    if not turns:
        return None
    return said if len(turns) == len(said.turns) else replace(said, turns=turns)


def _newest(older: Sequence[Transcript]) -> list[Transcript]:
    """The latest of ``older`` (in the order of time) that hold no more turns than are kept as evidence."""
    room = OLDER_TURNS
    kept = []
    for said in reversed(older):
        room -= len(said.turns)
        if room < 0:
            break
        kept.append(said)
    return kept[::-1]


def _order(said: Transcript) -> tuple[float, str, str]:
    times = _times(said)
    return min(times).timestamp() if times else 0.0, said.source, said.id
