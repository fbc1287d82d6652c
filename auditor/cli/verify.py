"""``auditor verify``: whether the snapshots and the decision log are what they were when written."""

from pathlib import Path

import click

from auditor.cli.options import job_option, json_option, state_option
from auditor.errors import ExitCode


@click.command()
@job_option
@state_option
@click.option("--store", metavar="NAME", help="Only this store.")
@json_option
def verify(job: Path | None, state: Path | None, store: str | None, as_json: bool) -> int:
    """Check that no snapshot was altered, lost, cut short or replaced since it was written.

    Every file is read and hashed again, the chain of manifests is followed, and its end is compared with
    what the ledger remembers. The decision log is checked too. Exits with 1 when something is wrong.

    \b
    Examples:
      auditor verify
      auditor verify --job jobs/assistant.toml --store memory
    """
    from auditor.cli.ledgers import folders_of
    from auditor.cli.output import print_json, say
    from auditor.cli.progress import progress
    from auditor.cli.snapshots import repositories_of
    from auditor.runs.checking import problems_of

    folders = folders_of(job, state)
    found = {}
    with progress() as tell:
        for name, repository in repositories_of(folders, store):
            tell(f"{name}: verifying")
            found[name] = (len(repository.manifest_paths()), problems_of(folders, name, repository))
    if as_json:
        stores = [{"store": name, "snapshots": n, "problems": wrong} for name, (n, wrong) in found.items()]
        print_json({"schema_version": 1, "command": "verify", "stores": stores})
    else:
        for name, (count, problems) in found.items():
            say(
                f"{name}: {count:,} snapshots, {'as they were written' if not problems else 'NOT as written'}"
            )
            for problem in problems:
                say(f"  {problem['snapshot'] or 'the chain'}: {problem['kind']}: {problem['text']}")
    return ExitCode.FINDINGS if any(problems for _, problems in found.values()) else ExitCode.OK
