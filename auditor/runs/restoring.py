"""Entries as they were on an earlier date: as a file, as a patch, or written back into the store."""

import copy
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from auditor.changes.json_patch import Operation, patch
from auditor.errors import StoreBusyError, UsageError
from auditor.files import read_stable, stamp, write_atomically
from auditor.records import Entry, Json
from auditor.snapshots.canonical import line_of
from auditor.snapshots.manifest import Manifest
from auditor.snapshots.repository import Repository
from auditor.stores.interface import Store
from auditor.stores.json_store import JsonStore
from auditor.stores.restoring import Wanted, content_with, entries_in, file_of
from auditor.times import rfc3339


@dataclass(frozen=True, slots=True)
class Then:
    """A store's snapshot of a date, or one entry of it under ``key``."""

    copy: Manifest
    entries: Mapping[str, Entry]
    key: str | None = None

    @property
    def document(self) -> dict[str, Any]:
        """The entries as they were, to be kept in a file."""
        return {
            "store": self.copy.store,
            "kind": self.copy.kind,
            "taken_at": rfc3339(self.copy.taken_at),
            "entries": [
                {"key": entry.key, "value": entry.value, "meta": dict(entry.meta)}
                for entry in self.entries.values()
            ],
        }


@dataclass(frozen=True, slots=True)
class Writing:
    """What would be written where: the new content, and what it takes the place of."""

    file: Path
    before: bytes
    after: bytes
    wanted: Wanted
    now: Mapping[str, Entry]


def as_of(repository: Repository, day: date, zone: tzinfo, key: str | None) -> Then:
    """What the last snapshot of ``day`` holds, of all entries or of the one under ``key``.

    Raises:
        SnapshotError: There is none of that day, or it is damaged.
        UsageError: There was no such entry, then or on the night before.
    """
    manifest, before = repository.at_date(day, zone)
    entries = {entry.key: entry for entry in repository.entries(manifest) if key in {None, entry.key}}
    if key is not None and not entries:
        earlier = before is not None and any(entry.key == key for entry in repository.entries(before))
        hint = f"; the night before, {before.taken_at:%Y-%m-%d}, had it" if before and earlier else ""
        raise UsageError(f"there was no entry {key!r} in the snapshot of {day}{hint}")
    return Then(manifest, entries, key)


def patch_to(then: Then, store: Store) -> list[Operation]:
    """The JSON Patch (RFC 6902) from now to ``then``.

    It is for the store's own file where that is JSON and can be written so, and otherwise for an object that
    maps each key to its ``value`` and ``meta``.

    Raises:
        StoreUnreadableError: The store cannot be read now.
    """
    wanted, now = _wanted(then, store)
    if type(store) is JsonStore:
        data = read_stable(store.place)
        try:
            after = content_with(store, data, wanted)
        except UsageError:
            pass
        else:
            return list(patch(json.loads(data.decode("utf-8-sig")), json.loads(after)))
    return list(patch(_plain(now, then.key), _plain(then.entries, then.key)))


def writing(then: Then, store: Store, newest: Repository) -> Writing:
    """How ``store`` would be written back to what it held then; nothing is written yet.

    Raises:
        UsageError: Its kind is not written back, what it held cannot be expressed in its file, or the store
            has changed since its newest snapshot.
        StoreUnreadableError: It cannot be read now.
    """
    wanted, now = _wanted(then, store)
    _check_unchanged(now, newest)
    file = file_of(store, wanted)
    before = read_stable(file)
    after = content_with(store, before, wanted)
    _check_reading(store, file, after, wanted, now)
    return Writing(file, before, after, wanted, now)


def apply(made: Writing, at: datetime) -> Path:
    """Write it, whole or not at all, with a backup beside; the backup.

    Raises:
        StoreBusyError: The file changed since it was read; nothing was written.
    """
    mode = made.file.stat().st_mode & 0o7777
    backup = made.file.with_name(f"{made.file.name}.before-restore-{at:%Y%m%dT%H%M%SZ}")
    write_atomically(backup, made.before, mode)
    seen = stamp(made.file)
    if read_stable(made.file) != made.before or stamp(made.file) != seen:
        backup.unlink()
        raise StoreBusyError(f"{made.file}: changed while it was to be restored; nothing was written")
    owner = made.file.stat()
    write_atomically(made.file, made.after, mode)
    if hasattr(os, "chown") and os.geteuid() == 0:
        os.chown(made.file, owner.st_uid, owner.st_gid)
    return backup


def _wanted(then: Then, store: Store) -> tuple[dict[str, Entry | None], dict[str, Entry]]:
    """What has to change, and what there is now."""
    now = entries_in(store)
    keys = {then.key} if then.key is not None else {*now, *then.entries}
    wanted = {key: then.entries.get(key) for key in sorted(keys)}
    return {key: entry for key, entry in wanted.items() if entry != now.get(key)}, now


def _check_unchanged(now: Mapping[str, Entry], repository: Repository) -> None:
    newest = repository.latest()
    lines = sorted(line_of(entry) for entry in now.values())
    if newest is None or lines != list(repository.lines(newest)):
        raise UsageError(
            "the store has changed since its newest snapshot, and what changed would be lost unseen; run "
            "`auditor snapshot` or `auditor run --again` first"
        )


def _check_reading(store: Store, file: Path, after: bytes, wanted: Wanted, now: Mapping[str, Entry]) -> None:
    """See that the adapter finds in ``after`` what is wanted, and of all else what there is now."""
    expected = {key: entry for key, entry in {**now, **wanted}.items() if entry is not None}
    with TemporaryDirectory(prefix="auditor-") as folder:
        inside = file.relative_to(store.place) if store.place.is_dir() else Path(file.name)
        if store.place.is_dir():
            name = inside.as_posix()
            expected = {key: one for key, one in expected.items() if key.partition("#")[0] == name}
        place = Path(folder) / inside
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(after)
        twin = copy.copy(store)
        twin.place = Path(folder) if store.place.is_dir() else place
        found = entries_in(twin)
    if found != expected:
        differing = sorted(key for key in {*found, *expected} if found.get(key) != expected.get(key))
        raise UsageError(
            f"{differing[0]}: cannot be written back exactly as it was; use the file that restore writes"
        )


def _plain(entries: Mapping[str, Entry], key: str | None) -> dict[str, Json]:
    return {
        name: {"value": entry.value, "meta": dict(entry.meta)}
        for name, entry in entries.items()
        if key in {None, name}
    }
