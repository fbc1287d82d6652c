"""A language model's answer, read with care: by id, in the schema, or not at all."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from auditor.models.interface import Stance, UnusableAnswerError

_LONGEST = 200_000
_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


def schema_for(ids: Sequence[str]) -> Mapping[str, object]:
    """The JSON schema of an answer to the questions ``ids``."""
    answer = {
        "type": "object",
        "properties": {
            "id": {"type": "string", "enum": list(ids)},
            "label": {"type": "string", "enum": [stance.value for stance in Stance]},
        },
        "required": ["id", "label"],
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

    Takes the JSON document itself, one in a code fence, or one within prose.

    Raises:
        UnusableAnswerError: There is no answer to any of them in it.
    """
    found: dict[str, Stance] = {}
    refused: set[str] = set()
    for name, label in _answers(text[:_LONGEST]):
        if name not in ids or label not in set(Stance):
            continue
        if found.setdefault(name, Stance(label)) is not Stance(label):
            refused.add(name)
    kept = {name: stance for name, stance in found.items() if name not in refused}
    if not kept:
        raise UnusableAnswerError("its answer is not in the form that was asked for")
    return kept


def _answers(text: str) -> Iterator[tuple[str, str]]:
    document = _document(text)
    rows = document.get("answers") if isinstance(document, dict) else document
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and isinstance(row.get("id"), str) and isinstance(row.get("label"), str):
            yield row["id"], row["label"]


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
