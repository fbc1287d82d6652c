"""``auditor watchdog``: notices that a night did not happen, on a cron line of its own."""

from pathlib import Path

import click

from auditor.cli.options import PATH, json_option, state_option


@click.command()
@click.argument("job_file", metavar="JOB.toml", type=PATH)
@state_option
@json_option
def watchdog(job_file: Path, state: Path | None, as_json: bool) -> int:
    """Check that the nights of JOB.toml happen, and alert when they do not.

    It is wrong when the last finished audit is older than [schedule] allows, when the newest snapshot is
    damaged, when a store has been unreadable for nights, or when alerts could not be delivered for long.
    The job's channels hear what is new about that, and when it is over. Give it a cron line of its own,
    some hours after the audit's.

    \b
    Example:
      auditor watchdog jobs/assistant.toml

    Exit code 1 means that something is wrong, 4 that somebody could not be told.
    """
    from auditor.alerts import Ports, alerting_of
    from auditor.alerts.text import OPERATIONS
    from auditor.alerts.watching import watch
    from auditor.cli.jobs import chosen_job
    from auditor.cli.output import print_json, say
    from auditor.errors import ExitCode

    job = chosen_job(job_file, state=state)
    wrong, delivery = watch(job, alerting_of(job), Ports())
    if as_json:
        problems = [
            {"kind": one.kind, "store": one.store, "channel": ", ".join(one.keys), "reason": one.reason}
            for one in wrong
        ]
        waiting = sum(item.messages for item in delivery.undelivered)
        print_json({"schema_version": 1, "command": "watchdog", "problems": problems, "undelivered": waiting})
    else:
        for one in wrong:
            about = one.store or ", ".join(one.keys)
            say(f"{about}: {OPERATIONS[one.what.value, one.kind]}: {one.reason}")
        for item in delivery.undelivered:
            say(f"{item.channel}: {item.messages} still waiting: {item.reason}")
        say("something is wrong" if wrong else f"{job.name}: all is well")
    if delivery.undelivered:
        return ExitCode.DEGRADED
    return ExitCode.FINDINGS if wrong else ExitCode.OK
