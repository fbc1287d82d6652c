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

from auditor.funnel.interface import Statement
from auditor.funnel.meanings import broader, word_set
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
            context = names | terms_of(fact.context) | terms_of(fact.text) | nearby(fact)
            said = Said(fact, one, context, order, fact.transcript in covered)
            self.all.append(said)
            self._add(said)

    def _add(self, said: Said) -> None:
        own = said.statement.terms | said.statement.denied | frozenset(value_terms(said.statement.values))
        own |= frozenset(wide for term in own for wide in broader(term)).union(
            attribute_terms(said.statement)
        )
        for term in own:
            self._holding[term].append((said.order, 1.0))
        for term in said.context - own:
            self._holding[term].append((said.order, _CONTEXT_WEIGHT))

    def accepted(self, said: Said) -> Said | None:
        """The user's plain yes to what the agent asked or offered in ``said``, or None.

        What the agent claimed takes a clearer yes than what it offered: "great" does not confirm it.
        """
        offered = said.fact.mood in {Mood.ASKED, Mood.OFFERED} or _PROPOSES.search(said.fact.quote)
        answers = [
            one
            for one in self.all[said.order + 1 : said.order + _NEXT_FEW]
            if one.fact.authority is Authority.USER
            and one.fact.turn == said.fact.turn + 1
            and one.fact.transcript == said.fact.transcript
        ]
        spoken = " ".join(one.fact.quote for one in answers)
        if (_YES if offered else _CONFIRMS).search(spoken) and not _NO.search(spoken):
            return answers[-1]
        return None

    def about(self, *statements: Statement, limit: int = _LIMIT) -> Sequence[Said]:
        """At most ``limit`` clauses that share terms or values with ``statements``, in order of speaking."""
        terms = frozenset[str]().union(*(search_terms(one) for one in statements))
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
        best = nlargest(limit, weights, key=lambda order: (weights[order], -order))
        return [self.all[order] for order in sorted(best)]


def _fewest_first(held: tuple[Sequence[tuple[int, float]], str]) -> tuple[int, str]:
    return len(held[0]), held[1]


def _turn_terms(stated: Sequence[tuple[Fact, Statement]]) -> Callable[[Fact], frozenset[str]]:
    """What is said in a clause's turn, and in the agent's answer to it ("Forty-two guests.")."""
    by_turn: dict[tuple[str, int], frozenset[str]] = defaultdict(frozenset)
    agents: set[tuple[str, int]] = set()
    for fact, one in stated:
        by_turn[fact.transcript, fact.turn] |= one.own_terms
        if fact.authority is Authority.AGENT:
            agents.add((fact.transcript, fact.turn))

    def nearby(fact: Fact) -> frozenset[str]:
        answer = (fact.transcript, fact.turn + 1)
        echo = by_turn[answer] if answer in agents and fact.authority is Authority.USER else frozenset()
        return by_turn[fact.transcript, fact.turn] | echo

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


_PROPOSES = re.compile(
    r"^try\b|\b(?:could|can|would you|i'd|shall|should|suggest|propose|recommend|offer|(?:we|i) (?:also )?have|there(?:'s| is)"
    r"|könnte\w*|hätte\w*|soll\w*|schlage|empfehle|podría\w*|puede\w*|tengo|propongo|recomiend\w*"
    r"|pourrai\w*|peut|propose|recommande)\b|可以|建议|ましょう|できます|なら",
    re.IGNORECASE,
)
_NEXT_FEW = 8
_YES = re.compile(
    r"\b(?:yes|yeah|yea|yep|yup|aye|sure|please do|do (?:that|it)|exactly|correct|great|perfect|sounds (?:good|great|fine)"
    r"|that(?:'ll| will)? (?:works?|do)|works for me|right|deal|go (?:on|for|ahead)|let's(?! (?:see|hope|wait|think|not))"
    r"|i'll take|we'll take|will do|put (?:it|that|me|us) (?:in|down)|sign me up|book it|add it|in you go|with pleasure|why not"
    r"|ja|genau|gerne?|klingt gut|nehmen wir|machen wir|mach das|passt"
    r"|sí|claro|perfecto|vale|venga|añádel[oa]|de acuerdo"
    r"|oui|d'accord|parfait|volontiers|on prend|bien sûr)\b|好|对|是的|行|可以|はい|お願い|それで",
    re.IGNORECASE,
)
_CONFIRMS = re.compile(
    r"^\W*(?:(?:oh|ah|ok|okay|and),? )?(?:yes|yeah|yea|yep|yup|aye|exactly|correct|(?:that's |that is )?right|do (?:that|it)"
    r"|ja|genau|richtig|stimmt|sí|exacto|eso|oui|c'est ça|voilà|tout à fait|exact)\b|^\W*(?:对|是的|嗯|没错|はい|そうです)",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\b(?:no|not|nope|nah|don't|won't|can't|never|nein|nicht|rather|instead|non|pas|but|think|see|maybe|perhaps|later"
    r"|if|hm+|vielleicht|später|quizás?|luego|peut-être|plus tard)\b|n't\b|\?|不|再说|いいえ|考え",
    re.IGNORECASE,
)
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
    own = one.all_terms
    return own.union(value_terms(one.values), attribute_terms(one), *(broader(term) for term in own))


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
            yield f"#{size}"
            if value.kind is Kind.NUMBER and isinstance(size, Decimal) and 0 < size <= _LAST_HOUR:
                yield f"#clock {int(size * 3600) % _HALF_DAY}"


_HALF_DAY = 12 * 3600
_LAST_HOUR = 24


def _day_terms(readings: Iterable[tuple[int | None, int | None, int | None]]) -> Iterable[str]:
    for year, month, day in readings:
        yield f"#{month}-{day}" if month and day else f"#month {month}" if month else f"#{year}"
        if day:
            yield f"#day {day}"
        if year and month and day:
            yield f"#{date(year, month, day).weekday()}"
