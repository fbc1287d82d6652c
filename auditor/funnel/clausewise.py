"""A judge for talk: two long statements conflict where two of their clauses do, about one thing."""

from auditor.facts.clauses import clauses
from auditor.funnel.equality import match_values
from auditor.funnel.interface import Judge, Statement
from auditor.funnel.relevance import shared_topic
from auditor.funnel.rules import judged
from auditor.funnel.statements import light, statement
from auditor.records import Judgement, Relation
from auditor.values import Kind, Value

_LONG = 14
_SHARED = 2
_MOST_CLAUSES = 12
_BARE = frozenset({Kind.NUMBER, Kind.ORDINAL, Kind.FREQUENCY})


class ClausewiseJudge:
    """Asks another judge first, and then looks for two clauses that give one thing different values."""

    def __init__(self, judge: Judge) -> None:
        """Wraps ``judge``."""
        self._judge = judge

    def relation(self, a: Statement, b: Statement) -> Judgement:
        """How ``b`` stands to ``a``."""
        whole = self._judge.relation(a, b)
        if whole.relation is Relation.CONFLICT or min(len(a.spoken), len(b.spoken)) < _LONG:
            return whole
        topic = shared_topic(a, b) | (a.names & b.names)
        if len(topic) < _SHARED:
            return whole
        for ours in _parts(a):
            for theirs in _parts(b):
                reason = _different(ours, theirs, topic)
                if reason:
                    return judged(Relation.CONFLICT, 0.76, reason)
        return whole


def _parts(one: Statement) -> list[Statement]:
    return [statement(clause.text) for clause in clauses(one.text)[:_MOST_CLAUSES]]


def _different(ours: Statement, theirs: Statement, topic: frozenset[str]) -> str:
    """Two values of one kind for one thing, in words, or ""."""
    shared = (shared_topic(ours, theirs) | (ours.names & theirs.names)) - light()
    match = match_values(ours.values, theirs.values)
    for mine, other in match.different:
        if mine.kind in _BARE and other.kind in _BARE:
            enough = len(shared) >= _SHARED or (
                shared & topic and _counts_one_thing(ours, mine, theirs, other)
            )
        else:
            enough = mine.kind is other.kind and bool(shared & topic)
        if enough:
            return f"{mine.text} against {other.text}"
    return ""


def _counts_one_thing(ours: Statement, mine: Value, theirs: Statement, other: Value) -> bool:
    """Whether the same word follows both numbers ("six months", "nine months")."""
    first, second = (
        text[value.span[1] :].split()[:1] for text, value in ((ours.text, mine), (theirs.text, other))
    )
    return bool(first) and first == second
