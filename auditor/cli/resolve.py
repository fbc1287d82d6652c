"""``auditor resolve``: a person's decision about a finding, written down for good."""

from datetime import datetime
from pathlib import Path

import click

from auditor.cli.options import TimeParam, job_option, json_option, state_option

DECISIONS = ("fixed", "accepted", "false-alarm", "context-dependent")


@click.command()
@click.argument("finding_id", metavar="ID")
@click.option("--as", "decision", type=click.Choice(DECISIONS), required=True, help="What you decided.")
@click.option("--note", default="", help="Why, for whoever reads the log.")
@click.option("--context", default="", help="Where the memory is right, for context-dependent.")
@click.option("--until", type=TimeParam(), metavar="TIME", help="When the decision ends by itself.")
@click.option("--who", metavar="NAME", help="Who decided. Default: the user of this session.")
@job_option
@state_option
@json_option
def resolve(
    finding_id: str,
    decision: str,
    note: str,
    context: str,
    until: datetime | None,
    who: str | None,
    job: Path | None,
    state: Path | None,
    as_json: bool,
) -> int:
    """Record what you decided about finding ID, so that it does not come back as news.

    A decided finding reopens when the memory holds another value, when it is found again after it was
    fixed, or when --until is over. Decisions are kept in a log in which each line seals the one before.

    \b
    Examples:
      auditor resolve 3f9c2a --as fixed
      auditor resolve 3f9c2a --as false-alarm --note "she said so on the phone"
      auditor resolve 3f9c2a --as context-dependent --context "live keys"
    """
    from auditor.cli.ledgers import folders_of, ledger_with
    from auditor.cli.output import print_json, say
    from auditor.cli.results import finding_line, known_document
    from auditor.ledger import Decision

    with ledger_with(folders_of(job, state), finding_id) as (_, ledger, found):
        known = ledger.decide(
            Decision(found.finding.id, decision, who or _user(), note=note, until=until, context=context)
        )
    if as_json:
        print_json({"schema_version": 1, "command": "resolve", "finding": known_document(known)})
    else:
        say(f"{known.finding.id} is {known.state.replace('_', ' ')} now: {finding_line(known.finding)}")
    return 0


def _user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"
