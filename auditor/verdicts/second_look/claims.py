"""What a would-be alarm is about, as sets of terms: what is new, what it replaced, and the topic of both."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from auditor.funnel.candidates import value_terms
from auditor.funnel.interface import Statement
from auditor.funnel.statements import light
from auditor.records import Entry
from auditor.values import AMOUNTS, Kind, Value
from auditor.verdicts.content import Part, leaves
from auditor.verdicts.described import about, value_statement, written_at

_LONG_NUMBER = 3  # digits; two are shuffled by chance too often
_SHAPED = frozenset({Kind.DATE, Kind.MOMENT, Kind.TIME, Kind.WEEKDAY, Kind.FREQUENCY})


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """The terms of a content: ``new`` is told by it alone, ``old`` by what stood there, ``topic`` by both.

    ``values`` and ``old_values`` are the typed values behind ``new`` and ``old``. ``plain`` says that the
    new value is no more than a yes, a no or nothing, ``positive`` that it is no denial.
    """

    new: frozenset[str]
    old: frozenset[str]
    topic: frozenset[str]
    values: Sequence[Value]
    old_values: Sequence[Value]
    plain: bool
    positive: bool

    @property
    def shapes(self) -> tuple[bool, bool, bool]:
        """Whether an amount, a time, or a name is new."""
        kinds = {value.kind for value in self.values}
        return bool(kinds & AMOUNTS), bool(kinds & _SHAPED), Kind.NAME in kinds

    @property
    def garbled(self) -> bool:
        """Whether a number became one of the same digits, or with more or fewer zeros: 1188 and 8811."""
        olds, news = ([_digits(value) for value in side] for side in (self.old_values, self.values))
        return any(_garbled(old, new) for old in olds for new in news)


def _digits(value: Value) -> str:
    if value.kind in _SHAPED:
        return ""
    return "".join(character for character in value.text if character.isdigit())


def _garbled(old: str, new: str) -> bool:
    if old == new or min(len(old), len(new)) < _LONG_NUMBER:
        return False
    return sorted(old) == sorted(new) or old.rstrip("0") == new.rstrip("0")


def content_of(before: Entry | None, after: Entry | None) -> Content:
    """The content of a change from ``before`` to ``after``; missing sides leave all new or all old."""
    old_parts, new_parts = _parts(before), _parts(after)
    kept = {_mark(part) for part in old_parts} & {_mark(part) for part in new_parts}
    entry = after or before
    assert entry is not None
    old = [_stated(before, part) for part in old_parts if _mark(part) not in kept] if before else []
    new = [_stated(after, part) for part in new_parts if _mark(part) not in kept] if after else []
    topic = frozenset[str]().union(*(one.topic for one in (*old, *new)))
    ours, theirs = _units(new), _units(old)
    sides = (ours - theirs - topic - light(), theirs - ours - topic - light())
    return Content(
        new=sides[0],
        old=sides[1],
        topic=(topic | (ours & theirs) | _frame(entry, kept)) - light(),
        values=[value for one in new for value in one.values],
        old_values=[value for one in old for value in one.values],
        plain=not sides[0],
        positive=not any(one.denied for one in new),
    )


def _parts(entry: Entry | None) -> list[Part]:
    return leaves(entry.value) if entry is not None else []


def _mark(part: Part) -> tuple[tuple[str, ...], str]:
    return part.path, part.text.strip().lower()


def _stated(entry: Entry, part: Part) -> Statement:
    key = part.path[-1] if part.path else entry.key
    return value_statement(part.value, about(entry, part.path), key, written_at(entry))


def _units(statements: Iterable[Statement]) -> frozenset[str]:
    found = frozenset[str]()
    for one in statements:
        values = (*one.values, *one.denied_values)
        found |= one.terms | one.denied | one.names | frozenset(value_terms(values))
    return found


def _frame(entry: Entry, kept: set[tuple[tuple[str, ...], str]]) -> frozenset[str]:
    """The terms of what stays as it was: a line of an object is found by the lines beside it."""
    same = [_stated(entry, part) for part in leaves(entry.value) if _mark(part) in kept]
    return _units(same) | frozenset[str]().union(*(one.topic for one in same))
