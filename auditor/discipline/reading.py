"""Reads fields of metadata that anybody may have written: of the right type, bounded, or not at all."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress

from auditor.records import EMPTY, Json

MOST = 10_000
_LONGEST = 1000


def mapping(held: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    """The object under ``name``; an empty one where there is none."""
    value = held.get(name)
    return value if isinstance(value, Mapping) else EMPTY


def text(held: Mapping[str, Json], *names: str) -> str | None:
    """The first text under ``names`` that is not empty, cut at a thousand characters."""
    for name in names:
        value = held.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip()[:_LONGEST]
    return None


def number(held: Mapping[str, Json], *names: str) -> int | None:
    """The first count under ``names``: a whole number that is not negative."""
    for name in names:
        value = held.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
    return None


def flag(held: Mapping[str, Json], name: str) -> bool | None:
    """The truth value under ``name``."""
    value = held.get(name)
    return value if isinstance(value, bool) else None


def one_of(held: Mapping[str, Json], allowed: Sequence[str], *names: str) -> str | None:
    """The first text under ``names`` that is one of ``allowed``, in any case of letters."""
    found = next((word for name in names if (word := (text(held, name) or "").lower()) in allowed), None)
    return found or None


def listed(held: Mapping[str, Json], name: str) -> tuple[str, ...] | None:
    """The texts of the list under ``name``, which may be JSON in a text; None where there is no list."""
    value = held.get(name)
    if isinstance(value, str):
        with suppress(ValueError, RecursionError):
            value = json.loads(value)
        value = [value] if isinstance(value, str) and value else value
    if not isinstance(value, Sequence) or isinstance(value, str):
        return None
    return tuple(item for item in value[:MOST] if isinstance(item, str))
