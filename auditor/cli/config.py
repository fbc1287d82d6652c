"""``auditor config check``: everything wrong with a job file, before a night depends on it."""

from pathlib import Path
from typing import Any

import click

from auditor.cli.options import PATH, json_option
from auditor.cli.output import print_json, say


@click.group()
def config() -> None:
    """Work with job files."""


@config.command()
@click.argument("job_file", metavar="JOB.toml", type=PATH)
@json_option
def check(job_file: Path, as_json: bool) -> int:
    """Check JOB.toml and say everything that is wrong with it at once.

    Every key is checked against the job file reference (docs/job-file.md), every store is looked for and
    its kind is compared with those installed. AUDIT_* environment variables that mean nothing are
    listed: a misspelt one would otherwise be ignored in silence.

    \b
    Example:
      auditor config check jobs/assistant.toml
    """
    import os

    from auditor.config import load_job, unknown_names
    from auditor.config.loading import read_toml

    job = load_job(job_file)
    unknown = unknown_names(os.environ, read_toml(job_file)[1])
    stores = [_checked(store) for store in job.stores]
    problems = [f"stores.{store['name']}: {text}" for store in stores for text in store["problems"]]
    problems += [f"{name} in the environment overrides nothing; is it misspelt?" for name in unknown]
    if as_json:
        print_json(
            {
                "schema_version": 1,
                "command": "config check",
                "job": job.name,
                "stores": stores,
                "problems": problems,
            }
        )
    else:
        say(f"{job_file}: a valid job file")
        say(f"  job {job.name}, working folder {job.state}, reports in {job.folders.reports(job.name)}")
        for store in stores:
            say(f"  store {store['name']}: {store['path']} ({store['kind'] or 'kind recognised when read'})")
        for problem in problems:
            say(f"{job_file}: {problem}")
    return 1 if problems else 0


def _checked(store: Any) -> dict[str, Any]:
    problems = [] if store.path.exists() else [f"path: there is nothing at {store.path}"]
    problems += [
        f"transcripts: there is nothing at {path}" for path in store.transcripts if not path.exists()
    ]
    return {"name": store.name, "path": str(store.path), "kind": store.kind, "problems": problems}
