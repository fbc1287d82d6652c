"""The models that a job file names, made ready for its nights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from auditor.config import Job
from auditor.models.budget import Calls, Limits
from auditor.models.embedders import embedder_of
from auditor.models.interface import AnswerMemory, ChatModel, Embedder, InMemory, ModelError, PairJudge
from auditor.models.llm import LlmJudge
from auditor.models.nli import nli_judge_of
from auditor.models.ollama import OllamaChat
from auditor.models.openai_compatible import OpenAiCompatible
from auditor.models.panel import Asking, Models, Panel
from auditor.models.prompts import PairPrompt
from auditor.models.relatedness import Relatedness, VectorMemory


class Answers(AnswerMemory, VectorMemory, Protocol):
    """What a ledger remembers for models."""


@dataclass(frozen=True, slots=True)
class Advisers:
    """The models of a job, judges cheapest first; all its stores share them and their budget."""

    judges: Sequence[PairJudge]
    embedder: Embedder | None = None

    def models(
        self, answers: Answers | None = None, policy: str = "", asking: Asking = Asking.TONIGHT
    ) -> Models:
        """What the nights of one store may ask; ``answers`` remembers answers and vectors."""
        return Models(
            Panel(self.judges, answers or InMemory(), policy, asking) if self.judges else None,
            Relatedness(self.embedder, answers) if self.embedder else None,
        )

    def costs(self) -> dict[str, object]:
        """What asking has cost so far: calls and tokens of the language model, and who was asked."""
        spent = [judge.spent for judge in self.judges if isinstance(judge, LlmJudge)]
        return {
            "judges": ", ".join(judge.identity for judge in self.judges),
            "calls": sum(one.calls for one in spent),
            "tokens": sum(one.tokens for one in spent),
        }


def advisers_of(job: Job) -> Advisers | None:
    """The models that ``job`` names, or None.

    Raises:
        ConfigError: What one needs is not installed.
    """
    semantic = job.semantic
    embedder = embedder_of(semantic.embedder, semantic.model, offline=semantic.offline)
    nli = nli_judge_of(semantic.nli, offline=semantic.offline) if semantic.nli else None
    judges = [judge for judge in (nli, llm_judge_of(job)) if judge is not None]
    return Advisers(judges, embedder) if judges or embedder else None


def llm_judge_of(job: Job) -> LlmJudge | None:
    """The language model of ``job`` as a judge, or None.

    Raises:
        ConfigError: Its client is not installed.
    """
    section = job.llm
    if section.url is None:
        return None
    limits = Limits(
        section.max_calls, section.max_seconds, section.max_tokens, min(section.timeout_seconds, 3600.0)
    )
    return LlmJudge(
        Calls(_chat_of(job), limits),
        PairPrompt(section.redact, job.reports.templates),
        batch=section.batch,
        concurrency=section.concurrency,
        least=section.least_accuracy,
    )


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
