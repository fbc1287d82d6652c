"""A language model's answer, read with care: by id, in the schema, or not at all."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

import orjson

from auditor.models.interface import Stance, UnusableAnswerError

_LONGEST = 200_000
_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


def schema_for(ids: Sequence[str]) -> Mapping[str, object]:
    """The JSON schema of the labels of the questions ``ids``."""
    return schema_of(ids, {"label": {"type": "string", "enum": [stance.value for stance in Stance]}})


def schema_of(ids: Sequence[str], fields: Mapping[str, object]) -> Mapping[str, object]:
    """The JSON schema of answers to the items ``ids``, each with ``fields``."""
    answer = {
        "type": "object",
        "properties": {"id": {"type": "string", "enum": list(ids)}, **fields},
        "required": ["id", *fields],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {
            "answers": {"type": "array", "items": answer, "minItems": len(ids), "maxItems": len(ids)}
        },
        "required": ["answers"],
        "additionalProperties": False,
    }


def stances_in(text: str, ids: Sequence[str]) -> Mapping[str, Stance]:
    """What ``text`` answers to which of ``ids``; an id with two answers has none.

    Raises:
        UnusableAnswerError: There is no answer to any of them in it.
    """
    rows = rows_in(text, ids, ("label",))
    known = {name: row["label"] for name, row in rows.items() if row["label"] in set(Stance)}
    return {name: Stance(label) for name, label in known.items()} or _none()


def rows_in(text: str, ids: Sequence[str], fields: Sequence[str]) -> Mapping[str, Mapping[str, str]]:
    """The answers in ``text`` by id, each with the texts of ``fields``; an id with two answers has none.

    Takes the JSON document itself, one in a code fence, or one within prose.

    Raises:
        UnusableAnswerError: There is no answer to any of ``ids`` in it.
    """
    found: dict[str, Mapping[str, str]] = {}
    refused: set[str] = set()
    for row in _rows(text[:_LONGEST]):
        name = row.get("id")
        values = {field: row[field] for field in fields if isinstance(row.get(field), str)}
        if not isinstance(name, str) or name not in ids or len(values) < len(fields):
            continue
        if found.setdefault(name, values) != values:
            refused.add(name)
    return {name: row for name, row in found.items() if name not in refused} or _none()


def _none() -> NoReturn:
    raise UnusableAnswerError("its answer is not in the form that was asked for")


def _rows(text: str) -> Iterator[Mapping[str, Any]]:
    document = _document(text)
    rows = document.get("answers") if isinstance(document, dict) else document
    return (row for row in (rows if isinstance(rows, list) else ()) if isinstance(row, dict))


def _document(text: str) -> Any:
    candidates = [text, *_FENCE.findall(text)]
    first, last = text.find("{"), text.rfind("}")
    if 0 <= first < last:
        candidates.append(text[first : last + 1])
    for candidate in candidates:
        try:
            return orjson.loads(candidate)
        except orjson.JSONDecodeError:
            continue
    return None
