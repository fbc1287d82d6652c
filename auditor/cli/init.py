"""``auditor init``: a working folder for somebody who did not clone the repository."""

from pathlib import Path

import click

from auditor.cli.options import PATH
from auditor.cli.output import say

FILES = {"jobs/assistant.toml": "jobs/assistant.toml", "crontab.example": "crontab.example"}
FOLDERS = ("jobs", "snapshots", "reports")


@click.command()
@click.argument("folder", metavar="DIR", type=PATH)
def init(folder: Path) -> int:
    """Lay out DIR with a job file to fill in, folders for snapshots and reports, and a cron line.

    What is there already is left alone.

    \b
    Example:
      auditor init audits
      $EDITOR audits/jobs/assistant.toml
      auditor config check audits/jobs/assistant.toml
      auditor run audits/jobs/assistant.toml
    """
    from auditor.files import write_atomically
    from auditor.resources import resource

    for name in FOLDERS:
        (folder / name).mkdir(parents=True, exist_ok=True)
    for name, source in FILES.items():
        target = folder / name
        if target.exists():
            say(f"kept     {target}")
            continue
        top, _, rest = source.partition("/")
        packaged = resource(top) / rest if rest else resource(top)
        write_atomically(target, packaged.read_bytes(), 0o644)
        say(f"written  {target}")
    say(f"\nNext: fill in {folder / 'jobs/assistant.toml'}, then `auditor config check` it.")
    return 0
