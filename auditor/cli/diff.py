"""``auditor diff``: what changed between two snapshots, without a word about whether it should have."""

from collections import Counter
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli.options import DateParam, job_option, json_option, state_option
from auditor.errors import SnapshotError

if TYPE_CHECKING:
    from auditor.records import Change, Entry
    from auditor.snapshots.manifest import Manifest
    from auditor.snapshots.repository import Repository

SHORT = 100


@click.command()
@job_option
@state_option
@click.option("--store", metavar="NAME", help="Only this store.")
@click.option("--from", "old", type=DateParam(), help="The earlier snapshot. Default: the one before --to.")
@click.option("--to", "new", type=DateParam(), help="The later snapshot. Default: the newest.")
@json_option
def diff(
    job: Path | None,
    state: Path | None,
    store: str | None,
    old: date | None,
    new: date | None,
    as_json: bool,
) -> int:
    """Show which entries were added (+), removed (-) or changed (~) between two snapshots.

    Nothing is judged; `auditor run` does that. Dates are days in UTC.

    \b
    Examples:
      auditor diff
      auditor diff --store memory --from 2026-11-01 --to 2026-11-28
    """
    from auditor.changes.compare import compare
    from auditor.cli.ledgers import folders_of
    from auditor.cli.output import print_json, say
    from auditor.cli.snapshots import repositories_of

    documents: list[dict[str, Any]] = []
    for name, repository in repositories_of(folders_of(job, state), store):
        earlier, later = _chosen(repository, old, new)
        changes = compare(repository.blocks(earlier) if earlier else (), repository.blocks(later))
        if as_json:
            documents += [_document(name, change) for change in changes]
            continue
        say(f"{name}: {earlier.id if earlier else '(nothing)'} -> {later.id}")
        counts = Counter[str]()
        for change in changes:
            counts[change.kind] += 1
            say(_line(change))
        say(", ".join(f"{number:,} {kind}" for kind, number in sorted(counts.items())) or "no change")
    if as_json:
        print_json({"schema_version": 1, "command": "diff", "changes": documents})
    return 0


def _chosen(
    repository: "Repository", old: date | None, new: date | None
) -> tuple["Manifest | None", "Manifest"]:
    if new is None:
        snapshots = repository.snapshots()
        later, before = snapshots[-1], snapshots[-2] if len(snapshots) > 1 else None
    else:
        later, before = repository.at_date(new)
    if old is None:
        return before, later
    earlier, _ = repository.at_date(old)
    if earlier.number >= later.number:
        raise SnapshotError(f"{repository.folder}: the snapshot of --from {old} is not before that of --to")
    return earlier, later


def _line(change: "Change") -> str:
    from auditor.reports.shown import one_line

    sign = {"added": "+", "removed": "-", "changed": "~"}[change.kind]
    return f"{sign} {one_line(change.key, SHORT)}: {' -> '.join(_shown(change))}"


def _shown(change: "Change") -> list[str]:
    from auditor.changes.compare import content_changed
    from auditor.changes.detail import detail_of

    if change.before and change.after and not content_changed(change):
        names = [".".join(map(str, place.path)) for place in detail_of(change).meta]
        return [f"only metadata: {', '.join(names)}"]
    return [_text(entry) for entry in (change.before, change.after) if entry is not None]


def _text(entry: "Entry") -> str:
    from auditor.reports.shown import one_line, value_text

    return one_line(value_text(entry.value, entry.key), SHORT)


def _document(store: str, change: "Change") -> dict[str, Any]:
    from auditor.changes.detail import detail_of

    detail = detail_of(change)
    return {
        "store": store,
        "key": change.key,
        "change": change.kind.value,
        "before": _side(change.before),
        "after": _side(change.after),
        "paths": [
            {"part": part, "path": list(place.path), "change": place.kind.value}
            for part, places in (("value", detail.value), ("meta", detail.meta))
            for place in places
        ],
    }


def _side(entry: "Entry | None") -> dict[str, Any] | None:
    from auditor.ledger.plain import plain_json

    if entry is None:
        return None
    return {"value": plain_json(entry.value, entry.key), "meta": plain_json(dict(entry.meta))}
