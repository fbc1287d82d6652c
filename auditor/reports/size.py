"""How much of a page a part takes, so that the page stays small whatever a night brings."""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from html import escape
from typing import TypeVar

from auditor.reports.document import Span

Part = TypeVar("Part")
_MARKUP = 24  # bytes of tags around one span


def weight(part: object) -> int:
    """About how many bytes ``part`` of a document takes in HTML."""
    if isinstance(part, str):
        return len(escape(part).encode("utf-8", "replace"))
    if isinstance(part, Span):
        return weight(part.text) + _MARKUP
    if isinstance(part, tuple):
        return sum(weight(item) for item in part)
    if is_dataclass(part):
        return 2 * _MARKUP + sum(weight(getattr(part, field.name)) for field in fields(part))
    return 0


def within(parts: Iterable[Part], budget: int) -> tuple[list[Part], int]:
    """As many of ``parts``, from the first on, as fit into ``budget`` bytes; and how many that are."""
    kept: list[Part] = []
    for part in parts:
        budget -= weight(part)
        if budget < 0:
            break
        kept.append(part)
    return kept, len(kept)
