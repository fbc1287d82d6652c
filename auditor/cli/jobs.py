"""A job file as a command needs it: moved to another working folder, or cut down to one store."""

import os
from pathlib import Path

import structlog

from auditor.config import Job, load_job, unknown_names
from auditor.config.loading import read_toml
from auditor.errors import UsageError


def chosen_job(file: Path, *, state: Path | None = None, store: str | None = None) -> Job:
    """The job in ``file``, with the working folder ``state`` and only the store named ``store`` if given.

    Raises:
        ConfigError: When the file is wrong.
        UsageError: When the job has no such store.
    """
    job = load_job(file)
    for name in unknown_names(os.environ, read_toml(file)[1]):
        structlog.get_logger().warning("config.unknown_variable", name=name)
    if state is not None:
        job = job.with_state(state)
    if store is None:
        return job
    if store not in (names := [each.name for each in job.stores]):
        raise UsageError(f"{file} has no store called {store!r}; it has {', '.join(names)}")
    return job.with_stores(store)
