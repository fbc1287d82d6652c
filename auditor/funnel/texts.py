"""A judge for two free texts: words side by side, values, polarity, and a trained table that weighs them."""

from functools import lru_cache

from auditor.funnel.features import comparable_text, features
from auditor.funnel.interface import Statement
from auditor.funnel.statements import statement
from auditor.funnel.trained import trained
from auditor.records import Judgement, Relation

_STAGE = "texts"
_RELATIONS = {
    "same": Relation.SAME,
    "more": Relation.MORE,
    "less": Relation.LESS,
    "conflict": Relation.CONFLICT,
    "unrelated": Relation.UNRELATED,
}
_REASONS = {
    Relation.SAME: "the same in other words",
    Relation.MORE: "says all of it and more",
    Relation.LESS: "says a part of it",
    Relation.CONFLICT: "both cannot be true",
    Relation.UNRELATED: "both can be true",
}


class TextJudge:
    """The judge for prose; its weights (``data/texts.json``) come from ``training/train_texts.py``."""

    def relation(self, a: Statement, b: Statement) -> Judgement:
        """How ``b`` stands to ``a``; the confidence is the probability of the answer."""
        chances = text_chances(a.text, b.text)
        best = max(chances, key=lambda one: chances[one])
        return Judgement(best, round(chances[best], 2), _STAGE, _REASONS[best])


@lru_cache(maxsize=4096)
def text_chances(a_text: str, b_text: str) -> dict[Relation, float]:
    """The probability of each relation of the text ``b_text`` to ``a_text``; callers do not change it."""
    a, b = (statement(comparable_text(text)) for text in (a_text, b_text))
    found = trained("texts").probabilities(features(a, b))
    return {_RELATIONS[name]: chance for name, chance in found.items()}
