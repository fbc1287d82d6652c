"""Taking snapshots out, in two steps: first they no longer count, later their files are deleted.

What rests on a snapshot that goes is written anew, against the kept one before it or in full. The
conversations that were kept with it pass to the next kept one, which covers its time from then on.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, tzinfo

from auditor.records import Transcript
from auditor.snapshots.amendments import PRUNE, UNDO, Amended, Amendment, amend
from auditor.snapshots.manifest import ID_LENGTH, Manifest, Part
from auditor.snapshots.records import transcript_line
from auditor.snapshots.repository import Repository
from auditor.snapshots.retention import Rules, reasons_to_keep
from auditor.snapshots.writing import DATA, write_part


@dataclass(frozen=True, slots=True)
class Planned:
    """One snapshot and why it stays; it goes where there is no reason."""

    manifest: Manifest
    reasons: Sequence[str]


def plan(
    repository: Repository, rules: Rules, zone: tzinfo, cited: Mapping[str, Sequence[str]]
) -> list[Planned]:
    """What ``rules`` make of the snapshots, the oldest first.

    The first and the newest always stay, and those that ``cited`` gives a reason for, by id.

    Raises:
        SnapshotError: A manifest cannot be read.
    """
    snapshots = repository.snapshots()
    kept = reasons_to_keep([copy.taken_at for copy in snapshots], rules, zone)
    planned = []
    for copy in snapshots:
        reasons = [*kept.get(copy.taken_at, ()), *cited.get(copy.id, ())]
        if copy.id == snapshots[0].id:
            reasons.append("the first there is")
        if copy.id == snapshots[-1].id:
            reasons.append("the newest, on which the next night builds")
        planned.append(Planned(copy, reasons))
    return planned


def take_out(repository: Repository, planned: Sequence[Planned], who: str, at: datetime) -> list[str]:
    """Make those of ``planned`` without a reason no longer count; their ids.

    Raises:
        SnapshotError: A file that is needed is damaged; nothing has changed then.
    """
    going = [item.manifest.id for item in planned if not item.reasons]
    if not going:
        return []
    number = len(repository.amendments().lines) + 1
    amended: dict[str, Amended] = {}
    handed_on: list[Manifest] = []
    for item in planned:
        if not item.reasons:
            handed_on.append(item.manifest)
            continue
        now = _amended(repository, item.manifest, going, handed_on, number)
        if now is not None:
            amended[item.manifest.id] = now
        handed_on = []
    amend(repository.folder, Amendment(0, at, PRUNE, who, pruned=going, amended=amended))
    return going


def put_back(repository: Repository, who: str, at: datetime) -> list[str]:
    """Let those count again that were taken out and whose files are still there; their ids."""
    found = []
    for identity in sorted(repository.amendments().pruned):
        manifest = repository.manifest(identity)
        parts = [*manifest.parts, *(link.entries for link in repository.chain(manifest))]
        if all(repository.path(part).exists() for part in parts):
            found.append(identity)
    if found:
        amend(repository.folder, Amendment(0, at, UNDO, who, put_back=found))
    return found


def sweep(repository: Repository) -> int:
    """Delete the files that nothing refers to since the amendments; how many bytes that gave back."""
    amendments = repository.amendments()
    touched = {*amendments.pruned, *amendments.amended}
    live = {part.file for copy in repository.snapshots() for part in copy.parts}
    freed = 0
    for path in repository.folder.glob(f"*{DATA}"):
        if path.name[:ID_LENGTH] in touched and path.name not in live:
            freed += path.stat().st_size
            path.unlink()
    return freed


def name_of(copy: Manifest, what: str, number: int) -> str:
    """The file name of an amended part: ``number`` tells it from that of earlier amendments."""
    return f"{copy.id}-{number}.{what}"


def _amended(
    repository: Repository, copy: Manifest, going: Collection[str], before: Sequence[Manifest], number: int
) -> Amended | None:
    """Where the content of ``copy`` lies once those ``going`` are gone; None where that does not change."""
    base, entries = copy.base, copy.entries
    if base in going:
        base, entries = _rebased(repository, copy, going, number)
    transcripts = copy.transcripts
    if any(link.transcripts.lines for link in before):
        said = _handed_on(repository, [*before, copy])
        lines = map(transcript_line, said)
        transcripts = write_part(repository, name_of(copy, "transcripts", number), lines)
    if (base, entries, transcripts) == (copy.base, copy.entries, copy.transcripts):
        return None
    return Amended(base, entries, transcripts, copy.problems)


def _rebased(
    repository: Repository, copy: Manifest, going: Collection[str], number: int
) -> tuple[str | None, Part]:
    """The entries of ``copy`` as a delta on the last of its chain that stays, or in full."""
    chain = repository.chain(copy)
    staying = [place for place, link in enumerate(chain[:-1]) if link.id not in going]
    if not staying:
        full = write_part(repository, name_of(copy, "entries", number), repository.blocks(copy), end=b"")
        return None, full
    lines = repository.edits(chain[staying[-1] + 1 :])
    delta = write_part(repository, name_of(copy, "delta", number), lines)
    whole = {name: asdict(copy.entries)[name] for name in ("content_bytes", "content_sha256", "lines")}
    return chain[staying[-1]].id, replace(delta, **whole)


def _handed_on(repository: Repository, copies: Sequence[Manifest]) -> list[Transcript]:
    """The newest version of each conversation of ``copies``."""
    said = [one for copy in copies for one in repository.transcripts(copy)]
    return list({(one.source, one.id): one for one in said}.values())
