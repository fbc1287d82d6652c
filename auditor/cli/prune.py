"""``auditor prune``: say which snapshots and reports stay and why, then take out the others, in two steps."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli.options import PATH, json_option, state_option
from auditor.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from auditor.config import Job
    from auditor.runs.pruning import Pruned, Scope
    from auditor.snapshots.retention import Rules

RULES = ("last", "daily", "weekly", "monthly", "yearly")


def _keep_options(command: Callable[..., int]) -> Callable[..., int]:
    for name in reversed(RULES):
        text = "Keep the newest N." if name == "last" else f"Keep the last one of each of N periods, {name}."
        option = click.option(f"--keep-{name}", type=click.IntRange(min=0), metavar="N", help=text)
        command = option(command)
    return command


@click.command()
@click.argument("job_file", metavar="[JOB.toml]", type=PATH, required=False)
@state_option
@click.option("--store", metavar="NAME", help="Only this store.")
@_keep_options
@click.option("--apply", "do_apply", is_flag=True, help="Take out what is not kept.")
@click.option("--delete", "do_delete", is_flag=True, help="Delete for good what was taken out before.")
@click.option("--undo", is_flag=True, help="Put back what was taken out and is not deleted yet.")
@json_option
def prune(
    job_file: Path | None,
    state: Path | None,
    store: str | None,
    keep_last: int | None,
    keep_daily: int | None,
    keep_weekly: int | None,
    keep_monthly: int | None,
    keep_yearly: int | None,
    do_apply: bool,
    do_delete: bool,
    undo: bool,
    as_json: bool,
) -> int:
    """Say which snapshots and reports stay, each with its reasons, and which would go.

    The rules are those of [retention] in JOB.toml; each --keep-… overrides one. The first and the newest
    snapshot stay whatever the rules say, and those that an open finding cites. Nothing is changed without
    --apply, which only takes out; --delete removes the files of what was taken out before. Given together
    the files of earlier times go first, so that a weekly cron line leaves a week for --undo. Snapshots that
    are not as they were written are never touched.

    \b
    Examples:
      auditor prune jobs/assistant.toml
      auditor prune jobs/assistant.toml --apply
      auditor prune jobs/assistant.toml --apply --delete
      auditor prune --state audits --keep-daily 30 --keep-monthly 12
    """
    from dataclasses import replace

    from auditor.cli.output import print_json
    from auditor.runs import pruning

    if undo and (do_apply or do_delete):
        raise UsageError("--undo goes alone: it takes back what --apply did")
    given = (keep_last, keep_daily, keep_weekly, keep_monthly, keep_yearly)
    scope, job = scope_of(job_file, state, store)
    if store is not None:
        scope = replace(scope, jobs=[])  # reports are of all stores
    rules = _rules(job, given)
    documents = {}
    if undo:
        documents["put_back"] = pruning.undo(scope)
    if do_delete:
        documents["deleted"] = pruning.delete(scope)
    if do_apply:
        documents["taken_out"] = pruning.prune(scope, rules)
    if not documents:
        documents["would_go"] = pruning.planned(scope, rules)
    if as_json:
        steps = {name: _document(found) for name, found in documents.items()}
        print_json({"schema_version": 1, "command": "prune"} | steps)
    else:
        for name, found in documents.items():
            _show(name, found)
    return ExitCode.OK


def scope_of(job_file: Path | None, state: Path | None, store: str | None) -> "tuple[Scope, Job | None]":
    """What a working folder holds that a command may change, and the job, if one was named."""
    import getpass
    from datetime import UTC

    from auditor.cli.jobs import chosen_job
    from auditor.cli.snapshots import repositories_of
    from auditor.folders import Folders
    from auditor.runs.pruning import Scope
    from auditor.times import SystemClock

    try:
        who = getpass.getuser()
    except (OSError, KeyError):
        who = "unknown"
    if job_file is None:
        folders = Folders(state or Path())
        stores = [name for name, _ in repositories_of(folders, store)]
        return Scope(folders, stores, folders.jobs(), UTC, SystemClock(), who), None
    job = chosen_job(job_file, state=state)
    found = [name for name, _ in repositories_of(job.folders, store)]
    stores = [name for name in found if any(_is_of(name, one) for one in job.all_stores)]
    return Scope(job.folders, stores, [job.name], job.zone, SystemClock(), who), job


def _rules(job: "Job | None", given: Sequence[int | None]) -> "Rules":
    """The rules of the job, each overridden by what was ``given`` for it."""
    from auditor.snapshots.retention import Rules

    of_job = [getattr(job.retention, f"keep_{name}") or 0 if job else 0 for name in RULES]
    both = zip(given, of_job, strict=True)
    return Rules(*(default if number is None else number for number, default in both))


def _is_of(name: str, store: str) -> bool:
    return name == store or name.startswith(f"{store}/")


def _document(found: "tuple[list[Pruned], list[Pruned]]") -> dict[str, object]:
    from dataclasses import asdict

    snapshots, reports = found
    return {"stores": [asdict(item) for item in snapshots], "reports": [asdict(item) for item in reports]}


_WORDS = {
    "would_go": "goes with --apply",
    "taken_out": "taken out; --undo puts it back, --delete deletes it",
    "put_back": "put back",
    "deleted": "deleted",
}


def _show(step: str, found: "tuple[list[Pruned], list[Pruned]]") -> None:
    from auditor.cli.output import say

    for what, items in zip(("snapshots", "reports"), found, strict=True):
        for item in items:
            for name, reasons in item.kept.items():
                say(f"  keep  {name}  {'; '.join(reasons)}")
            for name in item.gone:
                say(f"  {'-':4}  {name}  {_WORDS[step]}")
            what_of = _WORDS[step].partition(";")[0].replace("goes", "would go")
            numbers = f"{len(item.kept):,} stay, {len(item.gone):,} {what_of}"
            if step == "deleted":
                numbers = f"{item.freed:,} bytes deleted"
            say(f"{item.name}, {what}: {numbers}")
