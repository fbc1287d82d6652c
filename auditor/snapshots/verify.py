"""Whether the snapshots of a store are what they were when they were written.

The chain of manifests shows a changed, lost or inserted night anywhere but at its end; a chain that was cut
at its end, or made anew as a whole, only shows against an anchor that was remembered elsewhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from hashlib import file_digest, sha256
from itertools import pairwise

from auditor.errors import SnapshotError
from auditor.snapshots.amendments import problems_of_amendments
from auditor.snapshots.compression import blocks_of
from auditor.snapshots.manifest import Anchor, Manifest, Part, id_at
from auditor.snapshots.repository import Repository, read_manifest


class ProblemKind(StrEnum):
    """What is wrong with a snapshot."""

    MANIFEST = "manifest"  # cannot be read, or does not fit its name
    MISSING = "missing"  # a file is not there
    ALTERED = "altered"  # a file is not what was written
    CONTENT = "content"  # the files are as they were written, but do not give what was taken
    HEAD_CUT = "head_cut"
    TAIL_CUT = "tail_cut"
    CHAIN = "chain"  # a manifest is not the one that the next was written after
    AMENDED = "amended"  # what was done since is not what was signed
    REBUILT = "rebuilt"  # the chain is whole, but not the one that was remembered


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong. ``snapshot`` is an id, "" for the chain as a whole."""

    snapshot: str
    kind: ProblemKind
    text: str


def verify(repository: Repository, anchor: Anchor | None = None) -> list[Problem]:
    """All that is wrong with the snapshots, the oldest first; constant memory.

    ``anchor`` is what was remembered of the chain when it last was written (``anchor_of``).
    """
    problems: list[Problem] = []
    manifests: list[Manifest] = []
    for path in repository.manifest_paths():
        try:
            manifest = read_manifest(path)
        except SnapshotError as error:
            problems.append(Problem(path.stem, ProblemKind.MANIFEST, str(error)))
            continue
        manifests.append(manifest)
        if not manifest.id == id_at(manifest.taken_at) == path.stem:
            problems.append(Problem(path.stem, ProblemKind.MANIFEST, f"{path}: its name is not its time"))
    problems += _chain_problems(manifests)
    if anchor:
        problems += anchor_problems(manifests, anchor)
    try:
        texts = problems_of_amendments(repository.folder, manifests)
        amendments = repository.amendments()
    except SnapshotError as error:
        return [*problems, Problem("", ProblemKind.AMENDED, str(error))]
    problems += [Problem("", ProblemKind.AMENDED, text) for text in texts]
    for manifest in manifests:
        if manifest.id not in amendments.pruned:
            problems += _problems_of(repository, amendments.applied(manifest))
    return problems


def check_files(repository: Repository, manifest: Manifest) -> None:
    """See that the files of ``manifest``, and of those that it rests on, are as they were written.

    Raises:
        SnapshotError: One is not.
    """
    for link in repository.chain(manifest):
        for problem in _file_problems(repository, link):
            raise SnapshotError(
                f"{repository.folder}: {problem.text}; `auditor verify` says what else is wrong"
            )


def anchor_of(manifest: Manifest) -> Anchor:
    """What to remember elsewhere of the chain that ends with ``manifest``."""
    return Anchor(manifest.number, manifest.sha256)


def _chain_problems(manifests: list[Manifest]) -> Iterator[Problem]:
    if manifests and (manifests[0].number != 1 or manifests[0].previous is not None):
        text = f"the chain begins with number {manifests[0].number}: what was before it is gone"
        yield Problem(manifests[0].id, ProblemKind.HEAD_CUT, text)
    for one, other in pairwise(manifests):
        if other.number != one.number + 1:
            text = f"number {other.number} comes after number {one.number}"
            yield Problem(other.id, ProblemKind.CHAIN, text)
        elif other.previous != one.sha256:
            yield Problem(one.id, ProblemKind.CHAIN, "its manifest is not the one that the next names")


def anchor_problems(manifests: list[Manifest], anchor: Anchor) -> Iterator[Problem]:
    """What ``anchor`` remembers and ``manifests``, the oldest first, do not hold (any more)."""
    last = manifests[-1].number if manifests else 0
    if last < anchor.count:
        text = f"{anchor.count} snapshots were remembered and the last there is has number {last}"
        yield Problem("", ProblemKind.TAIL_CUT, text)
    for manifest in manifests:
        if manifest.number == anchor.count and manifest.sha256 != anchor.sha256:
            text = f"its manifest has SHA-256 {manifest.sha256[:12]}…, remembered was {anchor.sha256[:12]}…"
            yield Problem(manifest.id, ProblemKind.REBUILT, text)


def _problems_of(repository: Repository, manifest: Manifest) -> Iterator[Problem]:
    """What is wrong with the files of a snapshot and, if nothing is, with what they give."""
    problems = list(_file_problems(repository, manifest))
    yield from problems or _content_problems(repository, manifest)


def _file_problems(repository: Repository, manifest: Manifest) -> Iterator[Problem]:
    for part in manifest.parts:
        try:
            with repository.path(part).open("rb") as file:
                altered = file_digest(file, "sha256").hexdigest() != part.sha256
        except SnapshotError as error:
            yield Problem(manifest.id, ProblemKind.MANIFEST, str(error))
        except OSError as error:
            yield Problem(manifest.id, ProblemKind.MISSING, f"{part.file}: {error.strerror}")
        else:
            if altered:
                text = f"{part.file}: its SHA-256 is not the recorded one"
                yield Problem(manifest.id, ProblemKind.ALTERED, text)


def _content_problems(repository: Repository, manifest: Manifest) -> Iterator[Problem]:
    """Whether the files, and those that a delta rests on, give the recorded content."""
    for part in manifest.parts:
        whole = part is manifest.entries
        try:
            blocks = repository.blocks(manifest) if whole else blocks_of(repository.path(part))
            right = _seals(part, blocks)
        except (SnapshotError, ValueError) as error:
            yield Problem(manifest.id, ProblemKind.CONTENT, f"{part.file}: {error}")
            continue
        if not right:
            text = f"{part.file}: with the snapshots it rests on, it does not give the recorded content"
            yield Problem(manifest.id, ProblemKind.CONTENT, text)


def _seals(part: Part, blocks: Iterator[bytes]) -> bool:
    content, size, lines = sha256(), 0, 0
    for block in blocks:
        content.update(block)
        size += len(block)
        lines += block.count(b"\n")
    return (content.hexdigest(), size, lines) == (part.content_sha256, part.content_bytes, part.lines)
