"""``auditor snapshot``: keep a copy now, judge it later."""

from datetime import datetime
from pathlib import Path

import click

from auditor.cli.options import PATH, at_option, json_option, state_option, transcripts_option
from auditor.errors import ExitCode, UsageError


@click.command()
@click.argument("job_file", metavar="[JOB.toml]", type=PATH, required=False)
@click.option("--store", metavar="NAME|PATH", help="As for `auditor run`.")
@transcripts_option
@state_option
@at_option
@json_option
def snapshot(
    job_file: Path | None,
    store: str | None,
    transcripts: tuple[Path, ...],
    state: Path | None,
    at: datetime | None,
    as_json: bool,
) -> int:
    """Take a snapshot of the stores of JOB.toml, or of the one at --store PATH, without auditing it.

    The next `auditor run` audits it before anything else. Useful just before a migration or a bulk
    import.

    \b
    Examples:
      auditor snapshot jobs/assistant.toml
      auditor snapshot --store memory.json
    """
    from dataclasses import asdict

    from auditor.cli.jobs import chosen_job
    from auditor.cli.output import print_json, say
    from auditor.cli.progress import progress
    from auditor.runs.copying import snapshot_job, snapshot_path

    if job_file is None and store is None:
        raise UsageError("nothing to copy: name a job file, or a store with --store PATH")
    with progress() as tell:
        if job_file is not None:
            copies = snapshot_job(chosen_job(job_file, state=state, store=store), at=at, tell=tell)
        else:
            where = state or Path()
            copies = snapshot_path(Path(store or ""), transcripts=transcripts, state=where, at=at, tell=tell)
    if as_json:
        documents = [asdict(copy) for copy in copies]
        print_json({"schema_version": 1, "command": "snapshot", "stores": documents})
    else:
        for copy in copies:
            kept = f"{copy.snapshot}: {copy.entries:,} entries, {copy.edits:,} of them new, changed or gone"
            say(f"{copy.store}: {kept if copy.snapshot else 'no snapshot'}")
            if copy.problem:
                say(f"  {copy.problem}")
    if not all(copy.snapshot for copy in copies):
        return ExitCode.UNREADABLE
    return ExitCode.DEGRADED if any(copy.problem for copy in copies) else ExitCode.OK
