"""From what is wrong with a job file to one line each: where, what, and what would be right."""

import difflib
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, SecretStr
from pydantic_core import ErrorDetails

from auditor.config.types import SecretFile

Location = tuple[str | int, ...]
MAX_SHOWN = 60
_PLAIN = {
    "string_pattern_mismatch": "should be written differently",
    "tuple_type": "should be a list",
    "model_type": "should be a table",
    "dict_type": "should be a table",
    "path_type": "should be a path",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, at one place in the file (``()`` for the whole file)."""

    at: Location
    text: str


def dotted(at: Location) -> str:
    """``("stores", 1, "path")`` as ``stores[1].path``."""
    text = ""
    for part in at:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def lines_of(problems: list[Problem], file: Path, places: Mapping[Location, int]) -> list[str]:
    """Each problem as ``file:line: key: what would be right``, in the order of the file."""
    rows = []
    for problem in problems:
        line = _line(problem.at, places)
        where = f"{file}:{line}" if line else str(file)
        key = f"{dotted(problem.at)}: " if problem.at else ""
        rows.append((line, problem.at, f"{where}: {key}{problem.text}"))
    return [text for _, _, text in sorted(rows, key=lambda row: (row[0], dotted(row[1]), row[2]))]


def _line(at: Location, places: Mapping[Location, int]) -> int:
    for length in range(len(at), 0, -1):
        if at[:length] in places:
            return places[at[:length]]
    return 0


def problem_of(
    error: ErrorDetails, model: type[BaseModel], raw: object, sources: Mapping[Location, str]
) -> Problem:
    """What pydantic found, in plain words.

    ``raw`` is the file before secrets were put in, and all of it that is ever shown; ``sources`` names
    the environment variables that stand in for keys of it.
    """
    at = error["loc"]
    owner = model_at(model, at[:-1])
    if error["type"] == "extra_forbidden":
        return Problem(at, f"is not a known key; {_nearest(str(at[-1]), owner)}")
    field = owner.model_fields.get(str(at[-1])) if owner and at else None
    meaning = f" ({field.description})" if field and field.description else ""
    if error["type"] == "missing":
        return Problem(at, f"is required{meaning}")
    if at in sources:
        found = f", and comes from {sources[at]} in the environment"
    else:
        found = "" if field is None or _is_secret(field.annotation) else _shown(at, raw)
    return Problem(at, f"{_plain(error)}{found}{meaning}")


def _plain(error: ErrorDetails) -> str:
    if error["type"] in _PLAIN:
        return _PLAIN[error["type"]]
    text = error["msg"].removeprefix("Value error, ").replace("Input should", "should")
    return text[0].lower() + text[1:]


def _nearest(key: str, owner: type[BaseModel] | None) -> str:
    known = list(owner.model_fields) if owner else []
    close = difflib.get_close_matches(key, known, n=1)
    return f"did you mean `{close[0]}`?" if close else f"known here: {', '.join(known)}"


def _is_secret(annotation: object) -> bool:
    return annotation is SecretStr or annotation == SecretFile or SecretStr in typing.get_args(annotation)


def _shown(at: Location, raw: object) -> str:
    value = raw
    for part in at:
        try:
            value = value[part]  # type: ignore[index]  # whatever TOML held; a wrong shape ends the search
        except (KeyError, IndexError, TypeError):
            return ""
    text = repr(value)
    return f", not {text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + '…'}"


def section_models(
    model: type[BaseModel], *, tables_only: bool = False
) -> Iterator[tuple[str, type[BaseModel]]]:
    """The sections of ``model`` by name; with ``tables_only`` without those that repeat."""
    for name, field in model.model_fields.items():
        candidates = [field.annotation, *(() if tables_only else typing.get_args(field.annotation))]
        for candidate in candidates:
            if isinstance(candidate, type) and issubclass(candidate, BaseModel):
                yield name, candidate


def model_at(model: type[BaseModel], at: Location) -> type[BaseModel] | None:
    """The section that the keys at ``at`` belong to, or None inside free-form tables."""
    names = [part for part in at if isinstance(part, str)]
    if not names:
        return model
    section = dict(section_models(model)).get(names[0])
    return section if len(names) == 1 else None
