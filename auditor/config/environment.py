"""The process environment's part in a job: ``${NAME}`` in its values, and ``AUDIT_*`` overrides."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import orjson

from auditor.config.models import Job
from auditor.config.problems import Location, Problem, section_models

PREFIX = "AUDIT_"
_REFERENCE = re.compile(r"\$(?:\$(?=\{)|\{([A-Za-z_][A-Za-z0-9_]*)\})")


def expanded(raw: object, environ: Mapping[str, str], problems: list[Problem], at: Location = ()) -> object:
    """``raw`` with each ``${NAME}`` in its strings replaced; ``$${`` stands for a plain ``${``.

    ``NAME`` is looked up in the environment; where it is missing, ``NAME_FILE`` may name a file that
    holds the value. What is in neither is added to ``problems``.
    """
    if isinstance(raw, dict):
        return {key: expanded(value, environ, problems, (*at, key)) for key, value in raw.items()}
    if isinstance(raw, list):
        return [expanded(value, environ, problems, (*at, index)) for index, value in enumerate(raw)]
    if not isinstance(raw, str):
        return raw

    def replacement(match: re.Match[str]) -> str:
        name = match.group(1)
        if name is None:
            return "$"
        try:
            return _value(name, environ)
        except LookupError as error:
            problems.append(Problem(at, str(error.args[0])))
            return match.group()

    return _REFERENCE.sub(replacement, raw)


def _value(name: str, environ: Mapping[str, str]) -> str:
    if name in environ:
        return environ[name]
    if f"{name}_FILE" not in environ:
        raise LookupError(f"the environment has neither {name} nor {name}_FILE; set one of them")
    try:
        return Path(environ[f"{name}_FILE"]).read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise LookupError(f"{name}_FILE in the environment should name a readable UTF-8 file") from error


def referenced_names(raw: object) -> Iterator[str]:
    """The names that ``${NAME}`` in any string of ``raw`` refers to."""
    if isinstance(raw, dict):
        for value in raw.values():
            yield from referenced_names(value)
    elif isinstance(raw, list):
        for value in raw:
            yield from referenced_names(value)
    elif isinstance(raw, str):
        yield from (match.group(1) for match in _REFERENCE.finditer(raw) if match.group(1))


def override_names() -> dict[str, tuple[str, str]]:
    """Every ``AUDIT_SECTION__KEY`` that overrides a setting, with the section and key it overrides."""
    return {
        f"{PREFIX}{section.upper()}__{key.upper()}": (section, key)
        for section, model in section_models(Job, tables_only=True)
        for key in model.model_fields
    }


def overridden(raw: dict[str, object], environ: Mapping[str, str]) -> dict[str, object]:
    """``raw`` with the ``AUDIT_SECTION__KEY`` variables put over it; lists are written as JSON arrays."""
    result = dict(raw)
    for name, (section, key) in override_names().items():
        table = result.get(section, {})
        if name in environ and isinstance(table, dict):
            result[section] = {**table, key: _parsed(environ[name])}
    return result


def override_sources(environ: Mapping[str, str]) -> dict[Location, str]:
    """Which settings come from which ``AUDIT_SECTION__KEY`` variable."""
    return {at: name for name, at in override_names().items() if name in environ}


def _parsed(text: str) -> object:
    if not text.lstrip().startswith("["):
        return text
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text


def unknown_names(environ: Mapping[str, str], raw: object) -> list[str]:
    """``AUDIT_*`` variables that neither override a setting nor are referred to: misspelt, most likely."""
    known = {*override_names(), *referenced_names(raw)}
    known |= {f"{name}_FILE" for name in referenced_names(raw)}
    return sorted(name for name in environ if name.startswith(PREFIX) and name not in known)
