"""The judges of a night, cheapest first: each is asked what the ones before were not sure of."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from auditor.models.interface import AnswerMemory, Asking, ModelError, Opinion, PairJudge, Question
from auditor.models.relatedness import Relatedness
from auditor.models.sentences import SentenceReader

SURE = 0.8  # an opinion less sure than this goes on to the next judge, if there is one


@dataclass(slots=True)
class Advice:
    """What the judges made of some questions; ``problems`` says why one has no answer."""

    opinions: dict[Question, Opinion] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    refused: bool = False


class Panel:
    """Puts questions to ``judges`` in their order, each question once, and remembers the answers.

    ``window`` names the night and ``policy`` is its fingerprint. In one that is audited again, nobody is
    asked, and the answers and problems are those that it had; in one that is resumed a judge that was
    refused is tried anew.
    """

    def __init__(
        self,
        judges: Sequence[PairJudge],
        memory: AnswerMemory,
        policy: str = "",
        asking: Asking = Asking.TONIGHT,
    ) -> None:
        self._judges = judges
        self._memory = memory
        self._policy = policy
        self._asking = asking

    @property
    def judges(self) -> str:
        """Who is asked, in this order."""
        return ", ".join(judge.identity for judge in self._judges)

    def ask(self, questions: Sequence[Question], window: str) -> Advice:
        """What the judges say to ``questions``, as far as they can be asked."""
        advice = Advice()
        pending = list(dict.fromkeys(questions))
        for number, judge in enumerate(self._judges):
            self._ask_one(judge, pending, advice, window)
            last = number == len(self._judges) - 1
            pending = [one for one in pending if not _settled(advice.opinions.get(one), last=last)]
        return advice

    def _ask_one(self, judge: PairJudge, pending: Sequence[Question], advice: Advice, window: str) -> None:
        unasked: list[Question] = []
        for question in pending:
            known = self._memory.opinion(question.key(judge.identity))
            if known is None:
                unasked.append(question)
            else:
                advice.opinions[question] = known
        if not unasked:
            return
        refused = self._refusal(judge, window)
        advice.refused |= bool(refused)
        problem = refused or self._asked(judge, unasked, advice, window)
        if problem:
            advice.problems.append(problem)

    def _refusal(self, judge: PairJudge, window: str) -> str:
        """Why ``judge`` is not asked at all, as it was found out once for this window."""
        place = f"trial:{window}:{judge.identity}"
        found = self._memory.remark(place)
        if self._asking is Asking.REMEMBERED or found == "" or (found and self._asking is Asking.TONIGHT):
            return found or ""
        try:
            found = judge.refusal()
        except ModelError:
            return ""  # it will not answer the questions either, and say why
        self._memory.remember_remark(place, found)
        return found

    def _asked(self, judge: PairJudge, unasked: Sequence[Question], advice: Advice, window: str) -> str:
        place = f"problem:{window}:{judge.identity}"
        if self._asking is Asking.REMEMBERED:
            return self._memory.remark(place) or "no model was asked"

        def take(question: Question, opinion: Opinion) -> None:
            key = question.key(judge.identity)
            self._memory.remember_opinion(key, opinion, judge.prompt, self._policy)
            advice.opinions[question] = opinion

        problem = judge.ask(unasked, take)
        self._memory.remember_remark(place, problem)
        return problem


def _settled(opinion: Opinion | None, *, last: bool) -> bool:
    return opinion is not None and (last or opinion.confidence >= SURE)


@dataclass(frozen=True, slots=True)
class Models:
    """What a store's nights may ask: judges for second opinions, an embedder, a reader of sentences."""

    panel: Panel | None = None
    related: Relatedness | None = None
    reader: SentenceReader | None = None


NO_MODELS = Models()
