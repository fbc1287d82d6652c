"""What comes in: bodies of bounded size, as fields."""

from collections.abc import Mapping
from datetime import UTC, datetime, time
from typing import Any
from urllib.parse import parse_qs

import orjson
from starlette.requests import Request

from auditor.errors import UsageError
from auditor.ledger import Decision
from auditor.times import is_date_only, parse_time

MAX_BODY = 2_000_000  # bytes
_MAX_TEXT = 2_000  # characters of a note


async def body_of(request: Request) -> bytes:
    """The body.

    Raises:
        UsageError: It is too large.
    """
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > MAX_BODY:
            raise UsageError(f"more than {MAX_BODY:,} bytes")
        parts.append(part)
    return b"".join(parts)


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form; of several with one name the first (errors as ``body_of``)."""
    text = (await body_of(request)).decode("utf-8", "replace")
    return {name: values[0] for name, values in parse_qs(text, max_num_fields=50).items()}


async def json_of(request: Request) -> Mapping[str, Any]:
    """The object in the body.

    Raises:
        UsageError: It is none, is too large, or is not said to be JSON.
    """
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise UsageError("say Content-Type: application/json")
    try:
        document = orjson.loads(await body_of(request))
    except ValueError as error:
        raise UsageError(f"the body is no JSON: {error}") from error
    if not isinstance(document, dict):
        raise UsageError("the body should be an object")
    return document


def decision_in(finding: str, fields: Mapping[str, Any], who: str) -> Decision:
    """The decision that ``fields`` tell.

    Raises:
        UsageError: A field is not text, or ``until`` is no time.
    """
    texts = {name: fields.get(name) or "" for name in ("decision", "note", "context", "until", "who")}
    for name, text in texts.items():
        if not isinstance(text, str) or len(text) > _MAX_TEXT:
            raise UsageError(f"{name} should be a text of at most {_MAX_TEXT:,} characters")
    return Decision(
        finding=finding,
        decision=texts["decision"],
        who=texts["who"] or who,
        note=texts["note"],
        until=_until(texts["until"]),
        context=texts["context"],
    )


def _until(text: str) -> datetime | None:
    if not text:
        return None
    moment = parse_time(text)
    if moment is None:
        raise UsageError(f"{text!r} should be a time such as 2026-11-28")
    return datetime.combine(moment.date(), time(), UTC) if is_date_only(text) else moment
