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

    def ask(self, questions: Sequence[Question], window: str) -> Advice | None:
        """What the judges say to ``questions``, as far as they can be asked; None where none ever was."""
        asked = _Asked(list(dict.fromkeys(questions)), window)
        if self._asking is Asking.REMEMBERED:
            identities = self._memory.remark(f"asked:{window}")
            if identities is None:
                return None
            for identity in identities.splitlines():
                self._recall(identity, asked)
        else:
            self._memory.remember_remark(f"asked:{window}", "\n".join(one.identity for one in self._judges))
            for judge in self._judges:
                self._ask_one(judge, asked)
        return asked.advice

    def _recall(self, identity: str, asked: "_Asked") -> list[Question]:
        """Take over what the judge ``identity`` has answered before; the questions that it has not."""
        unasked: list[Question] = []
        for question in asked.open():
            known = self._memory.opinion(question.key(identity))
            if known is None:
                unasked.append(question)
            else:
                asked.advice.opinions[question] = known
        if unasked and self._asking is Asking.REMEMBERED:
            places = asked.places(identity)
            problem = self._memory.remark(places.trial) or self._memory.remark(places.problem)
            asked.advice.problems += [problem] if problem else []
        return unasked

    def _ask_one(self, judge: PairJudge, asked: "_Asked") -> None:
        unasked = self._recall(judge.identity, asked)
        if not unasked:
            return
        places = asked.places(judge.identity)
        problem = self._refusal(judge, places.trial)
        if not problem:

            def take(question: Question, opinion: Opinion) -> None:
                key = question.key(judge.identity)
                self._memory.remember_opinion(key, opinion, judge.prompt, self._policy)
                asked.advice.opinions[question] = opinion

            problem = judge.ask(unasked, take)
            self._memory.remember_remark(places.problem, problem)
        asked.advice.problems += [problem] if problem else []

    def _refusal(self, judge: PairJudge, place: str) -> str:
        """Why ``judge`` is not asked at all, as it was found out once for this window."""
        found = self._memory.remark(place)
        if found is not None and not (found and self._asking is Asking.RESUMED):
            return found
        try:
            found = judge.refusal()
        except ModelError:
            return ""  # it will not answer the questions either, and say why
        self._memory.remember_remark(place, found)
        return found


@dataclass(frozen=True, slots=True)
class _Places:
    """Under what names it is remembered how a judge did in its trial, and why answers of it are missing."""

    trial: str
    problem: str


@dataclass(slots=True)
class _Asked:
    """The questions of one night and what was answered so far."""

    questions: Sequence[Question]
    window: str
    advice: Advice = field(default_factory=Advice)

    def open(self) -> list[Question]:
        """The questions without an answer that is sure enough to keep the next judge from being asked."""
        opinions = self.advice.opinions
        return [one for one in self.questions if one not in opinions or opinions[one].confidence < SURE]

    def places(self, identity: str) -> _Places:
        """Where what is to be remembered of the judge ``identity`` stands."""
        return _Places(f"trial:{self.window}:{identity}", f"problem:{self.window}:{identity}")


@dataclass(frozen=True, slots=True)
class Models:
    """What a store's nights may ask: judges for second opinions, an embedder, a reader of sentences."""

    panel: Panel | None = None
    related: Relatedness | None = None
    reader: SentenceReader | None = None


NO_MODELS = Models()
