"""``auditor resolve``: a person's decision about a finding, written down for good."""

from datetime import datetime
from pathlib import Path

import click

from auditor.cli.options import TimeParam, job_option, json_option, note_option, state_option, who_option

DECISIONS = ("fixed", "accepted", "false-alarm", "context-dependent")


@click.command()
@click.argument("finding_ids", metavar="ID...", nargs=-1, required=True)
@click.option("--as", "decision", type=click.Choice(DECISIONS), required=True, help="What you decided.")
@note_option
@click.option("--context", default="", help="Where the memory is right, for context-dependent.")
@click.option("--until", type=TimeParam(), metavar="TIME", help="When the decision ends by itself.")
@who_option
@job_option
@state_option
@json_option
def resolve(
    finding_ids: tuple[str, ...],
    decision: str,
    note: str,
    context: str,
    until: datetime | None,
    who: str | None,
    job: Path | None,
    state: Path | None,
    as_json: bool,
) -> int:
    """Record what you decided about finding ID (or several), so that it does not come back as news.

    A decided finding reopens when the memory holds another value, when somebody entitled speaks of it again,
    when it is found again after it was fixed, or when --until is over. `auditor reopen` takes the decision
    back. Decisions are kept in a log in which each line seals the one before.

    \b
    Examples:
      auditor resolve 3f9c2a --as fixed
      auditor resolve 3f9c2a --as false-alarm --note "she said so on the phone"
      auditor resolve 3f9c2a --as context-dependent --context "live keys"
    """
    from auditor.cli.deciding import decide_all

    return decide_all(
        "resolve",
        finding_ids,
        decision,
        (job, state),
        as_json=as_json,
        who=who,
        note=note,
        until=until,
        context=context,
    )
