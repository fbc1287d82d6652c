"""The text being searched for values: what one finder took, no later one sees."""

import re
from collections.abc import Hashable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from string import digits

from auditor.values.folding import letters
from auditor.values.language import EAST_ASIAN
from auditor.values.model import Kind, Value

TAKEN = "\x00"
_DIGIT = re.compile(r"[\d½¼¾⅓⅔]")


@dataclass(slots=True)
class Scan:
    """A cleaned text under search. ``left`` and ``lowered`` hold ``TAKEN`` where a value was found.

    ``words`` (its letters-only words in lower case), ``signs`` (its characters), ``asian`` and ``digits``
    tell finders at once that there is nothing for them.
    """

    text: str
    language: str
    reference: datetime | None = None
    day_first: bool | None = None
    left: str = ""
    lowered: str = ""
    values: list[Value] = field(default_factory=list)
    words: frozenset[str] = frozenset()
    signs: frozenset[str] = frozenset()
    asian: bool = False
    digits: bool = False

    def __post_init__(self) -> None:
        self.left = self.text
        lowered = self.text.lower()
        # A few letters (İ) change length in lower case, which would shift every span after them.
        self.lowered = lowered if len(lowered) == len(self.text) else self.text
        self.words = frozenset(letters(self.lowered))
        self.signs = frozenset(self.text)
        if self.text.isascii():
            self.digits = not self.signs.isdisjoint(digits)
        else:
            self.asian = EAST_ASIAN.search(self.text) is not None
            self.digits = _DIGIT.search(self.text) is not None

    def take(  # noqa: PLR0917  mirrors the fields of Value
        self, start: int, end: int, kind: Kind, normal: Hashable, unit: str = "", size: Decimal | None = None
    ) -> None:
        """Records the value at ``start`` to ``end``, unless a part of it is taken, and hides it."""
        if TAKEN in self.left[start:end]:
            return
        self.values.append(Value(kind, normal, unit, (start, end), self.text[start:end], size))
        self.hide(start, end)

    def hide(self, start: int, end: int) -> None:
        """Hides ``start`` to ``end`` from later finders."""
        filler = TAKEN * (end - start)
        self.left = self.left[:start] + filler + self.left[end:]
        self.lowered = self.lowered[:start] + filler + self.lowered[end:]

    def take_match(self, match: re.Match[str], kind: Kind, normal: Hashable, unit: str = "") -> None:
        """``take`` for the whole of ``match``."""
        self.take(*match.span(), kind, normal, unit)
