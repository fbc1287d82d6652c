"""``auditor reopen``: takes a decision about a finding back."""

from pathlib import Path

import click

from auditor.cli.options import job_option, json_option, note_option, state_option, who_option


@click.command()
@click.argument("finding_ids", metavar="ID...", nargs=-1, required=True)
@note_option
@who_option
@job_option
@state_option
@json_option
def reopen(
    finding_ids: tuple[str, ...],
    note: str,
    who: str | None,
    job: Path | None,
    state: Path | None,
    as_json: bool,
) -> int:
    """Open finding ID again, so that the next report shows it among what needs your eyes.

    The decision before stays in the log, and that it was taken back stands after it.

    \b
    Example:
      auditor reopen 3f9c2a --note "it was no false alarm"
    """
    from auditor.cli.deciding import decide_all

    return decide_all("reopen", finding_ids, "reopen", (job, state), as_json=as_json, who=who, note=note)
