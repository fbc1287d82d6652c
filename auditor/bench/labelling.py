"""Answers the lines of pair, support and update files with the parts that judge a night."""

from auditor.bench.class_metrics import PredictedLabel
from auditor.bench.files import Labelled
from auditor.bench.pairs import pair_label
from auditor.bench.support import support_label
from auditor.bench.updates import update_label


def answer(line: Labelled) -> PredictedLabel:
    """The label of ``line``, whichever kind of file it stands in."""
    texts = line.fields
    if "a" in texts:
        return pair_label(texts["a"], texts["b"])
    if "memory" in texts:
        return support_label(texts["transcript"], texts["memory"])
    return update_label(texts["old"], texts["new"], texts["transcript"])
