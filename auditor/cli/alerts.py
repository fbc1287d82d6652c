"""``auditor alerts``: what was told, what still waits to be told, and whether the channels work."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli.options import PATH, json_option
from auditor.errors import ExitCode

if TYPE_CHECKING:
    from auditor.alerts import Alerting
    from auditor.alerts.outbox import Posted

_job_argument = click.argument("job_file", metavar="JOB.toml", type=PATH)


@click.group()
def alerts() -> None:
    """Send, list and try out the alerts of a job.

    \b
    Examples:
      auditor alerts test jobs/assistant.toml
      auditor alerts list jobs/assistant.toml
      auditor alerts flush jobs/assistant.toml
    """


@alerts.command()
@_job_argument
@json_option
def flush(job_file: Path, as_json: bool) -> int:
    """Send what could not be delivered before.

    Each run does so too; a cron line every ten minutes makes it sooner. Exits with 4 while something
    still waits.

    \b
    Example:
      auditor alerts flush jobs/assistant.toml
    """
    from dataclasses import asdict

    from auditor.alerts import Ports
    from auditor.alerts import flush as flush_outbox
    from auditor.cli.output import print_json, say

    delivery = flush_outbox(_alerting(job_file), Ports())
    if as_json:
        waiting = [asdict(item) for item in delivery.undelivered]
        print_json(_document("flush") | {"delivered": delivery.delivered, "undelivered": waiting})
    else:
        say(f"{delivery.delivered} delivered")
        for item in delivery.undelivered:
            say(f"{item.channel}: {item.messages} still waiting: {item.reason}")
    return ExitCode.DEGRADED if delivery.undelivered else ExitCode.OK


@alerts.command("list")
@_job_argument
@click.option("--all", "with_delivered", is_flag=True, help="Also those delivered in the last 90 days.")
@json_option
def list_(job_file: Path, with_delivered: bool, as_json: bool) -> int:
    """List the messages that wait to be delivered, and the channels that are left alone.

    A channel that refuses messages for good (an address that is gone, a token that was revoked) is left
    alone until its address or secret changes, or `auditor alerts test` gets through.

    \b
    Example:
      auditor alerts list jobs/assistant.toml --all
    """
    from auditor.alerts.outbox import Outbox
    from auditor.cli.output import print_json, say

    with Outbox(_alerting(job_file).path) as outbox:
        posted = [*(outbox.delivered() if with_delivered else ()), *outbox.waiting()]
        disabled = {name: reason for name, (_, reason) in outbox.disabled().items()}
    if as_json:
        messages = [_posted_document(one) for one in posted]
        print_json(_document("list") | {"messages": messages, "disabled": disabled})
        return ExitCode.OK
    for one in posted:
        row = _posted_document(one)
        state = f"delivered {row['delivered_at']}" if one.delivered_at else one.error or "not tried yet"
        say(f"{row['created_at']}  {one.channel}  {one.message.id}  {one.attempts} tries  {state}")
    for name, reason in disabled.items():
        say(f"{name} is left alone: {reason}")
    say(f"{sum(one.delivered_at is None for one in posted)} waiting")
    return ExitCode.OK


@alerts.command()
@_job_argument
@click.argument("channel", required=False)
@json_option
def test(job_file: Path, channel: str | None, as_json: bool) -> int:
    """Send a test message to every channel, or to CHANNEL; one that gets through is used again.

    Exits with 4 when a channel does not take it.

    \b
    Examples:
      auditor alerts test jobs/assistant.toml
      auditor alerts test jobs/assistant.toml operations
    """
    from auditor.alerts import Ports
    from auditor.alerts.trying import try_channels
    from auditor.cli.output import print_json, say

    results = try_channels(_alerting(job_file), channel, Ports())
    if as_json:
        print_json(_document("test") | {"channels": {name: error or None for name, error in results.items()}})
    else:
        for name, error in results.items():
            say(f"{name}: {error or 'works'}")
    return ExitCode.DEGRADED if any(results.values()) else ExitCode.OK


def _alerting(job_file: Path) -> "Alerting":
    from auditor.alerts import alerting_of
    from auditor.cli.jobs import chosen_job
    from auditor.errors import UsageError

    alerting = alerting_of(chosen_job(job_file))
    if alerting is None:
        raise UsageError(f"{job_file} has no [[alerts]]; docs/alerts.md says how to add one")
    return alerting


def _document(command: str) -> dict[str, Any]:
    return {"schema_version": 1, "command": f"alerts {command}"}


def _posted_document(posted: "Posted") -> dict[str, Any]:
    from auditor.times import rfc3339

    times = {name: getattr(posted, name) for name in ("created_at", "tried_at", "not_before", "delivered_at")}
    return {
        "id": posted.message.id,
        "channel": posted.channel,
        "attempts": posted.attempts,
        "error": posted.error,
        **{name: rfc3339(time) if time else None for name, time in times.items()},
    }
