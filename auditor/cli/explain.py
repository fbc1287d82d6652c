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

    The beginning of an id is enough where only one finding has it.

    \b
    Example:
      auditor explain 3f9c2a
    """
    from auditor.cli.ledgers import folders_of, ledger_with
    from auditor.cli.output import print_json, say
    from auditor.cli.results import decision_document, explanation, known_document

    with ledger_with(folders_of(job, state), finding_id) as (_, ledger, known):
        decisions = ledger.decisions(known.finding.id)
    if as_json:
        print_json(
            {
                "schema_version": 1,
                "command": "explain",
                "finding": known_document(known),
                "decisions": [decision_document(decision) for decision in decisions],
            }
        )
    else:
        say(explanation(known, decisions))
    return 0
