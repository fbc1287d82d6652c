"""From a path to a ``Job``, or to one ``ConfigError`` with everything that is wrong."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from auditor.config.environment import expanded, overridden, override_sources
from auditor.config.models import Job
from auditor.config.places import places_of
from auditor.config.problems import Problem, lines_of, problem_of
from auditor.errors import ConfigError
from auditor.resources import resource

MAX_BYTES = 1_000_000


def load_job(path: Path, environ: Mapping[str, str] | None = None) -> Job:
    """The job that the TOML file at ``path`` describes.

    Args:
        path: The job file.
        environ: The environment for ``${NAME}`` and ``AUDIT_*``; the process's own by default.

    Raises:
        ConfigError: With one line for each problem: file, line, key, and what would be right.
    """
    environ = {"AUDITOR_DATA": str(resource("demo").parent), **(os.environ if environ is None else environ)}
    text, raw = read_toml(path)
    problems: list[Problem] = []
    settings = expanded(overridden(raw, environ), environ, problems)
    problems += [*_stores_problems(raw), *_same_names(raw, "alerts")]
    file = path.absolute()
    try:
        job = Job.model_validate(settings, context={"folder": file.parent, "file": file})
    except ValidationError as error:
        told = {problem.at[:length] for problem in problems for length in range(1, len(problem.at) + 1)}
        sources = override_sources(environ)
        found = [problem_of(detail, Job, raw, sources) for detail in error.errors(include_url=False)]
        problems += [problem for problem in found if problem.at not in told]
    if problems:
        raise ConfigError("\n".join(lines_of(problems, path, places_of(text))))
    return job


def read_toml(path: Path) -> tuple[str, dict[str, object]]:
    """The text of the file at ``path`` and what it says, nothing of it checked yet.

    Raises:
        ConfigError: When there is no such file, or it is not TOML.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: no such job file; `auditor init` writes one to start from") from error
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); is it a job file?") from error
    if len(content) > MAX_BYTES:
        raise ConfigError(f"{path}: is larger than {MAX_BYTES} bytes, too large for a job file")
    try:
        text = content.decode()
        return text, tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise ConfigError(f"{path}:{line}: is not UTF-8; save the job file as UTF-8") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path}: is not valid TOML: {error}") from error


def _stores_problems(raw: dict[str, object]) -> list[Problem]:
    stores = raw.get("stores")
    if stores == []:
        return [Problem(("stores",), "should have at least one [[stores]] table")]
    return _same_names(raw, "stores")


def _same_names(raw: dict[str, object], table: str) -> list[Problem]:
    """Where two ``[[table]]`` have the same name."""
    sections = raw.get(table)
    seen: dict[str, int] = {}
    problems = []
    for index, section in enumerate(sections if isinstance(sections, list) else ()):
        name = section.get("name") if isinstance(section, dict) else None
        if not isinstance(name, str):
            continue
        if name in seen:
            text = f"should be unique; {table}[{seen[name]}] is called {name!r} too"
            problems.append(Problem((table, index, "name"), text))
        seen.setdefault(name, index)
    return problems
