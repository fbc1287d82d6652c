"""The YAML block at the head of a Markdown note, read as plain data or not at all."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from math import isfinite

from auditor.records import Json
from auditor.times import rfc3339

MAX_FRONT_MATTER = 64 * 1024
_BLOCK = re.compile(r"---[ \t]*\n(.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
_PLAIN = re.compile(r"^([A-Za-z_][\w-]*):[ \t]+(\S.*)$")


def split(text: str) -> tuple[dict[str, Json], str]:
    """The front matter and the body of a note.

    YAML is read with the safe loader and without anchors, so that nothing is built and nothing grows.
    A block that is no such YAML is read line by line as ``name: value``; without a block the first
    lines of that form, ended by a blank line, count as one (Codex writes its summaries so).
    """
    found = _BLOCK.match(text)
    if found and len(found[1]) <= MAX_FRONT_MATTER:
        return _read(found[1]), text[found.end() :]
    head, blank, body = text.partition("\n\n")
    lines = head.splitlines()
    if blank and len(lines) > 1 and all(_PLAIN.match(line) for line in lines):
        return _by_line(head), body
    return {}, text


def _read(block: str) -> dict[str, Json]:
    import yaml  # noqa: PLC0415 -- heavy for a command that reads no Markdown

    if re.search(r"(^|[\s:\[,-])[&*]\w", block):
        return _by_line(block)
    try:
        loaded = yaml.safe_load(block)
        return (
            {str(name): _json(value) for name, value in loaded.items()} if isinstance(loaded, Mapping) else {}
        )
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError):
        return _by_line(block)


def _by_line(block: str) -> dict[str, Json]:
    pairs = (_PLAIN.match(line) for line in block.splitlines())
    return {pair[1]: pair[2].strip().strip("\"'") for pair in pairs if pair}


def _json(value: object) -> Json:
    if isinstance(value, datetime):
        return rfc3339(value) if value.tzinfo else value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(name): _json(part) for name, part in value.items()}
    if isinstance(value, list | tuple | set):
        return [_json(part) for part in value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 2**63:
        return str(value)
    if isinstance(value, float):
        return value if isfinite(value) else str(value)
    return value if isinstance(value, bool | int | str) or value is None else str(value)
