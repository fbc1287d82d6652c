"""Where exactly an entry changed: path by path, its value told apart from what the store knows about it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from auditor.records import Change, Json
from auditor.snapshots.canonical import canonical_json


class PathKind(StrEnum):
    """What happened at one place inside an entry."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    RETYPED = "retyped"  # 30 → "30", 1 → 1.0


@dataclass(frozen=True, slots=True)
class PathChange:
    """One place inside an entry. ``path`` holds names and list positions, from the outside in."""

    path: tuple[str | int, ...]
    kind: PathKind
    before: Json = None
    after: Json = None


@dataclass(frozen=True, slots=True)
class Detail:
    """All places at which an entry differs from what it was."""

    value: tuple[PathChange, ...]
    meta: tuple[PathChange, ...]


def detail_of(change: Change) -> Detail:
    """Where the entry of ``change`` differs; nothing for one that was added or removed as a whole."""
    if change.before is None or change.after is None:
        return Detail((), ())
    return Detail(
        tuple(_differences(change.before.value, change.after.value)),
        tuple(_differences(dict(change.before.meta), dict(change.after.meta))),
    )


_KINDS = {
    "dictionary_item_added": PathKind.ADDED,
    "iterable_item_added": PathKind.ADDED,
    "dictionary_item_removed": PathKind.REMOVED,
    "iterable_item_removed": PathKind.REMOVED,
    "values_changed": PathKind.CHANGED,
    "type_changes": PathKind.RETYPED,
}


def _differences(before: Json, after: Json) -> list[PathChange]:
    """What DeepDiff finds, in the order of the paths.

    ``threshold_to_diff_deeper=0``: at its default a record whose names mostly changed is one change and
    no longer a list of them. ``max_diffs`` stays unset: reached, it gives an empty result. Inside lists
    DeepDiff takes 1, 1.0 and true for equal; where that is all that differs, the whole is named.
    """
    from deepdiff import DeepDiff  # noqa: PLC0415 - 0.2 s to import, and most runs need it late or never

    tree: dict[str, Any] = DeepDiff(
        before, after, view="tree", threshold_to_diff_deeper=0, ignore_private_variables=False
    )
    found = []
    for name, levels in tree.items():
        for level in levels:
            kind = _KINDS[name]
            old = None if kind is PathKind.ADDED else level.t1
            new = None if kind is PathKind.REMOVED else level.t2
            found.append(PathChange(tuple(level.path(output_format="list")), kind, old, new))
    if not found and canonical_json(before) != canonical_json(after):
        return [PathChange((), PathKind.RETYPED, before, after)]
    return sorted(found, key=lambda change: ([str(part).zfill(12) for part in change.path], change.kind))
