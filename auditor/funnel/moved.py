"""Old values moved by the user's words: "double", "a fiver more", "half a degree up", "ten percent less"."""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

from auditor.funnel.differences import shifted_by, size_of, sizes
from auditor.funnel.interface import Statement
from auditor.funnel.statements import statement
from auditor.values import AMOUNTS, Kind, Value

_HUNDREDTHS = re.compile(
    r"\b(?:penny|pence|pennies|cents?|céntimos?|centimes?|rappen|öre|øre)\b", re.IGNORECASE
)
_MINUTE = 60
_FACTORS = (
    (
        re.compile(
            r"\b(?:doubled?|(?:twice|two times)(?! an?\b| per\b| every\b| each\b| in\b)|doppelt\w*"
            r"|verdoppel\w*|doble)\b|翻倍|加倍|倍に"
        ),
        "2",
    ),
    (re.compile(r"\b(?:tripled?|three times(?! an?\b| per\b| every\b| in\b)|dreifach\w*|triple)\b"), "3"),
    (re.compile(r"\bhalf as (?:\w+ )?again\b|\bhalf as (?:much|many|long|far|big) again\b"), "1.5"),
    (
        re.compile(
            r"\b(?:halved?|half as (?:much|many|long)|half (?:of )?(?:that|it)|die hälfte|la mitad"
            r"|la moitié)\b"
        ),
        "0.5",
    ),
    (re.compile(r"\b(?:a )?quarter (?:more|higher|longer|up)\b"), "1.25"),
    (re.compile(r"\b(?:a )?quarter (?:less|fewer|lower|shorter|off)\b"), "0.75"),
    (re.compile(r"\b(?:a )?half (?:more|higher|longer)\b"), "1.5"),
)
_PARTS = (
    (re.compile(r"\bhalf an? (?!hour\b)\w+|\b(?:media|un) (?:medi[oa])\b|\bune? demi-(?!heure)\w+"), "0.5"),
    (re.compile(r"\b(?:a )?quarter of an? (?!hour\b)\w+"), "0.25"),
    (re.compile(r"\bkilo y medio\b|\b(?:one|an?) (?:\w+ )?and a half\b|\banderthalb\w*\b"), "1.5"),
    (re.compile(r"\bfivers?\b"), "5"),
    (re.compile(r"\btenners?\b"), "10"),
    (re.compile(r"\b(?:a |an |one )?(?:grand|thousand)\b"), "1000"),
    (re.compile(r"\bhundred\b"), "100"),
    (re.compile(r"\b(?:dozen|dutzend|docena|douzaine)\b"), "12"),
    (re.compile(r"\bcouple\b"), "2"),
    (
        re.compile(r"\b(?:an?|one) (?:point|degree|step|notch|size|percent|cent|penny|unit|level|grade)\b"),
        "1",
    ),
)
_BY_ONE = re.compile(
    r"\b(?:another|an? (?:extra|new|second|third|fourth|fifth|further|additional)|one (?:more|less|fewer)"
    r"|an? (?!lot\b|bit\b|little\b)\w+ (?:more|less|fewer)|next (?:size|one|level|grade)|lost (?:an?|one)"
    r"|we lose|minus one|plus one|noch eine?\w?|eine?\w? (?:mehr|weniger)|un[ae]? (?:más|menos)"
    r"|un[e]? de (?:plus|moins)|otr[oa])\b",
    re.IGNORECASE,
)
_SPANS = (
    (
        re.compile(
            r"\bhalf (?:an |a )?hour\b|\bhalf past\b|\b(?:eine )?halbe stunde\b|\bmedia hora\b|\bdemi-heure\b"
        ),
        30,
    ),
    (re.compile(r"\bquarter of an hour\b|\bviertelstunde\b|\bcuarto de hora\b|\bquart d'heure\b"), 15),
    (re.compile(r"\ban? hour\b|\beine stunde\b|\buna hora\b|\bune heure\b"), 60),
    (re.compile(r"\ban? day\b|\beinen tag\b|\bun día\b|\bun jour\b"), 24 * 60),
    (
        re.compile(r"\ban? week\b|\beine woche\b|\buna semana\b|\bune semaine\b|一个?星期|一周|一週間"),
        7 * 24 * 60,
    ),
    (re.compile(r"\ba fortnight\b|\btwo weeks\b"), 14 * 24 * 60),
)


def moved(old: Statement, new: Value, told: str) -> bool:
    """Whether the words ``told`` move a value of ``old`` to ``new``: by an amount, a share or a span of time.

    Which way is not looked at, and neither is whether the words are about that value.
    """
    change = _change(told)
    if new.kind not in AMOUNTS:
        return shifted_by(old, new, change.seconds)
    size = size_of(new)
    befores = [before for before in sizes(old.values) if before]
    return size is not None and any(size in set(change.applied(before)) for before in befores)


def names_change(told: str) -> bool:
    """Whether ``told`` names an amount, a factor or a span of time by which something may change."""
    change = _change(told)
    return bool(change.seconds) or any(True for _ in change.applied(Decimal(1)))


def moves_by_one(text: str) -> bool:
    """Whether ``text`` tells of one more or less of something without a number ("we lost a student")."""
    return _BY_ONE.search(text) is not None


class _Change:
    """What a text may do to an amount or a time."""

    def __init__(self, text: str) -> None:
        lowered = text.lower()
        values = statement(text).values
        self._percents = [value.size for value in values if value.kind is Kind.PERCENT and value.size]
        amounts = [size for size in sizes(values) if size]
        amounts += [Decimal(size) for pattern, size in _PARTS if pattern.search(lowered)]
        if _HUNDREDTHS.search(lowered):
            amounts += [amount / 100 for amount in amounts]
        if moves_by_one(lowered):
            amounts.append(Decimal(1))
        self._amounts = amounts
        self._factors = [Decimal(factor) for pattern, factor in _FACTORS if pattern.search(lowered)]
        self.seconds = frozenset(minutes * _MINUTE for pattern, minutes in _SPANS if pattern.search(lowered))
        self.seconds |= frozenset(
            int(value.normal[1])
            for value in values
            if value.kind is Kind.DURATION and isinstance(value.normal, tuple) and not value.normal[0]
        )

    def applied(self, before: Decimal) -> Iterator[Decimal]:
        """What ``before`` may become."""
        for amount in self._amounts:
            yield from (before + amount, before - amount)
        for factor in self._factors:
            yield before * factor
        for percent in self._percents:
            share = before * percent / 100
            yield from (before + share, before - share)


@lru_cache(maxsize=4096)
def _change(text: str) -> _Change:
    return _Change(text)
