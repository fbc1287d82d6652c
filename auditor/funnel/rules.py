"""Stage 2: a judge that decides by rules over polarity, typed values, exclusive words, ladders and names.

It answers for statements that belong together (the candidates of stage 1) and is careful: without a shared
topic nothing is a conflict.
"""

from collections.abc import Collection
from dataclasses import dataclass

from auditor.funnel.equality import match_values
from auditor.funnel.interface import Statement
from auditor.funnel.meanings import broader, excludes, ruled_out_by, same_member
from auditor.funnel.statements import light
from auditor.funnel.topics import single_valued
from auditor.records import Judgement, Relation

_STAGE = "rules"
_ENOUGH = 0.6


@dataclass(frozen=True, slots=True)
class Overlap:
    """What two statements share: ``topic`` terms common to both, and the share of each one's content met."""

    topic: frozenset[str]
    of_a: float
    of_b: float


class RuleJudge:
    """The judge that needs no model."""

    def relation(self, a: Statement, b: Statement) -> Judgement:
        """How ``b`` stands to ``a``."""
        if not same_persons(a, b):
            return _judged(Relation.UNRELATED, 0.9, "about different people")
        conflict = opposed(a, b) or opposed(b, a) or rivals(a, b)
        if conflict is not None:
            return conflict
        return _containment(a, b)


def same_persons(a: Statement, b: Statement) -> bool:
    """Whether both speak of the same people besides the user ("daughter" is a "child")."""
    if a.persons == b.persons or not a.persons or not b.persons:
        return a.persons == b.persons or not (a.persons ^ b.persons) - (a.denied | b.denied) - _objects(a, b)
    return bool(_closure(a.persons) & _closure(b.persons))


def _objects(a: Statement, b: Statement) -> frozenset[str]:
    """Persons that are what is had, not who has it: one side names them as part of what both are about."""
    return frozenset(one for one in a.persons | b.persons if one in a.denied or one in b.denied)


def _closure(terms: Collection[str]) -> frozenset[str]:
    return frozenset(terms).union(*(broader(term) for term in terms))


def opposed(a: Statement, b: Statement) -> Judgement | None:
    """A conflict where ``b`` denies or rules out what ``a`` affirms."""
    affirmed = _closure(a.terms | (a.topic if not a.denied else frozenset()))
    denied = b.denied - light()
    met = denied & affirmed
    if met and len(met) >= _ENOUGH * len(denied):
        return _judged(Relation.CONFLICT, 0.85, f"one denies {_named(met)}, which the other affirms")
    ruled_out = ruled_out_by(b.terms | b.topic) & affirmed
    if ruled_out and not a.past and not b.past:
        return _judged(Relation.CONFLICT, 0.8, f"one rules out {_named(ruled_out)}, which the other affirms")
    return None


def rivals(a: Statement, b: Statement) -> Judgement | None:
    """A conflict between different values, exclusive words, statuses or names for one and the same thing."""
    shared = shared_topic(a, b)
    if not shared:
        return None
    values = match_values(a.values, b.values)
    if values.different and not values.matched:
        ours, theirs = values.different[0]
        return _judged(Relation.CONFLICT, 0.8, f"{ours.text} against {theirs.text}")
    for one in sorted(a.terms - b.terms):
        for other in sorted(b.terms - a.terms):
            if excludes(one, other):
                return _judged(Relation.CONFLICT, 0.75, f"{one} against {other}")
    for ladder, step in sorted(a.steps.items()):
        if b.steps.get(ladder, step) != step:
            return _judged(Relation.CONFLICT, 0.75, f"two steps of {ladder}")
    ours, theirs = a.names - b.terms, b.names - a.terms
    if ours and theirs and single_valued(a, b):
        return _judged(Relation.CONFLICT, 0.75, f"{_named(ours)} against {_named(theirs)}")
    return None


def shared_topic(a: Statement, b: Statement) -> frozenset[str]:
    """The telling terms that both are about."""
    left = (a.topic | a.terms | a.denied) - light()
    right = (b.topic | b.terms | b.denied) - light()
    return frozenset(
        term
        for term in left
        if term in right or any(same_member(term, other) for other in right) or broader(term) & right
    ) | frozenset(term for term in right if broader(term) & left)


def met_share(ours: Collection[str], theirs: Statement, *, soft: float = 0.25) -> float:
    """The share of ``ours`` that ``theirs`` says, light words counting ``soft``; 1 for nothing to say."""
    said = theirs.topic | theirs.terms | theirs.denied
    wider = _closure(said)
    total = met = 0.0
    for term in ours:
        weight = soft if term in light() else 1.0
        total += weight
        if term in wider or any(same_member(term, other) for other in said):
            met += weight
    return met / total if total else 1.0


def _containment(a: Statement, b: Statement) -> Judgement:
    values_a, values_b = match_values(a.values, b.values), match_values(b.values, a.values)
    a_in_b = met_share(a.terms | a.denied, b) if not values_a.different and not values_a.absent else 0.0
    b_in_a = met_share(b.terms | b.denied, a) if not values_b.different and not values_b.absent else 0.0
    if not (a.terms | a.denied or a.values) or not (b.terms | b.denied or b.values):
        return _judged(Relation.UNSURE, 0.0, "nothing to compare")
    if a_in_b >= _FULL and b_in_a >= _FULL:
        return _judged(Relation.SAME, min(a_in_b, b_in_a), "the same in other words")
    if a_in_b >= _FULL:
        return _judged(Relation.MORE, a_in_b, "says all of it and more")
    if b_in_a >= _FULL:
        return _judged(Relation.LESS, b_in_a, "says a part of it")
    return _judged(Relation.UNRELATED, 1 - max(a_in_b, b_in_a), "both can be true")


_FULL = 0.9


def _judged(relation: Relation, confidence: float, reason: str) -> Judgement:
    return Judgement(relation, confidence, _STAGE, reason)


def _named(terms: Collection[str]) -> str:
    return ", ".join(sorted(terms))
