"""Pair and support lines answered by a judge alone, to compare judges with one another and with the rules."""

from collections.abc import Mapping, Sequence

from auditor.bench.class_metrics import PredictedLabel
from auditor.bench.files import Labelled
from auditor.errors import UsageError
from auditor.models.interface import Question, Stance
from auditor.models.panel import Panel

_PAIR = {
    Stance.CONTRADICTS: "conflict",
    Stance.SUPPORTS: "consistent",
    Stance.NEITHER: "unrelated",
}
_SUPPORT = {
    Stance.CONTRADICTS: "contradicted",
    Stance.SUPPORTS: "supported",
    Stance.NEITHER: "unsupported",
}
NO_ANSWER = PredictedLabel("no answer", 0.0, "look")


def judged_alone(lines: Sequence[Labelled], panel: Panel) -> Mapping[str, PredictedLabel]:
    """What the judges of ``panel`` say to ``lines``, by id; what they do not answer is wrong.

    Raises:
        UsageError: The lines are of updates, which no judge is asked about.
    """
    questions = {line.id: _question(line) for line in lines}
    advice = panel.ask(list(questions.values()), "bench")
    opinions = advice.opinions if advice else {}
    answers = {}
    for line in lines:
        opinion = opinions.get(questions[line.id])
        names = _PAIR if "a" in line.fields else _SUPPORT
        answers[line.id] = (
            PredictedLabel(names[opinion.stance], opinion.confidence, "act") if opinion else NO_ANSWER
        )
    return answers


def _question(line: Labelled) -> Question:
    texts = line.fields
    if "a" in texts:
        return Question(texts["a"], texts["b"])
    if "memory" in texts:
        return Question(texts["transcript"], texts["memory"])
    raise UsageError("a judge is asked about pairs, support lines and scenarios, not about updates")
