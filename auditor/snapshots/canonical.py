"""The one form in which an entry is written, compared and hashed: a line of JSON.

Version 1 of the form is ``{"key":…,"meta":{…},"value":…}``: UTF-8, no spaces, the names of every object in
the order of their bytes, numbers and escapes as orjson writes them. Text is kept as it is (no Unicode
normalisation) and ``1`` is not ``1.0``: whether two values *mean* the same is judged later, by others.

Because ``key`` comes first and a quote inside it is escaped, the first ``","meta":`` ends it, so lines are
told apart by key without being parsed. Lines are ordered as bytes, which is the order of their keys as
written, and what ``LC_ALL=C sort`` does.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from auditor.records import Entry, Json

VERSION = 1

_HEAD = len(b'{"key":"')
_META = b',"meta":'
_KEY_END = b'"' + _META
_REMOVED = b'{},"removed":true}'


def line_of(entry: Entry) -> bytes:
    """The canonical line of ``entry``, without a newline.

    Raises:
        ValueError: It holds what JSON cannot: an integer beyond 64 bits, NaN or an infinity, half a
            surrogate pair, a name that is no text, an object of Python's, or more than 250 levels.
    """
    return canonical_json({"key": entry.key, "meta": entry.meta, "value": entry.value})


def canonical_json(document: Json) -> bytes:
    """``document`` as canonical JSON.

    Raises:
        ValueError: As for ``line_of``.
    """
    try:
        text = orjson.dumps(document, default=_plain, option=_OPTIONS)
    except (TypeError, RecursionError) as error:
        raise ValueError(f"it has no JSON form: {error}") from error
    if b"null" in text and not _finite(document):
        raise ValueError("it has no JSON form: it holds NaN or an infinity")
    return text


def entry_of(line: bytes) -> Entry:
    """The entry that ``line`` is the form of.

    Raises:
        ValueError: ``line`` is no canonical line.
    """
    document = orjson.loads(line)
    try:
        return Entry(document["key"], document["value"], document["meta"])
    except (KeyError, TypeError) as error:
        raise ValueError("not the line of an entry") from error


def key_part(line: bytes) -> bytes:
    """The beginning of ``line`` that holds its key, which no line of another key begins with.

    Raises:
        ValueError: ``line`` is no canonical line.
    """
    return line[: line.index(_KEY_END, _HEAD) + len(_KEY_END)]


def key_of(line: bytes) -> str:
    """The key of ``line``, whose rest is not parsed."""
    key: str = orjson.loads(key_part(line)[: -len(_META)] + b"}")["key"]
    return key


def key_part_of(key: str) -> bytes:
    """What the line of an entry under ``key`` begins with.

    Raises:
        ValueError: ``key`` holds half a surrogate pair.
    """
    return canonical_json({"key": key})[:-1] + _META


def removal_of(line: bytes) -> bytes:
    """The line that says in a delta that the entry of ``line`` is no more."""
    return key_part(line) + _REMOVED


def is_removal(line: bytes) -> bool:
    """Whether ``line`` says that an entry is no more: no line of an entry can end so."""
    return line.endswith(_REMOVED)


def legible(text: str) -> str:
    """``text`` with each half of a surrogate pair replaced, so that it can be written."""
    return text.encode("utf-8", "replace").decode()


_OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS


def _plain(value: Any) -> Any:
    """What orjson asks for where it meets something that is not ``dict``, ``list`` or a scalar."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview)):
        return list(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


def _finite(value: Json) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, Mapping):
        return all(map(_finite, value.values()))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return all(map(_finite, value))
    return True
