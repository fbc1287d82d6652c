"""``auditor advise``: may an agent rely on a memory, and if not, what should it do instead."""

from datetime import datetime
from pathlib import Path

import click

from auditor.cli.options import at_option, job_option, json_option, state_option
from auditor.errors import ExitCode, UsageError

ACTIONS = ("routine", "consequential")


@click.command()
@click.option("--key", metavar="K", help="The memory. Default: all that should not be used as they are.")
@click.option(
    "--action",
    type=click.Choice(ACTIONS),
    default=ACTIONS[0],
    help="What depends on it; consequential: it moves money, grants access, reaches outsiders or is hard "
    "to undo.  [default: routine]",
)
@click.option(
    "--within",
    multiple=True,
    metavar="CONTEXT",
    help="The context you are in, such as trip_id=T1 or “live keys”; may be repeated.",
)
@click.option("--unused", is_flag=True, help="List the memories that are never used, or no longer.")
@click.option("--store", metavar="NAME", help="Only this store.")
@job_option
@state_option
@at_option
@json_option
def advise(
    key: str | None,
    action: str,
    within: tuple[str, ...],
    unused: bool,
    store: str | None,
    job: Path | None,
    state: Path | None,
    at: datetime | None,
    as_json: bool,
) -> int:
    """Say whether to use memory K, to check it at its source, to ask the user first, or to leave it out.

    It answers from the newest copy and from every finding and decision until now, with the row of the table
    in docs/trust.md that decided. reports/JOB/trust.json says the same of all memories, each night.

    --unused reads the stores of a job themselves: those that keep marks of use tell what was never used, and
    what was not for 90 days.

    \b
    Examples:
      auditor advise --key home_address --action consequential
      auditor advise --job jobs/assistant.toml --json
      auditor advise --job jobs/assistant.toml --unused

    The exit code is 0 whatever the advice.
    """
    from auditor.cli.advising import show_all, show_one, show_unused
    from auditor.cli.jobs import chosen_job
    from auditor.cli.ledgers import folders_of, stores_of
    from auditor.runs.advice import Asked
    from auditor.times import SystemClock
    from auditor.trust.table import Action

    folders = folders_of(job, state)
    chosen = chosen_job(job, state=state, store=store if unused else None) if job else None
    asked = Asked(folders, at or SystemClock().now(), chosen)
    if unused:
        if job is None or key is not None:
            raise UsageError("--unused reads the stores of a job: give --job, and no --key")
        return show_unused(asked, as_json=as_json)
    stores = stores_of(folders, store)
    if key is not None:
        show_one(asked, stores, key, Action(action), within, as_json=as_json)
    elif within:
        raise UsageError("--within goes with --key: a context is that of one use")
    else:
        show_all(asked, stores, Action(action), as_json=as_json)
    return ExitCode.OK
