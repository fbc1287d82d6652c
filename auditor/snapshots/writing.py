"""Writing a snapshot: content first, the manifest last, so that a kill leaves the one before whole."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from hashlib import sha256

from auditor.errors import SnapshotError
from auditor.files import write_atomically
from auditor.records import NotChecked, Note, Transcript
from auditor.snapshots.compression import Written, write_blocks
from auditor.snapshots.delta import applied
from auditor.snapshots.edits import Edits
from auditor.snapshots.manifest import ID_LENGTH, Manifest, Part, document_of, id_at
from auditor.snapshots.records import problem_line, transcript_line
from auditor.snapshots.repository import MANIFEST, Repository
from auditor.stores.interface import Identity

LONGEST_CHAIN = 30  # deltas on one full snapshot: a month of nights
LARGEST_CHAIN = 0.5  # of the full snapshot's size: beyond it, a new one costs little more

DATA = ".zst"
_TEMPORARY = ".tmp"


@dataclass(frozen=True, slots=True)
class Content:
    """The entries of a snapshot as they are uncompressed."""

    bytes: int
    sha256: str
    lines: int


@dataclass(frozen=True, slots=True)
class Draft:
    """All that becomes a snapshot.

    ``edits`` are those against the newest snapshot there is; ``rows`` holds the 16-byte digest of each
    entry's row, in the order of the entries.
    """

    store: str
    kind: str
    taken_at: datetime
    reader: str
    edits: Edits
    content: Content
    rows: bytes
    transcripts: Iterable[Transcript] = ()
    problems: Iterable[NotChecked | Note] = ()
    partial: str = ""
    carried: int = 0
    identity: Identity = Identity.KEY


def prepare(repository: Repository) -> None:
    """Make the folder, for its owner alone, and clear away what a killed run left in it.

    That is what is newer than the newest manifest: files of a lost manifest within the chain stay.
    """
    repository.cache.mkdir(mode=0o700, parents=True, exist_ok=True)
    repository.folder.chmod(0o700)
    newest = max((path.name.removesuffix(MANIFEST) for path in repository.manifest_paths()), default="")
    for path in [*repository.folder.iterdir(), *repository.cache.iterdir()]:
        unfinished = path.suffix == DATA and path.name[:ID_LENGTH] > newest
        if unfinished or path.suffix == _TEMPORARY:
            path.unlink()


def check_time(latest: Manifest | None, moment: datetime) -> None:
    """See that a snapshot may be taken at ``moment``.

    Raises:
        SnapshotError: The newest one is not older.
    """
    if latest and latest.id >= id_at(moment):
        raise SnapshotError(
            f"a snapshot of {latest.store} was taken at {latest.taken_at.isoformat()}, which is not before "
            f"{moment.isoformat()}; give a later time, or audit that date again with --date"
        )


def write(repository: Repository, draft: Draft) -> Manifest:
    """Write ``draft``: entries, transcripts, problems, digests of rows and, last, the manifest.

    Raises:
        SnapshotError: A snapshot of that time or a later one is there, or the newest one is damaged.
    """
    latest = repository.latest()
    check_time(latest, draft.taken_at)
    identity = id_at(draft.taken_at)
    base = latest if latest and _may_rest_on(repository, latest, draft) else None
    entries = _write_entries(repository, draft, latest, base)
    transcripts = write_part(repository, f"{identity}.transcripts", map(transcript_line, draft.transcripts))
    problems = write_part(repository, f"{identity}.problems", map(problem_line, draft.problems))
    manifest = Manifest(
        id=identity,
        store=draft.store,
        kind=draft.kind,
        taken_at=draft.taken_at,
        number=latest.number + 1 if latest else 1,
        previous=latest.sha256 if latest else None,
        base=base.id if base else None,
        entries=entries,
        transcripts=transcripts,
        problems=problems,
        rows_sha256=sha256(draft.rows).hexdigest(),
        reader=draft.reader,
        partial=draft.partial,
        carried=draft.carried,
        identity=draft.identity,
    )
    write_atomically(repository.rows_path(identity), draft.rows)
    data = document_of(manifest)
    write_atomically(repository.manifest_path(identity), data)
    for path in repository.cache.glob("rows-*"):
        if path != repository.rows_path(identity):
            path.unlink()
    return replace(manifest, sha256=sha256(data).hexdigest())


def _may_rest_on(repository: Repository, latest: Manifest, draft: Draft) -> bool:
    """Whether a delta on ``latest`` is better than a new full snapshot."""
    full, *deltas = repository.chain(latest)
    density = full.entries.bytes / max(full.entries.content_bytes, 1)
    size = sum(delta.entries.bytes for delta in deltas) + draft.edits.size * density
    return len(deltas) < LONGEST_CHAIN and size <= full.entries.bytes * LARGEST_CHAIN


def _write_entries(
    repository: Repository, draft: Draft, latest: Manifest | None, base: Manifest | None
) -> Part:
    identity = id_at(draft.taken_at)
    content = draft.content
    if base:
        delta = write_part(repository, f"{identity}.delta", draft.edits.delta())
        return replace(delta, content_bytes=content.bytes, content_sha256=content.sha256, lines=content.lines)
    old = repository.blocks(latest) if latest else ()
    full = write_part(repository, f"{identity}.entries", applied(old, draft.edits.delta()), end=b"")
    if full.content_sha256 != content.sha256:
        raise SnapshotError(f"{repository.folder}: the newest snapshot changed while it was read")
    return full


def write_part(repository: Repository, name: str, lines: Iterable[bytes], end: bytes = b"\n") -> Part:
    """Write ``lines``, each with ``end``, into the file ``name`` of a snapshot."""
    blocks: Iterator[bytes] = (line + end for line in lines)
    path = repository.folder / f"{name}{DATA}"
    written: Written = write_blocks(path, blocks)
    return Part(path.name, **asdict(written))
