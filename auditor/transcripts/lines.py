"""JSON Lines of a transcript: the objects with their line numbers, and the lines that are torn."""

from collections.abc import Mapping
from io import BytesIO

import msgspec

from auditor.records import Json

Line = tuple[int, Mapping[str, Json]]


def objects_by_line(data: bytes) -> tuple[list[Line], list[int]]:
    """The objects in ``data`` with the line each stands on, and the numbers of lines that are no JSON."""
    found: list[Line] = []
    torn: list[int] = []
    for number, line in enumerate(BytesIO(data), start=1):
        if not line.strip():
            continue
        try:
            value = msgspec.json.decode(line)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            torn.append(number)
            continue
        if isinstance(value, Mapping):
            found.append((number, value))
    return found, torn
