"""Pair files: do two texts conflict, agree, or have nothing to do with each other?"""

from auditor.bench.class_metrics import PredictedLabel, predicted
from auditor.bench.talk import without_speaker
from auditor.funnel.texts import text_chances
from auditor.records import Relation


def pair_label(a: str, b: str) -> PredictedLabel:
    """How ``a`` and ``b`` stand to each other, from the funnel's judge of texts."""
    chances = text_chances(without_speaker(a), without_speaker(b))
    return predicted(
        {
            "conflict": chances[Relation.CONFLICT],
            "consistent": chances[Relation.SAME] + chances[Relation.MORE] + chances[Relation.LESS],
            "unrelated": chances[Relation.UNRELATED],
        }
    )
