"""``auditor schedule``: start jobs when they are due, where there is no cron and no systemd."""

from pathlib import Path

import click

from auditor.cli.options import PATH
from auditor.errors import ConfigError, ExitCode


@click.command()
@click.argument("job_files", metavar="JOB.toml...", type=PATH, nargs=-1, required=True)
@click.option(
    "--patience",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    default=60,
    show_default=True,
    help="How long a night that runs may still take when this is to end.",
)
@click.pass_context
def schedule(ctx: click.Context, job_files: tuple[Path, ...], patience: float) -> int:
    """Stay here and start each job when its [schedule] says, until SIGTERM.

    Each night is a process of its own, one at a time for each job. A night that was missed while this was
    down is started at once, if it is no later than misfire_hours; several missed ones are one. SIGHUP reads
    the job files again. On SIGTERM nothing more is started, and a night that runs is waited for and then
    abandoned, which the next one completes. Needs: pip install "memory-auditor[schedule]"

    \b
    Example:
      auditor schedule jobs/assistant.toml jobs/support.toml
    """
    from auditor.cli.logs import configure

    try:
        from auditor.runs.scheduling import Scheduler
    except ImportError as error:
        raise ConfigError(
            'auditor schedule needs APScheduler: pip install "memory-auditor[schedule]"'
        ) from error
    configure(max(ctx.parent.params["verbose"] if ctx.parent else 0, 1))
    Scheduler(job_files).run(patience)
    return ExitCode.OK
