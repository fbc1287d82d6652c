"""``auditor explain``: everything that is known about one finding."""

from pathlib import Path

import click

from auditor.cli.options import job_option, json_option, state_option


@click.command()
@click.argument("finding_id", metavar="ID")
@job_option
@state_option
@json_option
def explain(finding_id: str, job: Path | None, state: Path | None, as_json: bool) -> int:
    """Show finding ID: what was remembered, who said what, which rule decided, and what became of it.

    The finding, the quotations and the reason come first. The reasoning below them is worked out once more
    from the copies that were kept: of each question the row of the table that answers it, the clauses that
    bear on it and which stage settled that how surely, and the rows that did not apply, each with the
    condition that failed. The beginning of an id is enough where only one finding
    has it.

    \b
    Example:
      auditor explain 3f9c2a
    """
    from auditor.cli.ledgers import folders_of
    from auditor.cli.looking_back import explain_document, explained
    from auditor.cli.output import print_json, say
    from auditor.cli.reasoning import step_lines
    from auditor.cli.results import explanation

    found = explained(folders_of(job, state), job, finding_id)
    if as_json:
        print_json(explain_document(found))
    else:
        say(explanation(found.known, found.decisions))
        say()
        if found.steps:
            say("How that was worked out:")
        say("\n".join(step_lines(found.steps)) or f"The reasoning cannot be shown: {found.problem}.")
    return 0
