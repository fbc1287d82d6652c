"""JSON from strangers: parsed within bounds, or refused with a reason a person understands."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec
import orjson

from auditor.records import Json
from auditor.stores.fields import ID_FIELDS

MAX_DEPTH = 100
MAX_ROW_BYTES = 16 * 1024**2
MAX_FORGIVEN_BYTES = 64 * 1024**2
STRICT_ERRORS = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class RefusedError(ValueError):
    """A JSON text that cannot be used; the message completes "it …"."""


def parse(data: bytes) -> Json:
    """The JSON value in ``data``.

    Raises:
        RefusedError: It is no JSON, or holds what no snapshot can keep: NaN or an infinity, lone
            surrogates, integers beyond 64 bits, more than ``MAX_DEPTH`` levels.
    """
    if len(data) > MAX_ROW_BYTES:
        raise RefusedError(f"holds {len(data)} bytes, more than {MAX_ROW_BYTES}")
    try:
        value: Json = msgspec.json.decode(data)
    except STRICT_ERRORS as error:
        raise RefusedError(why_refused(data, str(error))) from error
    if data.count(b"[") + data.count(b"{") > MAX_DEPTH:
        _check_depth(value)
    try:
        orjson.dumps(value)
    except TypeError as error:
        raise RefusedError("holds an integer of more than 64 bits") from error
    return value


def why_refused(data: bytes, fallback: str) -> str:
    """What is wrong with ``data``, which a strict parser refused with the message ``fallback``."""
    if len(data) > MAX_FORGIVEN_BYTES:
        return f"is not valid JSON ({fallback})"
    try:
        value = json.loads(data)
    except RecursionError:
        return f"is nested more than {MAX_DEPTH} levels deep"
    except ValueError:
        return f"is not valid JSON ({fallback})"
    if any(isinstance(part, str) and safe_text(part) != part for part in _parts(value)):
        return "holds half a surrogate pair, which is no character"
    return "holds NaN or an infinite number, which JSON does not have"


@dataclass(frozen=True, slots=True)
class Forgiven:
    """A JSON document as a forgiving parser reads it: its items as JSON again, under their keys if any."""

    values: list[bytes]
    keys: list[str] | None = None


def forgiven(data: bytes, path: Sequence[str] = ()) -> Forgiven | None:
    """The members or items of what ``path`` leads to, every one, also under a key that occurs twice.

    None where even a forgiving parser gives up, or nothing like that is there.
    """
    if len(data) > MAX_FORGIVEN_BYTES:
        return None
    try:
        value = json.loads(data, object_pairs_hook=_Pairs)
        for name in path:
            value = dict(value)[name] if isinstance(value, _Pairs) else None
        if isinstance(value, _Pairs):
            return Forgiven([_again(item) for _, item in value], [str(key) for key, _ in value])
        return Forgiven([_again(item) for item in value]) if isinstance(value, list) else None
    except (ValueError, KeyError, RecursionError):
        return None


class _Pairs(list[tuple[str, object]]):
    """An object as its pairs, told apart from a list."""


def _again(value: object) -> bytes:
    return json.dumps(_plain(value)).encode()


def _plain(value: object) -> object:
    if isinstance(value, _Pairs):
        return {key: _plain(item) for key, item in value}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _check_depth(value: Json) -> None:
    level: list[Json] = [value]
    for _ in range(MAX_DEPTH):
        level = [child for part in level for child in _children(part)]
        if not level:
            return
    raise RefusedError(f"is nested more than {MAX_DEPTH} levels deep")


def _children(part: Json) -> list[Json]:
    if isinstance(part, dict):
        return list(part.values())
    return part if isinstance(part, list) else []


def _parts(value: Json) -> Iterator[Json]:
    stack = [value]
    while stack:
        part = stack.pop()
        yield part
        stack += _children(part)
        if isinstance(part, dict):
            stack += part


def guessed_key(row: bytes) -> str:
    """The id of a record that cannot be used as a whole, as far as it can be told."""
    try:
        record = json.loads(row)
    except (ValueError, RecursionError):
        record = None
    if isinstance(record, dict):
        for name in ID_FIELDS:
            if isinstance(record.get(name), str | int):
                return safe_text(str(record[name]))
    return safe_text(row[:60].decode(errors="replace"))


def safe_text(text: str) -> str:
    """``text`` with a question mark for what is no character."""
    return text.encode(errors="replace").decode()
