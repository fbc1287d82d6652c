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
    from auditor.cli.ledgers import folders_of
    from auditor.cli.looking_back import findings_document, findings_in
    from auditor.cli.output import print_json, say
    from auditor.cli.results import finding_line
    from auditor.reports.shown import change_line
    from auditor.reports.words import kind_words

    known, records = findings_in(folders_of(job, state), store, open_only=open_only)
    if as_json:
        print_json(findings_document(known, records))
        return 0
    for item in known:
        change = change_line(item.finding.before, item.finding.after, item.finding.key)
        line = f"{finding_line(item.finding)}{f' | {change}' if change else ''}"
        say(f"{item.finding.id}  {item.state.replace('_', ' '):17}  {line}")
    for kind, record in records.items():
        say(f"{kind_words(kind)}: {record.sentence}")
    say(f"{len(known)} {'open ' if open_only else ''}{'finding' if len(known) == 1 else 'findings'}")
    return 0
