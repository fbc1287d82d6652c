"""Whether a conversation backs a free text: what the closest turns say, who says it, and what is nowhere."""

from auditor.funnel.talk_features import hearing, talk_features
from auditor.funnel.trained import trained
from auditor.records import Transcript


def backing_chances(text: str, talk: Transcript) -> dict[str, float]:
    """The probabilities that ``talk`` has ``text`` "supported", "contradicted" or "unsupported".

    Every speaker of ``talk`` counts as entitled to what he says of himself. The weights
    (``data/talks.json``) come from ``training/train_talks.py``.
    """
    return trained("talks").probabilities(talk_features(hearing(text, talk)))
