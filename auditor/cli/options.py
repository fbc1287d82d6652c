"""Options that several commands share, so that they read and mean the same everywhere."""

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import click

FORMATS = ("json", "sarif", "junit", "markdown", "html", "csv")
FAIL_ON = ("stale", "hallucination", "contradiction", "never")


class TimeParam(click.ParamType[datetime]):
    """ISO 8601 or RFC 3339; the offset is kept, because a day ends where the offset says."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """The aware moment that ``value`` names; without an offset it is in UTC."""
        try:
            moment = value if isinstance(value, datetime) else datetime.fromisoformat(value.strip())
            moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
            moment.astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail(f"{value!r} should be a time such as 2026-11-28 or 2026-11-28T06:00:00Z.", param, ctx)
        return moment


class DateParam(click.ParamType[date]):
    """A calendar date."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The date that ``value`` names."""
        try:
            return value if isinstance(value, date) else date.fromisoformat(value.strip())
        except ValueError:
            self.fail(f"{value!r} should be a date such as 2026-11-28.", param, ctx)


PATH = click.Path(path_type=Path)

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document (docs/json.md) instead of text."
)
format_option = click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="Print the audit in this form instead of a summary (docs/formats.md). --json is --format json.",
)
at_option = click.option(
    "--at", type=TimeParam(), metavar="TIME", help="The audit's time. Default: now. Without an offset: UTC."
)
transcripts_option = click.option(
    "--transcripts",
    type=PATH,
    multiple=True,
    metavar="PATH",
    help="A file or folder of conversations; may be repeated.",
)
state_option = click.option(
    "--state",
    type=PATH,
    metavar="DIR",
    help="Working folder with snapshots/ and reports/. Default: the current one.",
)
job_option = click.option(
    "--job", type=PATH, metavar="JOB.toml", help="Use the working folder and stores of this job."
)
note_option = click.option("--note", default="", help="Why, for whoever reads the log.")
who_option = click.option("--who", metavar="NAME", help="Who decided. Default: the user of this session.")
fail_on_option = click.option(
    "--fail-on",
    type=click.Choice(FAIL_ON),
    help="Lowest label that makes the exit code 1. Default: stale.",
)
