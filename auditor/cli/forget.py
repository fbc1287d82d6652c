"""``auditor forget``: remove a person who asked for it from everything that is kept."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli.options import job_option, json_option, state_option
from auditor.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from auditor.runs.forgetting import Forgotten


@click.command()
@click.option(
    "--user", required=True, metavar="U", help="Who asked to be forgotten, as the store names them."
)
@job_option
@state_option
@click.option("--store", metavar="NAME", help="Only from what is kept of this store.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
def forget(
    user: str, job: Path | None, state: Path | None, store: str | None, yes: bool, as_json: bool
) -> int:
    """Remove U from every snapshot, the conversations kept with them, ledgers, reports and waiting alerts.

    Entries are U's by their owner or namespace, conversations by their user; in those of others what U said
    by name is removed. Reports that mention them are deleted, and `auditor run JOB.toml --date D` makes one
    again without them. It cannot be undone. A signed line without a name stays, so that `auditor verify`
    still passes. The store itself is not touched: remove U there first, or the next night takes it up again.

    \b
    Examples:
      auditor forget --user u17 --job jobs/assistant.toml
      auditor forget --user u17 --state audits --yes
    """
    from auditor.cli.output import print_json, say
    from auditor.cli.prune import scope_of
    from auditor.runs import forgetting

    if not user:
        raise UsageError("--user should name somebody")
    scope, _ = scope_of(job, state, store)
    if not yes:
        found = forgetting.found(scope, user)
        if not sys.stdin.isatty():
            _show(found, "would be forgotten")
            raise UsageError("add --yes to forget this for good; nobody is here to be asked")
        _show(found, "would be forgotten")
        click.confirm("Forget this for good?", abort=True, err=True)
    found = forgetting.forget(scope, user)
    if as_json:
        print_json({"schema_version": 1, "command": "forget", "stores": [_document(one) for one in found]})
    else:
        _show(found, "forgotten")
        say("what the store itself holds is still there, and so are decisions with their notes")
    return ExitCode.OK


def _show(found: "list[Forgotten]", what: str) -> None:
    from auditor.times import rfc3339

    for one in found:
        times = f"; forgotten before: {', '.join(map(rfc3339, one.before))}" if one.before else ""
        click.echo(
            f"{one.store}: {one.entries:,} entries and {one.conversations:,} conversations in "
            f"{one.snapshots:,} snapshots, {one.findings:,} findings, {len(one.reports):,} reports "
            f"{what}{times}",
            err=what != "forgotten",
        )


def _document(one: "Forgotten") -> dict[str, Any]:
    from dataclasses import asdict

    from auditor.times import rfc3339

    return asdict(one) | {"before": [rfc3339(time) for time in one.before]}
