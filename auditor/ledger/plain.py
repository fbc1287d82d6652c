"""Values as they may leave the auditor: credentials masked, bounded, and valid JSON whatever they hold."""

import math
from collections.abc import Mapping
from typing import Any

from auditor.records import Json
from auditor.values.secrets import mask_secrets

MAX_TEXT = 20_000  # characters of one text
MAX_ITEMS = 1_000  # members of one list or object
MAX_DEPTH = 32
_MAX_INT = 2**63


def plain_text(text: str, name: str = "", limit: int = MAX_TEXT) -> str:
    """``text`` without credentials, at most ``limit`` characters and a word about the rest.

    ``name`` is the key that the text is kept under: "db_password" makes all of it a credential. A credential
    that straddles the limit is masked all the same, since the cut is made after masking.
    """
    masked = mask_secrets(text[: limit + 4_096], name)
    cut = max(len(text) - limit, 0)
    kept = masked if not cut else f"{masked[:limit]}… ({cut:,} more characters)"
    return kept.encode("utf-8", "replace").decode() if not kept.isascii() else kept


def plain_json(value: Json, name: str = "", depth: int = 0) -> Any:
    """``value`` as masked, bounded JSON that every parser reads; numbers that JSON has not become text."""
    if isinstance(value, str):
        return plain_text(value, name)
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return value if -_MAX_INT <= value < _MAX_INT else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if depth >= MAX_DEPTH:
        return "… (deeper levels left out)"
    if isinstance(value, Mapping):
        items = list(value.items())[:MAX_ITEMS]
        members = {plain_text(str(key)): plain_json(item, str(key), depth + 1) for key, item in items}
        return members | _left_out(len(value))
    kept = [plain_json(item, name, depth + 1) for item in value[:MAX_ITEMS]]
    return [*kept, *_left_out(len(value)).values()]


def _left_out(size: int) -> dict[str, str]:
    return {"…": f"{size - MAX_ITEMS:,} more left out"} if size > MAX_ITEMS else {}
