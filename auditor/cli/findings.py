"""``auditor findings``: what past audits found, and where each finding stands."""

from pathlib import Path

import click

from auditor.cli.options import job_option, json_option, state_option


@click.command()
@job_option
@state_option
@click.option("--store", metavar="NAME", help="Only the findings of this store.")
@click.option("--open", "open_only", is_flag=True, help="Only those that still wait for somebody.")
@json_option
def findings(job: Path | None, state: Path | None, store: str | None, open_only: bool, as_json: bool) -> int:
    """List the findings of past audits with their state: open, resolved, accepted, false alarm.

    Of each kind about which something was decided it says how many were false alarms: its own record.

    \b
    Examples:
      auditor findings --open
      auditor findings --job jobs/assistant.toml --store memory --json
    """
    from dataclasses import asdict

    from auditor.cli.ledgers import folders_of, stores_of
    from auditor.cli.output import print_json, say
    from auditor.cli.results import finding_line, known_document
    from auditor.ledger import Ledger
    from auditor.ledger.precision import track_record
    from auditor.reports.decided import records_in
    from auditor.reports.words import kind_words

    folders = folders_of(job, state)
    everything = []
    for name in stores_of(folders, store):
        with Ledger(folders.ledger(name)) as ledger:
            everything += ledger.findings()
    known = [item for item in everything if item.open or not open_only]
    records = records_in([track_record(everything)])
    if as_json:
        documents = [known_document(item) for item in known]
        print_json(
            {
                "schema_version": 1,
                "command": "findings",
                "findings": documents,
                "decided": {kind: asdict(record) for kind, record in records.items()},
            }
        )
        return 0
    for item in known:
        say(f"{item.finding.id}  {item.state.replace('_', ' '):17}  {finding_line(item.finding)}")
    for kind, record in records.items():
        say(f"{kind_words(kind)}: {record.sentence}")
    say(f"{len(known)} {'open ' if open_only else ''}{'finding' if len(known) == 1 else 'findings'}")
    return 0
