"""What is recorded about a snapshot, and the chain that the records form."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import msgspec
import orjson

from auditor.errors import SnapshotError
from auditor.snapshots.canonical import VERSION as CANONICAL
from auditor.stores.interface import Identity
from auditor.times import rfc3339

FORMAT = 1

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]

UPGRADES: Mapping[int, Upgrade] = MappingProxyType({})
"""What turns a manifest of the format in the key into one of the next format. Write values out in an
upgrade: a constant that changes later would change the past."""


@dataclass(frozen=True, slots=True)
class Part:
    """One file of a snapshot.

    ``bytes`` and ``sha256`` are those of the file. ``content_bytes``, ``content_sha256`` and ``lines`` are
    those of the uncompressed content that it stands for: for a delta, of all the entries and not only
    of the edits in the file.
    """

    file: str
    bytes: int
    sha256: str
    content_bytes: int
    content_sha256: str
    lines: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """The record of one snapshot.

    ``number`` counts the snapshots of a store from 1 and ``previous`` is the SHA-256 of the manifest file
    before. ``base`` is the id of the snapshot that a delta is against, None for a full one. ``partial``
    says why the store could be read only in part, or is empty; ``carried`` counts the entries that were
    taken over from the snapshot before because the store could not be read where they may stand.
    ``identity`` says how a change of one memory looks in this store (``stores.interface.Identity``).
    ``reader`` names what read the store: what it made of an unchanged row may be reused while that stays
    the same. ``sha256`` is that of the manifest's own file.
    """

    id: str
    store: str
    kind: str
    taken_at: datetime
    number: int
    previous: str | None
    base: str | None
    entries: Part
    transcripts: Part
    problems: Part
    rows_sha256: str
    reader: str
    partial: str = ""
    carried: int = 0
    identity: Identity = Identity.KEY
    canonical: int = CANONICAL
    format: int = FORMAT
    sha256: str = field(default="", compare=False)

    @property
    def parts(self) -> tuple[Part, Part, Part]:
        """The files in the order in which they are written."""
        return self.entries, self.transcripts, self.problems


@dataclass(frozen=True, slots=True)
class Anchor:
    """What is enough to remember elsewhere of a chain to know whether it was cut or made anew."""

    count: int
    sha256: str


ID_LENGTH = len("20261128T030000.000000Z")


def id_at(moment: datetime) -> str:
    """The id of a snapshot taken at ``moment``: UTC, to the microsecond, in the order of time."""
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%S.%fZ")


def document_of(manifest: Manifest) -> bytes:
    """The manifest's file."""
    document = asdict(manifest) | {"taken_at": rfc3339(manifest.taken_at)}
    del document["sha256"]
    return orjson.dumps(
        document, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    )


def manifest_of(data: bytes, upgrades: Mapping[int, Upgrade] = UPGRADES) -> Manifest:
    """The manifest in ``data``, brought to the present format.

    Raises:
        SnapshotError: ``data`` is no manifest, or one of a later format.
    """
    try:
        document = _upgraded(orjson.loads(data), upgrades)
        manifest = msgspec.convert(document, Manifest)
    except (ValueError, TypeError, KeyError) as error:
        raise SnapshotError(f"not a manifest: {error}") from error
    return replace(manifest, sha256=hashlib.sha256(data).hexdigest())


def _upgraded(document: dict[str, Any], upgrades: Mapping[int, Upgrade]) -> dict[str, Any]:
    while (version := document["format"]) != FORMAT:
        if version not in upgrades:
            raise SnapshotError(
                f"snapshot format {version} is not known to this version, which writes {FORMAT}; "
                "update memory-auditor"
            )
        document = upgrades[version](document)
    return document
