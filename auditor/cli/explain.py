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

    The reasoning is worked out once more from the copies that were kept: each row of the table that was
    tried with its conditions, how many clauses were near enough to be looked at, which of them count for
    what, and which stage settled that how surely. The beginning of an id is enough where only one finding
    has it.

    \b
    Example:
      auditor explain 3f9c2a
    """
    from auditor.cli.ledgers import folders_of, ledger_with
    from auditor.cli.output import print_json, say
    from auditor.cli.reasoning import reasoning_of, step_document, step_lines
    from auditor.cli.results import decision_document, explanation, known_document

    folders = folders_of(job, state)
    with ledger_with(folders, finding_id) as (store, ledger, known):
        decisions = ledger.decisions(known.finding.id)
        steps, problem = reasoning_of(folders, job, store, ledger, known)
    if as_json:
        print_json(
            {
                "schema_version": 1,
                "command": "explain",
                "finding": known_document(known),
                "decisions": [decision_document(decision) for decision in decisions],
                "reasoning": [step_document(step) for step in steps],
                "reasoning_problem": problem,
            }
        )
    else:
        say(explanation(known, decisions))
        say()
        say("\n".join(step_lines(steps)) or f"The reasoning cannot be shown: {problem}.")
    return 0
