"""A judge must earn its say: before its first question of a night it answers some whose answer is known.

Small models give one and the same label to everything, in perfect JSON (docs/models.md has figures).
"""

from auditor.models.interface import ModelError, Opinion, PairJudge, Question, Stance, Trial
from auditor.models.prompts import solved


def trial_of(judge: PairJudge) -> Trial:
    """How ``judge`` answers the questions with a known answer.

    Raises:
        ModelError: It answered none of them.
    """
    known = dict(solved("gold"))
    given: dict[Question, Stance] = {}

    def take(question: Question, opinion: Opinion) -> None:
        given[question] = opinion.stance

    problem = judge.ask(list(known), take)
    if not given:
        raise ModelError(problem or "model unavailable: it answered nothing")
    right = sum(_conflict(stance) == _conflict(known[question]) for question, stance in given.items())
    constant = len({_conflict(stance) for stance in given.values()}) == 1
    return Trial(right, len(known), constant, problem)


def refusal_of(trial: Trial, name: str, least: float) -> str:
    """Why the judge called ``name`` must not be asked, or "": it needs ``least`` accuracy and both labels."""
    if trial.constant:
        return f"{name} was not asked: it gives the same answer to everything"
    if trial.accuracy < least:
        return (
            f"{name} was not asked: {trial.right} of {trial.asked} known answers were right, "
            f"and llm.least_accuracy is {least:g}"
        )
    return ""


def _conflict(stance: Stance) -> bool:
    return stance is Stance.CONTRADICTS
