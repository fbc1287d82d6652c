"""``auditor config check``: everything wrong with a job file, before a night depends on it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli.options import PATH, json_option
from auditor.cli.output import print_json, say
from auditor.errors import ExitCode

if TYPE_CHECKING:
    from auditor.config import Job, StoreSection


@click.group()
def config() -> None:
    """Work with job files."""


@config.command()
@click.argument("job_file", metavar="JOB.toml", type=PATH)
@json_option
def check(job_file: Path, as_json: bool) -> int:
    """Check JOB.toml and say everything that is wrong with it at once.

    Every key is checked against the job file reference (docs/job-file.md), and every store is opened to
    say how it would be read. AUDIT_* environment variables that mean nothing are listed: a misspelt one
    would otherwise be ignored in silence.

    \b
    Example:
      auditor config check jobs/assistant.toml
    """
    import os

    from auditor.config import load_job, unknown_names
    from auditor.config.loading import read_toml

    job = load_job(job_file)
    stores = [_checked(job, store) for store in job.stores]
    problems = [f"stores.{store['name']}: {text}" for store in stores for text in store["problems"]]
    problems += [*_channel_problems(job), *_model_problems(job)]
    warnings = _not_yet(job) + [
        f"{name} in the environment overrides nothing; is it misspelt?"
        for name in unknown_names(os.environ, read_toml(job_file)[1])
    ]
    if as_json:
        found = {"job": job.name, "stores": stores, "problems": problems, "warnings": warnings}
        print_json({"schema_version": 1, "command": "config check"} | found)
    else:
        say(f"{job_file}: {'has problems' if problems else 'a valid job file'}")
        say(f"  job {job.name}, working folder {job.state}, reports in {job.folders.reports(job.name)}")
        for store in stores:
            say(f"  store {store['name']}: {store['path']}")
            for name, reading in store["readings"].items():
                say(f"    {name} would be read as {reading}")
        for line in [f"problem: {problem}" for problem in problems] + [f"note: {text}" for text in warnings]:
            say(line)
    return ExitCode.USAGE if problems else ExitCode.OK


def _checked(job: "Job", section: "StoreSection") -> dict[str, Any]:
    """What is known about one store without reading it whole: its kind and how it would be understood."""
    from auditor.errors import StoreUnreadableError
    from auditor.runs.targets import targets_of

    problems = [
        f"transcripts: there is nothing at {path}" for path in section.transcripts if not path.exists()
    ]
    readings = {}
    try:
        for target in targets_of(job.with_stores(section.name)):
            store = target.open()
            readings[target.name] = f"{store.kind}: {store.reading}"
    except StoreUnreadableError as error:
        problems.insert(0, str(error))
    return {"name": section.name, "path": str(section.place), "readings": readings, "problems": problems}


def _channel_problems(job: "Job") -> list[str]:
    """What keeps a channel of ``job`` from working: a service that is not known or not installed."""
    from auditor.alerts.channels import channel_of
    from auditor.errors import ConfigError

    problems = []
    for section in job.alerts:
        try:
            channel_of(section)
        except ConfigError as error:
            problems.append(str(error))
    return problems


def _model_problems(job: "Job") -> list[str]:
    """What keeps the models of ``job`` from being asked: what is not installed, a prompt that is wrong."""
    from auditor.errors import ConfigError
    from auditor.runs.advising import advisers_of

    try:
        advisers_of(job)
    except ConfigError as error:
        return [str(error)]
    return []


def _not_yet(job: "Job") -> list[str]:
    """Which parts of the job are checked but not acted on, so that nobody relies on them."""
    parts = {
        "[budgets]": any(job.budgets.model_dump().values()),
    }
    return [f"{name} is checked, but this version does not act on it" for name, used in parts.items() if used]
