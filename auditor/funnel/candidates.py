"""Stage 1: which clauses of the conversations may bear on a statement, found by shared terms and values.

Overlap only orders the candidates, rare terms first; it never decides anything.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from heapq import nlargest
from math import log

from auditor.funnel.acceptance import proposes, takes_up
from auditor.funnel.interface import Statement
from auditor.funnel.meanings import barred_with, broader, ruled_out_by, word_set
from auditor.funnel.statements import light, statement, terms_of
from auditor.records import Authority, Fact, Mood
from auditor.values import Kind, Value

_SINGLE = word_set("single concepts")
_LIMIT = 10
_FEW_HOLDERS = 40
_COMMON_SHARE = 20
_MOST_HOLDERS = 400
_ENTITLED = frozenset({Authority.USER, Authority.RECORD})
_CONTEXT_WEIGHT = 0.4
_EARLIEST = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """A clause as evidence.

    ``context`` holds the terms of its turn, of what it takes up and of the agent's answer: they tell what
    it is about and assert nothing. ``order`` grows with the time of speaking; ``covered`` says that it falls
    into the audited period.
    """

    fact: Fact
    statement: Statement
    context: frozenset[str]
    order: int
    covered: bool

    @property
    def turn(self) -> tuple[str, int]:
        """Which turn of which transcript it stands in."""
        return self.fact.transcript, self.fact.turn


class FactBook:
    """All clauses of the conversations, found by term."""

    def __init__(
        self, facts: Sequence[Fact], covered: frozenset[str], aliases: frozenset[str] = frozenset()
    ) -> None:
        """Indexes ``facts``, each transcript in its order; ``covered`` names those of the period."""
        ordered = sorted(enumerate(facts), key=lambda pair: (pair[1].at or _EARLIEST, pair[0]))
        stated = [(fact, _stated(fact, aliases)) for _, fact in ordered]
        nearby = _turn_terms(stated)
        names = frozenset[str]().union(
            *(one.names for fact, one in stated if fact.authority in _ENTITLED and fact.asserts)
        )
        self.all: list[Said] = []
        self._holding: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for order, (fact, one) in enumerate(stated):
            around, values = nearby(fact)
            context = terms_of(fact.context) | terms_of(fact.text) | around
            said = Said(fact, one, names | context | values, order, fact.transcript in covered)
            self.all.append(said)
            self._add(said, context)

    def _add(self, said: Said, context: frozenset[str]) -> None:
        one = said.statement
        own = one.terms | one.denied | frozenset(value_terms(one.values)) | denied_terms(one.denied_values)
        wider = frozenset(wide for term in own for wide in broader(term))
        own |= wider.union(attribute_terms(one), ruled_out_by(one.terms))
        for term in own:
            self._holding[term].append((said.order, 1.0))
        for term in context - own:
            self._holding[term].append((said.order, _CONTEXT_WEIGHT))

    def accepted(self, said: Said) -> Said | None:
        """The user's plain yes to what the agent asked or offered in ``said``, or None.

        What the agent claimed takes a clearer yes than what it offered: "great" does not confirm it.
        """
        offered = said.fact.mood in {Mood.ASKED, Mood.OFFERED} or proposes(said.fact.quote)
        answers = [
            one
            for one in self.all[said.order + 1 : said.order + _NEXT_FEW]
            if one.fact.authority is Authority.USER
            and one.fact.turn == said.fact.turn + 1
            and one.fact.transcript == said.fact.transcript
        ]
        spoken = "; ".join(one.fact.quote for one in answers)
        return answers[-1] if takes_up(spoken, offered=offered) else None

    def holding(self, terms: Iterable[str]) -> Sequence[Said]:
        """The clauses that hold one of ``terms`` themselves, in order of speaking; of very many the last."""
        found = {
            order
            for term in terms
            for order, weight in self._holding.get(term, ())[-_FEW_HOLDERS:]
            if weight == 1.0
        }
        return [self.all[order] for order in sorted(found)]

    def about(
        self, *statements: Statement, limit: int = _LIMIT, besides: frozenset[str] = frozenset()
    ) -> Sequence[Said]:
        """The ``limit`` clauses that share most with ``statements``, in order of speaking.

        Besides those, half as many of the user's: a file that an agent reads again and again holds the very
        words of a memory, and would leave no place for them.
        ``besides`` are further terms to look for.
        """
        terms = besides.union(*(search_terms(one) | barred_with(one.affirmed) for one in statements))
        weights: dict[int, float] = defaultdict(float)
        common = max(_FEW_HOLDERS, len(self.all) // _COMMON_SHARE)
        held = sorted(
            ((self._holding[term], term) for term in terms if term in self._holding), key=_fewest_first
        )
        for holders, term in held:
            if weights and len(holders) > common:
                break
            rarity = log(1 + len(self.all) / len(holders)) * (0.3 if term in light() else 1.0)
            for order, weight in holders[-_MOST_HOLDERS:]:
                weights[order] += rarity * weight
        said = [order for order in weights if self.all[order].fact.authority is Authority.USER]
        best = set(nlargest(limit, weights, key=lambda order: (weights[order], -order)))
        best.update(nlargest(limit // 2, said, key=lambda order: (weights[order], -order)))
        return [self.all[order] for order in sorted(best)]


def _fewest_first(held: tuple[Sequence[tuple[int, float]], str]) -> tuple[int, str]:
    return len(held[0]), held[1]


_Around = tuple[frozenset[str], frozenset[str]]


def _turn_terms(stated: Sequence[tuple[Fact, Statement]]) -> Callable[[Fact], _Around]:
    """What is said in a clause's turn and in the agent's answer to it ("Forty-two guests."), and its values.

    The values of the agent's turn before count too: "For 780?" tells what "twenty more" is about.
    """
    by_turn: dict[tuple[str, int], frozenset[str]] = defaultdict(frozenset)
    values: dict[tuple[str, int], frozenset[str]] = defaultdict(frozenset)
    agents: set[tuple[str, int]] = set()
    for fact, one in stated:
        by_turn[fact.transcript, fact.turn] |= one.own_terms
        values[fact.transcript, fact.turn] |= frozenset(value_terms(one.values))
        if fact.authority is Authority.AGENT:
            agents.add((fact.transcript, fact.turn))

    def nearby(fact: Fact) -> _Around:
        here = (fact.transcript, fact.turn)
        found, amounts = by_turn[here], values[here]
        if fact.authority is Authority.USER:
            before, answer = (fact.transcript, fact.turn - 1), (fact.transcript, fact.turn + 1)
            found |= by_turn[answer] if answer in agents else frozenset()
            amounts |= values[before] if before in agents else frozenset()
        return found, amounts

    return nearby


def _stated(fact: Fact, aliases: frozenset[str]) -> Statement:
    """The clause in its own words; those that were added to it from the talk before are its context."""
    said, whole = fact.quote, False
    if fact.text.startswith(_NOT_TRUE):
        said, whole = fact.text.removeprefix(_NOT_TRUE), True
    elif not (
        fact.quote in fact.text
        and (fact.text.startswith(fact.quote) or len(terms_of(fact.quote) - light()) > 1)
    ):
        said, whole = fact.text, fact.negated
    answers = said == fact.text != fact.quote
    if fact.authority is Authority.USER and _POINTS.search(said):
        if answers and not _STATES.match(said):
            said = f"{said}, {fact.context}"
        elif fact.mood is Mood.REQUESTED and _TO_KEEP.match(said):
            said = fact.text
    negated = fact.negated and fact.authority is not Authority.RECORD and not _SO_NO.search(said)
    return statement(said, reference=fact.at, aliases=aliases, negated=negated, negated_whole=whole)


_NEXT_FEW = 8
_NOT_TRUE = "It is not true that "
_POINTS = re.compile(r"\b(?:it|that|this|them|those|das|es|eso|lo|ça|cela)\b", re.IGNORECASE)
_TO_KEEP = re.compile(
    r"\W*(?:(?:please|and|then|so|ok|okay|perfect|great)\W+)*(?:put|add|note|save|book|set|change|move|schedule|enter|write|record|update)\b",
    re.IGNORECASE,
)
_STATES = re.compile(r"(?:it|that|this) (?:is|was)\b", re.IGNORECASE)
_SO_NO = re.compile(r"\b(?:so|and) no\W*$", re.IGNORECASE)


def search_terms(one: Statement) -> frozenset[str]:
    """The terms by which ``one`` is looked for: its own, those above them, its values and attributes."""
    own = one.all_terms | {value.kind.value for value in one.values if value.kind in _NAMED_BY_FORM}
    return own.union(value_terms(one.values), attribute_terms(one), *(broader(term) for term in own))


_NAMED_BY_FORM = frozenset({Kind.PHONE, Kind.EMAIL})  # "Leo's number is 07700 …" is found as a phone


def attribute_terms(one: Statement) -> Iterable[str]:
    """Index terms under which statements of one attribute meet that has one value at a time ("lives in")."""
    return (f"={name}" for name in sorted(one.concepts & _SINGLE))


def value_terms(values: Iterable[Value]) -> Iterable[str]:
    """Index terms under which equal values meet, whatever their notation."""
    for value in values:
        normal = value.normal
        if value.kind in {Kind.DATE, Kind.MOMENT} and isinstance(normal, tuple):
            yield from _day_terms(normal[0] if value.kind is Kind.MOMENT else normal)
        if value.kind is Kind.MOMENT and isinstance(normal, tuple):
            yield f"#clock {int(str(normal[1])) % _HALF_DAY}"
        elif value.kind is Kind.TIME:
            yield f"#clock {int(str(normal)) % _HALF_DAY}"
        elif value.kind is Kind.FREQUENCY and isinstance(normal, tuple):
            yield f"#{normal[0]}"
        elif value.kind is not Kind.DATE:
            size = value.size if value.size is not None else normal
            yield f"#{size.normalize():f}" if isinstance(size, Decimal) else f"#{size}"
            if value.kind is Kind.NUMBER and isinstance(size, Decimal) and 0 < size <= _LAST_HOUR:
                yield f"#clock {int(size * 3600) % _HALF_DAY}"


def denied_terms(values: Iterable[Value]) -> frozenset[str]:
    """Index terms under which a value meets the clauses that deny it."""
    return frozenset(f"not {term}" for term in value_terms(values))


_HALF_DAY = 12 * 3600
_LAST_HOUR = 24


def _day_terms(readings: Iterable[tuple[int | None, int | None, int | None]]) -> Iterable[str]:
    for year, month, day in readings:
        yield f"#{month}-{day}" if month and day else f"#month {month}" if month else f"#{year}"
        if day:
            yield f"#day {day}"
        if year and month and day:
            yield f"#{date(year, month, day).weekday()}"
