"""The models that a job file names, made ready for its nights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from auditor.config import Job
from auditor.models.budget import Calls, Limits
from auditor.models.embedders import embedder_of
from auditor.models.interface import (
    AnswerMemory,
    Asking,
    ChatModel,
    Embedder,
    InMemory,
    ModelError,
    PairJudge,
)
from auditor.models.llm import LlmJudge
from auditor.models.nli import nli_judge_of
from auditor.models.ollama import OllamaChat
from auditor.models.openai_compatible import OpenAiCompatible
from auditor.models.panel import Models, Panel
from auditor.models.prompts import PairPrompt, SentencePrompt
from auditor.models.relatedness import Relatedness, VectorMemory
from auditor.models.sentences import SentenceReader


class Answers(AnswerMemory, VectorMemory, Protocol):
    """What a ledger remembers for models."""


@dataclass(frozen=True, slots=True)
class Advisers:
    """The models of a job, judges cheapest first; all its stores share them and their budget.

    ``sentences`` are the calls and the prompt with which clauses are read, and how many at once and in all.
    """

    judges: Sequence[PairJudge]
    embedder: Embedder | None = None
    calls: Calls | None = None
    sentences: tuple[SentencePrompt, int, int] | None = None

    def models(
        self, answers: Answers | None = None, policy: str = "", asking: Asking = Asking.TONIGHT
    ) -> Models:
        """What the nights of one store may ask; ``answers`` remembers answers and vectors."""
        memory = answers or InMemory()
        reader = None
        if self.sentences is not None and self.calls is not None:
            prompt, batch, most = self.sentences
            reader = SentenceReader(self.calls, prompt, memory, batch=batch, most=most, asking=asking)
        return Models(
            Panel(self.judges, memory, policy, asking) if self.judges else None,
            Relatedness(self.embedder, answers) if self.embedder else None,
            reader,
        )

    def costs(self) -> dict[str, object]:
        """What asking has cost so far: calls and tokens of the language model, and who was asked."""
        return {
            "judges": ", ".join(judge.identity for judge in self.judges),
            "calls": self.calls.spent.calls if self.calls else 0,
            "tokens": self.calls.spent.tokens if self.calls else 0,
        }


def advisers_of(job: Job) -> Advisers | None:
    """The models that ``job`` names, or None.

    Raises:
        ConfigError: What one needs is not installed, or a prompt of the operator's is wrong.
    """
    semantic, llm, templates = job.semantic, job.llm, job.reports.templates
    embedder = embedder_of(semantic.embedder, semantic.model, offline=semantic.offline)
    judges: list[PairJudge] = []
    if semantic.nli:
        judges.append(nli_judge_of(semantic.nli, offline=semantic.offline))
    if llm.url is None:
        return Advisers(judges, embedder) if judges or embedder else None
    calls = Calls(
        _chat_of(job),
        Limits(llm.max_calls, llm.max_seconds, llm.max_tokens, min(llm.timeout_seconds, 3600.0)),
    )
    prompt = PairPrompt(llm.redact, templates)
    judges.append(
        LlmJudge(calls, prompt, batch=llm.batch, concurrency=llm.concurrency, least=llm.least_accuracy)
    )
    sentences = (
        (SentencePrompt(llm.redact, templates), llm.batch, llm.max_calls // 2) if llm.extract else None
    )
    return Advisers(judges, embedder, calls, sentences)


def _chat_of(job: Job) -> ChatModel:
    section = job.llm
    assert section.url is not None
    key = section.key.get_secret_value() if section.key else None
    kind = OllamaChat if section.kind == "ollama" else OpenAiCompatible
    return kind(section.url, section.model, key, local_only=section.local_only)


def report_on(judge: PairJudge) -> dict[str, object]:
    """How ``judge`` does on the questions with a known answer, for people."""
    report: dict[str, object] = {"judge": judge.identity, "right": 0, "asked": 0, "problem": ""}
    try:
        trial, problem = judge.trial(), judge.refusal()
    except ModelError as error:
        return report | {"problem": str(error)}
    return report | {"right": trial.right, "asked": trial.asked, "problem": problem or trial.problem}
