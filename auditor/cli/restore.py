"""``auditor restore``: what a store held on an earlier date, as a file, a patch, or written back."""

import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli.options import PATH, DateParam, json_option, state_option
from auditor.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from datetime import tzinfo

    from auditor.folders import Folders
    from auditor.runs.restoring import Then, Writing
    from auditor.stores.interface import Store

SHORT = 100


@click.command()
@click.option("--store", required=True, metavar="NAME", help="The store.")
@click.option("--date", "day", required=True, type=DateParam(), help="The day whose last snapshot counts.")
@click.option("--key", metavar="K", help="Only the entry under this key.")
@click.option("--job", "job_file", type=PATH, metavar="JOB.toml", help="The job that the store is in.")
@state_option
@click.option("--path", type=PATH, help="Where the store is, if no job says so; for --patch and --apply.")
@click.option("--out", type=PATH, metavar="FILE", help="Where to write. Default: restored-NAME-DATE.json.")
@click.option("--patch", "as_patch", is_flag=True, help="Write a JSON Patch (RFC 6902) from now to then.")
@click.option("--apply", "do_apply", is_flag=True, help="Write it back into the store, after asking.")
@click.option("--yes", is_flag=True, help="With --apply: do not ask.")
@json_option
def restore(
    store: str,
    day: date,
    key: str | None,
    job_file: Path | None,
    state: Path | None,
    path: Path | None,
    out: Path | None,
    as_patch: bool,
    do_apply: bool,
    yes: bool,
    as_json: bool,
) -> int:
    """Write what a store, or one entry of it, held on a date: to a file, or with --apply back into the store.

    --apply is for JSON, JSON Lines and Markdown. It shows what would change, keeps a backup beside the file,
    replaces it as a whole, and refuses where the store has changed since its newest snapshot or where
    the file cannot say exactly what was there.

    \b
    Examples:
      auditor restore --store memory --date 2026-11-27 --job jobs/assistant.toml
      auditor restore --store memory --date 2026-11-27 --key allergy --job jobs/assistant.toml --patch
      auditor restore --store memory --date 2026-11-27 --key allergy --job jobs/assistant.toml --apply
      auditor restore --store memory.json --date 2026-11-27 --path memory.json --apply --yes
    """
    from datetime import UTC, datetime

    from auditor.cli.output import print_json, say
    from auditor.cli.snapshots import repositories_of
    from auditor.runs import restoring

    folders, zone = _place(job_file, state)
    [(name, repository)] = repositories_of(folders, store)
    then = restoring.as_of(repository, day, zone, key)
    result: dict[str, object] = {"snapshot": then.copy.id}
    if do_apply:
        made = restoring.writing(then, _opened(job_file, state, name, path), repository)
        if not made.wanted:
            say("nothing to do: the store holds what it held then")
            return ExitCode.OK
        for line in _changes(made):
            click.echo(line, err=as_json)
        if not (yes or _agreed(made)):
            raise UsageError("nothing was written; --yes answers for you where nobody can be asked")
        backup = restoring.apply(made, datetime.now(UTC))
        result |= {"written": str(made.file), "backup": str(backup)}
        text = f"{made.file} is written; what it held before is in {backup}"
    else:
        file = out or Path(f"restored-{name.replace('/', '_')}-{day}.{'patch.json' if as_patch else 'json'}")
        _write(file, then, _opened(job_file, state, name, path) if as_patch else None)
        result |= {"written": str(file)}
        count = "1 entry" if len(then.entries) == 1 else f"{len(then.entries):,} entries"
        text = f"{file} is made from {count} of the snapshot {then.copy.id}"
    if as_json:
        print_json({"schema_version": 1, "command": "restore"} | result)
    else:
        say(text)
    return ExitCode.OK


def _place(job_file: Path | None, state: Path | None) -> "tuple[Folders, tzinfo]":
    """The working folder, and the zone in which its days end."""
    from datetime import UTC

    from auditor.cli.jobs import chosen_job
    from auditor.folders import Folders

    if job_file is None:
        return Folders(state or Path()), UTC
    job = chosen_job(job_file, state=state)
    return job.folders, job.zone


def _opened(job_file: Path | None, state: Path | None, name: str, path: Path | None) -> "Store":
    from auditor.cli.jobs import chosen_job
    from auditor.runs.targets import opened, targets_at, targets_of

    if path is not None:
        targets = targets_at(path, ())
        if len(targets) == 1:
            return opened(targets[0])
    elif job_file is not None:
        targets = targets_of(chosen_job(job_file, state=state))
    else:
        raise UsageError("where the store is now has to be known: name the job with --job, or --path")
    for target in targets:
        if target.name == name:
            return opened(target)
    raise UsageError(f"no store called {name!r} is there now")


def _write(file: Path, then: "Then", now: "Store | None") -> None:
    from auditor.files import write_atomically
    from auditor.reports.jsonout import dumps
    from auditor.runs.restoring import patch_to

    if now is None:
        write_atomically(file, dumps(then.document))
        return
    import orjson

    text = orjson.dumps(patch_to(then, now), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    write_atomically(file, text)


def _agreed(made: "Writing") -> bool:
    return sys.stdin.isatty() and click.confirm(f"Write this into {made.file}?", err=True)


def _changes(made: "Writing") -> Iterator[str]:
    """What would change, one entry a line, masked as everywhere."""
    from auditor.cli.output import printable
    from auditor.reports.shown import one_line, value_text

    for key, entry in made.wanted.items():
        now = made.now.get(key)
        sides = [one_line(value_text(one.value, key), SHORT) for one in (now, entry) if one is not None]
        sign = "+" if now is None else "-" if entry is None else "~"
        yield printable(f"{sign} {one_line(key, SHORT)}: {' -> '.join(sides)}")
