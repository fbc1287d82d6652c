"""The judge that is a language model."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed

from auditor.models.answers import schema_for, stances_in
from auditor.models.budget import Calls, StopError
from auditor.models.gold import refusal_of, trial_of
from auditor.models.interface import ModelError, Opinion, Question, Take, Trial, UnusableAnswerError
from auditor.models.prompts import PairPrompt

_TOKENS_AN_ANSWER = 60
_TOKENS_AROUND = 80
_SURE = 0.8  # 35 of 40 pairs were right with a 1.5B model; a model's own word on its sureness tells little


class LlmJudge:
    """Asks a language model, ``batch`` questions a call, ``concurrency`` calls at once."""

    def __init__(
        self, calls: Calls, prompt: PairPrompt, *, batch: int = 1, concurrency: int = 1, least: float = 0.75
    ) -> None:
        self._calls = calls
        self._prompt = prompt
        self._batch = batch
        self._concurrency = concurrency
        self._least = least
        self._trial: Trial | None = None

    @property
    def identity(self) -> str:
        """Endpoint kind, model, prompt."""
        return f"{self._calls.model.name}:{self._prompt.fingerprint}"

    @property
    def prompt(self) -> str:
        """Hash of the prompt."""
        return self._prompt.fingerprint

    def trial(self) -> Trial:
        """How it does on questions with a known answer; tried once.

        Raises:
            ModelError: It could not be tried.
        """
        if self._trial is None:
            self._trial = trial_of(self)
        return self._trial

    def refusal(self) -> str:
        """Why it must not be asked after its trial, or "".

        Raises:
            ModelError: It could not be tried.
        """
        return refusal_of(self.trial(), self._calls.model.name, self._least)

    def ask(self, questions: Sequence[Question], take: Take) -> str:
        """Give each answer to ``take`` as it comes; say why some are missing, or ""."""
        batches = [questions[start : start + self._batch] for start in range(0, len(questions), self._batch)]
        problem = ""
        pool = ThreadPoolExecutor(self._concurrency, "auditor-model")
        try:
            pending = {pool.submit(self._answers, one): one for one in batches}
            for done in as_completed(pending):
                problem = _taken(done, pending[done], take) or problem
        finally:
            pool.shutdown(wait=False, cancel_futures=True)  # whoever stops us need not wait for the rest
        return problem

    def _answers(self, questions: Sequence[Question]) -> Mapping[Question, Opinion]:
        items = self._prompt.items(questions)
        ids = [item["id"] for item in items]
        limit = _TOKENS_AROUND + _TOKENS_AN_ANSWER * len(items)
        reply = self._calls.reply(self._prompt.messages(items), schema_for(ids), limit)
        try:
            stances = stances_in(reply.text, ids)
        except UnusableAnswerError as error:
            self._calls.failed(error)
            raise
        self._calls.succeeded()
        return {
            question: Opinion(stances[item["id"]], _SURE, self._calls.model.name, _raw(reply.text))
            for question, item in zip(questions, items, strict=True)
            if item["id"] in stances
        }


def _taken(done: "Future[Mapping[Question, Opinion]]", asked: Sequence[Question], take: Take) -> str:
    """Hand on what a call brought; why something is missing, or ""."""
    try:
        found = done.result()
    except StopError as error:
        return str(error)
    except ModelError as error:
        return f"model unavailable: {error}"
    for question, opinion in found.items():
        take(question, opinion)
    return "" if len(found) == len(asked) else "model unavailable: it left questions out"


def _raw(text: str) -> str:
    return text[:2_000]
