"""``auditor init``: a working folder for somebody who did not clone the repository."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from auditor.cli.options import PATH
from auditor.cli.output import say

JOB = "jobs/assistant.toml"
FOLDERS = ("jobs", "snapshots", "reports")
STARTERS: Mapping[str, Sequence[str]] = {
    "cron": ("crontab.example",),
    "systemd": tuple(
        f"jobs/systemd/memory-auditor{what}@.{kind}"
        for what in ("", "-watchdog")
        for kind in ("service", "timer")
    ),
    "schedule": ("jobs/systemd/memory-auditor-schedule.service",),
}
CRON_PATH = "/usr/local/bin:/usr/bin:/bin"
_THEN = {
    "cron": "`crontab crontab.example` once it says what you want",
    "systemd": "copy systemd/ to /etc/systemd/system, then "
    "`systemctl enable --now memory-auditor@assistant.timer memory-auditor-watchdog@assistant.timer`",
    "schedule": f"`auditor schedule {JOB}`, by the service in systemd/ or in a container",
}


@click.command()
@click.argument("folder", metavar="DIR", type=PATH)
@click.option(
    "--with",
    "starters",
    type=click.Choice(list(STARTERS)),
    multiple=True,
    help="What is to start the nights; may be repeated. Default: cron.",
)
def init(folder: Path, starters: tuple[str, ...]) -> int:
    """Lay out DIR with a job file to fill in, folders for snapshots and reports, and what starts the nights.

    That is a cron line, systemd's services and timers, or a service for `auditor schedule`; each names DIR.
    What is there already is left alone.

    \b
    Example:
      auditor init audits
      $EDITOR audits/jobs/assistant.toml
      auditor config check audits/jobs/assistant.toml
      auditor run audits/jobs/assistant.toml
    \b
    With systemd's timers instead of a cron line:
      auditor init audits --with systemd
    """
    chosen = starters or ("cron",)
    for name in FOLDERS:
        (folder / name).mkdir(parents=True, exist_ok=True)
    _put(folder / JOB, JOB, {})
    for starter in chosen:
        for source in STARTERS[starter]:
            _put(folder / source.removeprefix("jobs/"), source, _places(starter, folder))
    say(f"\nNext: fill in {folder / JOB}, then `auditor config check` it.")
    for starter in chosen:
        say(f"Every night: {_THEN[starter]}.")
    return 0


def _put(target: Path, source: str, places: Mapping[str, str]) -> None:
    """Write the packaged file ``source`` to ``target`` with its ``places`` filled in."""
    from auditor.files import write_atomically
    from auditor.resources import resource

    if target.exists():
        say(f"kept     {target}")
        return
    top, _, rest = source.partition("/")
    packaged = resource(top) / rest if rest else resource(top)
    text = packaged.read_text(encoding="utf-8")
    for old, new in places.items():
        text = text.replace(old, new)
    target.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(target, text.encode(), 0o644)
    say(f"written  {target}")


def _places(starter: str, folder: Path) -> dict[str, str]:
    """What the files of ``starter`` say, and what is there instead: the folder, the command, who runs it."""
    place, command = folder.absolute(), _command()
    return _in_crontab(place, command) if starter == "cron" else _in_units(str(place), str(command))


def _command() -> Path:
    """The ``auditor`` that is running: that of its virtual environment, also where it is not active."""
    import shutil
    import sys

    beside = Path(sys.executable).parent / "auditor"
    return beside if beside.is_file() else Path(shutil.which("auditor") or "/usr/local/bin/auditor")


def _in_crontab(place: Path, command: Path) -> dict[str, str]:
    """In a crontab: cron has a short PATH of its own, and ``%`` ends a line there."""
    import shlex

    found = {'"$HOME/audits"': shlex.quote(str(place)).replace("%", r"\%")}
    if str(command.parent) not in CRON_PATH.split(":"):
        found[f"PATH={CRON_PATH}\n"] = f"PATH={command.parent}:{CRON_PATH}\n"
    return found


def _in_units(place: str, command: str) -> dict[str, str]:
    """In units: ``%`` is a placeholder there, and a space ends a path that is not quoted."""
    import getpass

    place, command = place.replace("%", "%%"), command.replace("%", "%%")
    found = {"/usr/local/bin/auditor": f'"{command}"' if " " in command else command}
    if place != "/var/lib/memory-auditor":
        found |= {
            "StateDirectory=memory-auditor\nStateDirectoryMode=0700\n": f'ReadWritePaths="{place}"\n',
            "User=memory-auditor": f"User={getpass.getuser()}",
            "/var/lib/memory-auditor": place,
        }
    return found
