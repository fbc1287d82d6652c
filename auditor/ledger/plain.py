"""Values as they may leave the auditor: credentials masked, bounded, and valid JSON whatever they hold."""

import math
from collections.abc import Mapping
from typing import Any

from auditor.records import Json
from auditor.values.secrets import mask_secrets

MAX_TEXT = 20_000  # characters of one text
MAX_TOTAL = 100_000  # characters of all the texts in one value
MAX_ITEMS = 1_000  # members of one list or object
MAX_DEPTH = 32
_MAX_INT = 2**63
_NAME = 200  # characters of a key that say what it holds
_OVERLAP = 1_024  # characters beyond a cut that are looked at, so that a credential is not cut in two


def plain_text(text: str, name: str = "", limit: int = MAX_TEXT) -> str:
    """``text`` without credentials, at most ``limit`` characters and a word about the rest.

    ``name`` is the key that the text is kept under: "db_password" makes all of it a credential.
    """
    masked = mask_secrets(text[: limit + _OVERLAP], name[-_NAME:])
    cut = max(len(text) - limit, 0)
    kept = masked if not cut else f"{masked[:limit]}… ({cut:,} more characters)"
    return kept if kept.isascii() else kept.encode("utf-8", "replace").decode()


def plain_json(value: Json, name: str = "") -> Any:
    """``value`` as masked, bounded JSON that every parser reads; numbers that JSON has not become text."""
    return _Bounded().json(value, name, 0)


class _Bounded:
    """What is left to be said of one value."""

    def __init__(self) -> None:
        self.characters = MAX_TOTAL

    def json(self, value: Json, name: str, depth: int) -> Any:
        if isinstance(value, str):
            return self.text(value, name)
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, int):
            return value if -_MAX_INT <= value < _MAX_INT else str(value)
        if isinstance(value, float):
            return value if math.isfinite(value) else str(value)
        if depth >= MAX_DEPTH:
            return "… (deeper levels left out)"
        left_out = f"{len(value) - MAX_ITEMS:,} more left out" if len(value) > MAX_ITEMS else ""
        if isinstance(value, Mapping):
            items = list(value.items())[:MAX_ITEMS]
            members = {self.text(str(key)): self.json(item, str(key), depth + 1) for key, item in items}
            return members | ({"…": left_out} if left_out else {})
        kept = [self.json(item, name, depth + 1) for item in value[:MAX_ITEMS]]
        return [*kept, left_out] if left_out else kept

    def text(self, text: str, name: str = "") -> str:
        shown = plain_text(text, name, min(MAX_TEXT, self.characters))
        self.characters = max(self.characters - len(text), 0)
        return shown
