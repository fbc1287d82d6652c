"""Support files: does a conversation back a memory, deny it, or not tell?"""

from auditor.bench.class_metrics import PredictedLabel, predicted
from auditor.bench.talk import transcript_of
from auditor.funnel.talks import backing_chances


def support_label(transcript: str, memory: str) -> PredictedLabel:
    """Whether ``transcript``, whose every named speaker is a user, says ``memory``."""
    return predicted(backing_chances(memory, transcript_of(transcript)))
