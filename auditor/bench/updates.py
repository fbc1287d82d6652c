"""Update files: what happened between an old and a new memory, given what was said."""

from auditor.bench.class_metrics import PredictedLabel, predicted
from auditor.bench.talk import without_speaker
from auditor.funnel.alignment import aligned
from auditor.funnel.texts import text_chances
from auditor.records import Relation

_SAID = 0.6
_TOLD_OF = 0.15


def update_label(old: str, new: str, transcript: str) -> PredictedLabel:
    """What ``new`` is to ``old``: what conflicts is an update where somebody said it, else a contradiction.

    Two statements of which neither holds the other, and both of which were made, are an update too where
    they have their subject in common: the later one tells how things are now.
    """
    chances = text_chances(without_speaker(old), without_speaker(new))
    conflict, other = chances[Relation.CONFLICT], chances[Relation.UNRELATED]
    same, more, less = chances[Relation.SAME], chances[Relation.MORE], chances[Relation.LESS]
    if not said_in(new, transcript):
        return predicted(
            {"same": same + less, "expansion": more + other, "contradiction": conflict, "update": 0.0}
        )
    both = said_in(old, transcript) and aligned(old, new).a_met >= _TOLD_OF
    replaced = conflict + (other + less if both else 0.0)
    return predicted(
        {
            "same": same,
            "expansion": more + (0.0 if both else other),
            "contradiction": 0.0,
            "update": replaced,
        }
    )


def said_in(text: str, transcript: str) -> bool:
    """Whether some line of ``transcript`` says most of ``text``."""
    return any(aligned(text, line).a_met >= _SAID for line in transcript.splitlines() if line.strip())
