"""What was done to snapshots after they were written: one signed line each in ``amendments.jsonl``.

Manifests are never changed, so that their chain holds. A line says which snapshots were taken out, and where
the content of those that stay lies from now on; it names the SHA-256 of the line before. Writing the line is
the one step that makes a change count: before it everything is as it was.
"""

import hmac
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import msgspec
import orjson

from auditor.errors import SnapshotError
from auditor.files import write_atomically
from auditor.snapshots.manifest import Manifest, Part
from auditor.times import rfc3339

FILE = "amendments.jsonl"
KEY = ".signing-key"
KEY_VARIABLE = "AUDITOR_SIGNING_KEY_FILE"
PRUNE, UNDO, FORGET = "prune", "undo", "forget"


@dataclass(frozen=True, slots=True)
class Amended:
    """Where the content of a snapshot lies since: ``base`` and the parts stand in for its manifest's."""

    base: str | None
    entries: Part
    transcripts: Part
    problems: Part


@dataclass(frozen=True, slots=True)
class Amendment:
    """One line. ``about`` tells, with the key, whom a tombstone is about, and nobody without it."""

    number: int
    at: datetime
    what: str
    who: str
    about: str = ""
    pruned: Sequence[str] = ()
    put_back: Sequence[str] = ()
    amended: Mapping[str, Amended] = field(default_factory=dict)
    previous: str = ""
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Amendments:
    """All lines and what they come to: who is out, whose content lies elsewhere, whose was cut."""

    lines: Sequence[bytes] = ()
    records: Sequence[Amendment] = ()
    pruned: frozenset[str] = frozenset()
    amended: Mapping[str, Amended] = field(default_factory=dict)
    forgotten_in: frozenset[str] = frozenset()

    def applied(self, manifest: Manifest) -> Manifest:
        """``manifest`` with its content where it lies now."""
        now = self.amended.get(manifest.id)
        if now is None:
            return manifest
        return replace(
            manifest,
            base=now.base,
            entries=now.entries,
            transcripts=now.transcripts,
            problems=now.problems,
        )


def read_amendments(folder: Path) -> Amendments:
    """The amendments of the snapshots in ``folder``; none where there is no file.

    Raises:
        SnapshotError: The file cannot be read.
    """
    path = folder / FILE
    try:
        lines = path.read_bytes().splitlines()
        records = [msgspec.json.decode(line, type=Amendment) for line in lines]
    except FileNotFoundError:
        return Amendments()
    except (OSError, ValueError) as error:
        raise SnapshotError(f"{path}: cannot be read ({error}); put it back from a backup") from error
    pruned: set[str] = set()
    amended: dict[str, Amended] = {}
    forgotten: set[str] = set()
    for record in records:
        pruned = pruned.union(record.pruned).difference(record.put_back)
        amended |= record.amended
        forgotten.update(record.amended if record.what == FORGET else ())
    return Amendments(lines, records, frozenset(pruned), amended, frozenset(forgotten))


def amend(folder: Path, record: Amendment) -> None:
    """Sign ``record`` and write it as the last line; its number and what it follows are filled in here.

    Raises:
        SnapshotError: The file or the key cannot be read.
    """
    before = read_amendments(folder)
    previous = sha256(before.lines[-1]).hexdigest() if before.lines else ""
    record = replace(record, number=len(before.lines) + 1, previous=previous)
    record = replace(record, signature=_signature(record, signing_key(folder, make=True)))
    write_atomically(folder / FILE, b"".join(line + b"\n" for line in (*before.lines, _line(record))))


def problems_of_amendments(folder: Path, manifests: Sequence[Manifest]) -> list[str]:
    """What shows that the amendments are not those that were written.

    Raises:
        SnapshotError: They, or the key that they are signed with, cannot be read.
    """
    amendments = read_amendments(folder)
    if not amendments.lines:
        return []
    key, found, previous = signing_key(folder), [], ""
    for number, (line, record) in enumerate(zip(amendments.lines, amendments.records, strict=True), start=1):
        if record.number != number or record.previous != previous:
            found.append(f"line {number}: the one before it is gone or was changed")
        if not hmac.compare_digest(record.signature, _signature(record, key)):
            found.append(f"line {number}: its signature is wrong")
        previous = sha256(line).hexdigest()
    known = {manifest.id: manifest for manifest in manifests}
    for identity, now in amendments.amended.items():
        if identity not in known:
            found.append(f"{identity}: its manifest is gone")
        elif identity not in amendments.forgotten_in and not _same(known[identity].entries, now.entries):
            found.append(f"{identity}: its entries are not those that were taken")
    found += [f"{identity}: its manifest is gone" for identity in amendments.pruned if identity not in known]
    return sorted(set(found))


def signing_key(folder: Path, *, make: bool = False) -> bytes:
    """The key for the snapshots in ``folder``: from the environment's file, else beside the folders.

    Raises:
        SnapshotError: There is none, and none is to be made.
    """
    given = os.environ.get(KEY_VARIABLE)
    path = Path(given) if given else folder.parent / KEY
    if make and not given and not path.exists():
        write_atomically(path, secrets.token_hex(32).encode())
    try:
        return path.read_bytes().strip()
    except OSError as error:
        raise SnapshotError(
            f"{path}: the key that amendments are signed with cannot be read ({error.strerror})"
        ) from error


def digest_of(user: str, key: bytes) -> str:
    """What a tombstone says instead of ``user``'s name."""
    return hmac.digest(key, user.encode("utf-8", "replace"), "sha256").hex()


def _line(record: Amendment) -> bytes:
    return orjson.dumps(asdict(record) | {"at": rfc3339(record.at)}, option=orjson.OPT_SORT_KEYS)


def _signature(record: Amendment, key: bytes) -> str:
    return hmac.digest(key, _line(replace(record, signature="")), "sha256").hex()


def _same(one: Part, other: Part) -> bool:
    return (one.content_sha256, one.lines) == (other.content_sha256, other.lines)
