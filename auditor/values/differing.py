"""Where two texts say different things in the same place."""

import re
from datetime import datetime

from auditor.values.compare import comparable, same_value
from auditor.values.find import find_values
from auditor.values.folding import clean, fold
from auditor.values.language import stop_words
from auditor.values.model import Kind, Value
from auditor.values.tokens import stem

_NEAR = re.compile(r"[^\W_]+")
_WINDOW = 40


def differing_values(
    a_text: str, b_text: str, reference: datetime | None = None
) -> list[tuple[Value, Value]]:
    """Pairs of values that stand in the same place of two texts and do not denote the same.

    Values that both texts hold are set aside; what is left of one family (amounts, days, times, names, …) is
    paired by the words around it. A value that one text merely adds has no pair and is not reported.
    """
    ours, theirs = list(find_values(a_text, reference)), list(find_values(b_text, reference))
    for value in list(ours):
        match = next((other for other in theirs if same_value(value, other)), None)
        if match is not None:
            ours.remove(value)
            theirs.remove(match)
    pairs = []
    for value in ours:
        rivals = [other for other in theirs if comparable(value, other)]
        if not rivals:
            continue
        best = max(
            rivals, key=lambda other: (_affinity(value, other), _context(a_text, value, b_text, other))
        )
        if _same_slot(a_text, value, b_text, best, alone=len(rivals) == 1):
            pairs.append((value, best))
            theirs.remove(best)
    return pairs


def _affinity(one: Value, other: Value) -> int:
    return 2 * (one.kind is other.kind) + (one.unit == other.unit)


def _context(a_text: str, one: Value, b_text: str, other: Value) -> int:
    return len(_neighbours(a_text, one) & _neighbours(b_text, other))


def _neighbours(text: str, value: Value) -> frozenset[str]:
    cleaned = clean(text)
    stops = stop_words("en") if value.kind is Kind.NAME else frozenset()
    before = _NEAR.findall(fold(cleaned[max(0, value.span[0] - _WINDOW) : value.span[0]]))[-3:]
    after = _NEAR.findall(fold(cleaned[value.span[1] : value.span[1] + _WINDOW]))[:3]
    return frozenset(stem(word) for word in (*before, *after) if word not in stops)


def _same_slot(a_text: str, one: Value, b_text: str, other: Value, *, alone: bool) -> bool:
    """Whether two different values answer the same question.

    Names, codes and bare numbers are everywhere: they need a shared neighbour, unless both texts are little
    else. Values of a telling kind (money, dates, times, …) need one only when there is a choice.
    """
    bare = one.text == a_text.strip() and other.text == b_text.strip()
    if bare or (
        alone and one.kind not in {Kind.NAME, Kind.NUMBER, Kind.CODE, Kind.ORDINAL} and one.kind is other.kind
    ):
        return True
    return _context(a_text, one, b_text, other) > 0
