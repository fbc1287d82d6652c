"""What a model is asked and answers, and the ports behind which models stand."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from typing import Protocol

Messages = Sequence[Mapping[str, str]]


class Stance(StrEnum):
    """How what was said stands to a memory."""

    CONTRADICTS = "contradicts"
    SUPPORTS = "supports"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Question:
    """Does ``said`` contradict or support ``memory``? Both are untrusted text."""

    said: str
    memory: str

    def key(self, judge: str) -> str:
        """The name under which the answer of ``judge`` is remembered."""
        return hashlib.sha256(f"{judge}\x00{self.said}\x00{self.memory}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Opinion:
    """One answer: the stance, how sure in [0, 1], by which judge, and the words it came in."""

    stance: Stance
    confidence: float
    judge: str
    raw: str = ""


class Asking(Enum):
    """What kind of night it is: a new one, one that is audited again, one that is resumed."""

    TONIGHT = auto()
    REMEMBERED = auto()
    RESUMED = auto()


Take = Callable[[Question, Opinion], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """How a judge did: how many answers were right of how many, and whether they were all the same.

    An answer is right when it tells a contradiction from what is none.
    """

    right: int
    asked: int
    constant: bool
    problem: str = ""

    @property
    def accuracy(self) -> float:
        """The share of right answers, an answer that did not come being wrong."""
        return self.right / self.asked


class PairJudge(Protocol):
    """Says how pairs of texts stand to each other."""

    @property
    def identity(self) -> str:
        """What makes its answers differ from another judge's: kind, model, prompt."""

    @property
    def prompt(self) -> str:
        """Hash of the prompt that it asks with, or ""."""

    def ask(self, questions: Sequence[Question], take: Take) -> str:
        """Give each answer to ``take`` as it comes; say why some are missing, or "" when none is."""

    def trial(self) -> Trial:
        """How it does on questions with a known answer; tried once.

        Raises:
            ModelError: It could not be tried.
        """

    def refusal(self) -> str:
        """Why it must not be asked after its trial, or "".

        Raises:
            ModelError: It could not be tried.
        """


class AnswerMemory(Protocol):
    """Where answers outlive the night."""

    def opinion(self, key: str) -> Opinion | None:
        """The answer remembered under ``key``."""

    def remember_opinion(self, key: str, opinion: Opinion, prompt: str, policy: str) -> None:
        """Remember an answer with the hash of its prompt and the fingerprint of the policy."""

    def remark(self, key: str) -> str | None:
        """What was written down under ``key``."""

    def remember_remark(self, key: str, text: str) -> None:
        """Write ``text`` down under ``key``, in place of what stood there."""


@dataclass(slots=True)
class InMemory:
    """Remembers answers as long as it lives itself."""

    opinions: dict[str, Opinion] = field(default_factory=dict)
    remarks: dict[str, str] = field(default_factory=dict)

    def opinion(self, key: str) -> Opinion | None:
        """The answer remembered under ``key``."""
        return self.opinions.get(key)

    def remember_opinion(self, key: str, opinion: Opinion, prompt: str, policy: str) -> None:  # noqa: ARG002
        """Remember an answer."""
        self.opinions.setdefault(key, opinion)

    def remark(self, key: str) -> str | None:
        """What was written down under ``key``."""
        return self.remarks.get(key)

    def remember_remark(self, key: str, text: str) -> None:
        """Write ``text`` down under ``key``."""
        self.remarks[key] = text


# ---- Language models ---------------------------------------------------------------------


class ModelError(Exception):
    """A model gave no usable answer. Its text tells why, without address, key or memory text.

    ``transient`` says that trying again may help, ``retry_after`` after how many seconds.
    """

    def __init__(self, text: str, *, transient: bool = False, retry_after: float | None = None) -> None:
        super().__init__(text)
        self.transient = transient
        self.retry_after = retry_after


class UnusableAnswerError(ModelError):
    """The endpoint answered, but not what was asked: prose, another schema, cut off."""


class FormatRefusedError(ModelError):
    """The endpoint does not understand the form in which an answer was asked for."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's answer: its text, and the tokens that it cost as far as the endpoint tells."""

    text: str
    tokens: int = 0


class ChatModel(Protocol):
    """A language model at an endpoint."""

    @property
    def name(self) -> str:
        """Kind and model, for people and for the memory of answers."""

    def reply(self, messages: Messages, schema: Mapping[str, object], limit: int, seconds: float) -> Reply:
        """The answer to ``messages``, JSON by ``schema`` where the endpoint can, of at most ``limit`` tokens.

        Raises:
            ModelError: There is none within ``seconds``, or it was cut off.
        """


# ---- Embedders ---------------------------------------------------------------------------

Vector = Sequence[float]


class Embedder(Protocol):
    """Turns texts into vectors of unit length, whose product tells how related the texts are."""

    @property
    def identity(self) -> str:
        """Kind and model: vectors of two models cannot be compared."""

    def vectors(self, texts: Sequence[str]) -> Sequence[Vector]:
        """One vector a text."""
