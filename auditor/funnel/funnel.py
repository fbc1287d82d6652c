"""The funnel: cheap stages first, a judge for the rest, and a count of what each one settled."""

from collections import Counter
from collections.abc import Mapping

from auditor.funnel.interface import Judge, Statement
from auditor.records import Judgement, Relation
from auditor.values import fold

_EQUAL = Judgement(Relation.SAME, 1.0, "values", "word for word the same")
_NOTHING_SHARED = Judgement(Relation.UNRELATED, 0.9, "candidates", "nothing in common")


class Funnel:
    """A judge that asks another one only about pairs which cheaper stages do not settle."""

    def __init__(self, judge: Judge) -> None:
        """Puts the cheap stages before ``judge``."""
        self._judge = judge
        self._settled: Counter[str] = Counter()

    def relation(self, a: Statement, b: Statement) -> Judgement:
        """How ``b`` stands to ``a``."""
        answer = self._answer(a, b)
        self._settled[answer.stage] += 1
        return answer

    def _answer(self, a: Statement, b: Statement) -> Judgement:
        if a.topic == b.topic and a.values == b.values and fold(a.text) == fold(b.text):
            return _EQUAL
        if not (a.heard or a.values or a.denied_values) or not (b.heard or b.values or b.denied_values):
            return _NOTHING_SHARED
        return self._judge.relation(a, b)

    @property
    def settled(self) -> Mapping[str, int]:
        """How many pairs each stage settled, by name."""
        return dict(sorted(self._settled.items()))
