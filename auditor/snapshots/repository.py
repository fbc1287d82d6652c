"""The snapshots of one store, in one folder."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, tzinfo
from hashlib import sha256
from pathlib import Path

from auditor.errors import SnapshotError
from auditor.files import Stamp, stamp
from auditor.records import Entry, NotChecked, Note, Transcript
from auditor.snapshots.amendments import FILE as AMENDMENTS
from auditor.snapshots.amendments import Amendments, read_amendments
from auditor.snapshots.canonical import entry_of
from auditor.snapshots.compression import blocks_of, lines_in
from auditor.snapshots.delta import applied, combined
from auditor.snapshots.manifest import Manifest, Part, manifest_of
from auditor.snapshots.records import problem_of, transcript_of

MANIFEST = ".json"


class Repository:
    """One folder of snapshots: read at will, written by one process at a time (the caller's lock)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self._amendments: tuple[Stamp | None, Amendments] = (None, Amendments())

    # ---- Finding ----

    def snapshots(self) -> list[Manifest]:
        """Those that were not taken out, the oldest first, with their content where it lies now.

        Raises:
            SnapshotError: A manifest cannot be read.
        """
        amendments = self.amendments()
        paths = [path for path in self.manifest_paths() if path.stem not in amendments.pruned]
        return [amendments.applied(read_manifest(path)) for path in paths]

    def amendments(self) -> Amendments:
        """What was done to the snapshots since they were written.

        Raises:
            SnapshotError: It cannot be read.
        """
        path = self.folder / AMENDMENTS
        now = stamp(path) if path.exists() else None
        if now != self._amendments[0]:
            self._amendments = now, read_amendments(self.folder)
        return self._amendments[1]

    def manifest_paths(self) -> list[Path]:
        """The files of all manifests there ever were, the oldest first."""
        return sorted(path for path in self.folder.glob(f"*{MANIFEST}") if not path.name.startswith("."))

    def latest(self) -> Manifest | None:
        """The newest snapshot.

        Raises:
            SnapshotError: Its manifest cannot be read.
        """
        paths = self.manifest_paths()
        return self.manifest(paths[-1].stem) if paths else None

    def at_date(self, day: date, zone: tzinfo = UTC) -> tuple[Manifest, Manifest | None]:
        """The last snapshot of ``day`` in ``zone``, and the one before it, if any.

        Raises:
            SnapshotError: There is none of that day, or a manifest cannot be read.
        """
        manifests = self.snapshots()
        for number in reversed(range(len(manifests))):
            if manifests[number].taken_at.astimezone(zone).date() == day:
                return manifests[number], manifests[number - 1] if number else None
        raise SnapshotError(f"{self.folder}: no snapshot of {day}; `auditor verify` lists those there are")

    # ---- Reading ----

    def blocks(self, manifest: Manifest) -> Iterator[bytes]:
        """The content in blocks of whole lines, in constant memory.

        Raises:
            SnapshotError: A file that it rests on is missing or damaged.
        """
        first, *deltas = self.chain(manifest)
        blocks = blocks_of(self.path(first.entries))
        return applied(blocks, self.edits(deltas)) if deltas else blocks

    def edits(self, deltas: Sequence[Manifest]) -> Iterator[bytes]:
        """One delta's lines, which do what ``deltas``, the oldest first, do (errors as ``blocks``)."""
        return combined([lines_in(blocks_of(self.path(delta.entries))) for delta in deltas])

    def lines(self, manifest: Manifest) -> Iterator[bytes]:
        """The entries' canonical lines, without newlines, in constant memory (errors as ``blocks``)."""
        return lines_in(self.blocks(manifest))

    def entries(self, manifest: Manifest) -> Iterator[Entry]:
        """The entries in the order of their keys, in constant memory (errors as ``blocks``)."""
        return map(entry_of, self.lines(manifest))

    def transcripts(self, manifest: Manifest) -> list[Transcript]:
        """The transcripts of the period that the snapshot ends (errors as ``blocks``)."""
        return [transcript_of(line) for line in lines_in(blocks_of(self.path(manifest.transcripts)))]

    def problems(self, manifest: Manifest) -> list[NotChecked | Note]:
        """What could not be read that night (errors as ``blocks``)."""
        return [problem_of(line) for line in lines_in(blocks_of(self.path(manifest.problems)))]

    def rows(self, manifest: Manifest) -> bytes | None:
        """The digests of the snapshot's rows, or None where they are not kept (any more)."""
        try:
            rows = self.rows_path(manifest.id).read_bytes()
        except OSError:
            return None
        return rows if sha256(rows).hexdigest() == manifest.rows_sha256 else None

    def chain(self, manifest: Manifest) -> list[Manifest]:
        """The snapshots that ``manifest`` rests on, from a full one to itself.

        Raises:
            SnapshotError: One is missing.
        """
        chain = [manifest]
        while chain[-1].base is not None:
            base = self.manifest(chain[-1].base)
            if base.number >= chain[-1].number:
                raise SnapshotError(f"{self.folder}: {chain[-1].id} rests on a later snapshot")
            chain.append(base)
        return chain[::-1]

    def manifest(self, identity: str) -> Manifest:
        """The snapshot ``identity``, with its content where it lies now.

        Raises:
            SnapshotError: Its manifest cannot be read.
        """
        return self.amendments().applied(read_manifest(self.manifest_path(identity)))

    # ---- Places ----

    def manifest_path(self, identity: str) -> Path:
        """Where the manifest of the snapshot ``identity`` is."""
        return self.folder / f"{identity}{MANIFEST}"

    def path(self, part: Part) -> Path:
        """Where the file of ``part`` is.

        Raises:
            SnapshotError: It names a place outside the folder.
        """
        if Path(part.file).name != part.file:
            raise SnapshotError(
                f"{self.folder}: a manifest names the file {part.file!r}, which is not in its folder"
            )
        return self.folder / part.file

    def rows_path(self, identity: str) -> Path:
        """Where the digests of the rows of the snapshot ``identity`` are, while it is the newest."""
        return self.cache / f"rows-{identity}"


def read_manifest(path: Path) -> Manifest:
    """The manifest in ``path``.

    Raises:
        SnapshotError: It is missing or is none.
    """
    try:
        return manifest_of(path.read_bytes())
    except OSError as error:
        raise SnapshotError(f"{path}: the manifest cannot be read ({error.strerror})") from error
    except SnapshotError as error:
        raise SnapshotError(f"{path}: {error}") from error
