"""The models that a job file names, made ready for its nights."""

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.config import Job
from auditor.models.budget import Calls, Limits
from auditor.models.interface import AnswerMemory, ChatModel, ModelError, PairJudge
from auditor.models.llm import LlmJudge
from auditor.models.ollama import OllamaChat
from auditor.models.openai_compatible import OpenAiCompatible
from auditor.models.panel import Asking, Panel
from auditor.models.prompts import PairPrompt


@dataclass(frozen=True, slots=True)
class Advisers:
    """The judges of a job, cheapest first; all its stores share them and their budget."""

    judges: Sequence[PairJudge]

    def panel(self, memory: AnswerMemory, policy: str, asking: Asking) -> Panel:
        """The panel of one store's nights, which remembers its answers in ``memory``."""
        return Panel(self.judges, memory, policy, asking)


def advisers_of(job: Job) -> Advisers | None:
    """The judges that ``job`` names, or None.

    Raises:
        ConfigError: What one needs is not installed.
    """
    judges = list(filter(None, (llm_judge_of(job),)))
    return Advisers(judges) if judges else None


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
