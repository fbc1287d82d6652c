"""``auditor run``: the nightly audit, of a job or of one store."""

from datetime import date, datetime
from pathlib import Path

import click

from auditor.cli.options import (
    PATH,
    DateParam,
    at_option,
    fail_on_option,
    format_option,
    json_option,
    state_option,
    transcripts_option,
)
from auditor.errors import UsageError
from auditor.folders import Folders
from auditor.records import Audit


@click.command()
@click.argument("job_file", metavar="[JOB.toml]", type=PATH, required=False)
@click.option(
    "--store",
    metavar="NAME|PATH",
    help="With a job: only the store of that name. Without: the file or folder to audit.",
)
@transcripts_option
@state_option
@at_option
@click.option(
    "--date", "day", type=DateParam(), help="Audit the snapshot of that date again, with what was known then."
)
@click.option("--again", is_flag=True, help="Audit now although tonight was audited already.")
@click.option(
    "--resume",
    is_flag=True,
    help="Audit the last night (or --date) again and ask the models of JOB.toml what was left open.",
)
@fail_on_option
@format_option
@json_option
def run(
    job_file: Path | None,
    store: str | None,
    transcripts: tuple[Path, ...],
    state: Path | None,
    at: datetime | None,
    day: date | None,
    again: bool,
    resume: bool,
    fail_on: str | None,
    form: str | None,
    as_json: bool,
) -> int:
    """Audit the stores of JOB.toml, or the one store at --store PATH, and write the report.

    The first audit looks at every entry; each later one at what changed since the last. What kind of
    store a path holds is recognised by its content. The store is never written to.

    With [schedule] in the job file each night is audited once: a second start before the next due time
    says so and does nothing, unless --again or --at asks for it.

    \b
    Examples:
      auditor run --store memory.json --transcripts chats/
      auditor run jobs/assistant.toml
      auditor run jobs/assistant.toml --store notes --json
      auditor run jobs/assistant.toml --date 2026-11-28
      auditor run jobs/assistant.toml --resume
      auditor run jobs/assistant.toml --fail-on contradiction
      auditor run jobs/assistant.toml --format markdown >> "$GITHUB_STEP_SUMMARY"

    Exit code 1 means findings at or above --fail-on; see docs/exit-codes.md for the others.
    """
    from auditor.cli.exits import exit_code_of
    from auditor.cli.results import show_audit

    if store == "" or (job_file is None and store is None):
        raise UsageError("nothing to audit: name a job file, or a store with --store PATH")
    if job_file is not None and transcripts:
        raise UsageError("--transcripts goes with --store PATH; a job file lists its own")
    if at is not None and day is not None:
        raise UsageError(
            "--date says which night to audit again, --at when a new one happens; give one of them"
        )
    if resume and (job_file is None or at is not None):
        raise UsageError("--resume goes with a job file that names a model, and without --at")
    if job_file is not None:
        audit, default, folders = _job_audit(job_file, store, state, at, day, again=again, resume=resume)
    else:
        audit, default, folders = _path_audit(Path(store or ""), transcripts, state, at, day)
    show_audit(audit, form="json" if as_json else form, folders=folders, day=day)
    return exit_code_of(audit, fail_on or default)


def _job_audit(
    job_file: Path,
    store: str | None,
    state: Path | None,
    at: datetime | None,
    day: date | None,
    *,
    again: bool,
    resume: bool,
) -> tuple[Audit, str, Folders]:
    from auditor.cli.jobs import chosen_job
    from auditor.cli.progress import progress
    from auditor.cli.watched import watched
    from auditor.runs import run_job

    job = chosen_job(job_file, state=state, store=store)
    with progress() as tell, watched(job, tell, live=day is None and not resume) as watching:
        audit = run_job(job, at=at, date=day, again=again, resume=resume, tell=watching.tell)
        watching.ended(audit)
    return audit, job.job.fail_on, job.folders


def _path_audit(
    path: Path, transcripts: tuple[Path, ...], state: Path | None, at: datetime | None, day: date | None
) -> tuple[Audit, str, Folders]:
    from auditor.cli.progress import progress
    from auditor.runs import run_path

    folder = state or Path()
    with progress() as tell:
        audit = run_path(path, transcripts=transcripts, state=folder, at=at, date=day, tell=tell)
    return audit, "stale", Folders(folder)
