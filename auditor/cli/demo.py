"""``auditor demo``: the bundled example, end to end, with no configuration."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli.options import PATH, json_option

if TYPE_CHECKING:
    from auditor.config import Job

FOLDER = Path("auditor-demo")
MARKER = ".made-by-auditor-demo"
NIGHTS = {"night1": "2026-11-27T03:10:00+00:00", "night2": "2026-11-28T03:10:00+00:00"}


@click.command()
@click.option(
    "--state",
    type=PATH,
    default=FOLDER,
    show_default=True,
    metavar="DIR",
    help="Where to write; made anew each time.",
)
@json_option
def demo(state: Path, as_json: bool) -> int:
    """Audit two nights of a course assistant's memory that come with the auditor.

    In the second night an assignment was marked as submitted, in a conversation that was only about
    its deadline. The report should call that out and nothing else. Exits with 0: the findings are the
    point here.

    \b
    Example:
      auditor demo
    """
    from datetime import datetime

    from auditor.cli.progress import progress
    from auditor.cli.results import show_audit
    from auditor.config import load_job
    from auditor.resources import resource
    from auditor.runs import run_job

    _cleared(state)
    job = load_job(resource("jobs") / "demo.toml", environ={}).with_state(state)
    with progress() as tell:
        for night, at in NIGHTS.items():
            audit = run_job(_on(job, night), at=datetime.fromisoformat(at), tell=tell)
    show_audit(audit, form="json" if as_json else None, folders=job.folders)
    return 0


def _cleared(folder: Path) -> None:
    """Make ``folder`` new, unless somebody else's things are in it."""
    import shutil

    from auditor.errors import UsageError

    if folder.exists() and not (folder / MARKER).is_file() and any(folder.iterdir()):
        raise UsageError(
            f"{folder} is not empty and not from an earlier demo; choose another with --state DIR"
        )
    for part in ("snapshots", "reports"):
        shutil.rmtree(folder / part, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARKER).touch()


def _on(job: "Job", night: str) -> "Job":
    """The demo's job with its store as it was on ``night``."""
    store = job.stores[0]
    path = store.place.parent.parent / night / store.place.name
    return job.model_copy(update={"stores": (store.model_copy(update={"path": path}),)})
