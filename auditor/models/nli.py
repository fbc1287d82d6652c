"""The judge that is a cross-encoder: it reads both texts at once and tells entailment from contradiction."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from auditor.models.embedders import not_here, not_installed
from auditor.models.gold import refusal_of, trial_of
from auditor.models.interface import ModelError, Opinion, Question, Stance, Take, Trial

_BATCH = 16
_LONGEST = 512  # tokens of both texts; what these models were trained for
_LONGEST_TEXT = 1_500  # characters of one side: together less than 512 tokens of English
_LABELS = {"contra": Stance.CONTRADICTS, "entail": Stance.SUPPORTS, "neutral": Stance.NEITHER}

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class CrossEncoding:
    """A loaded model: ``chances`` gives a row of probabilities a pair, ``labels`` the column of a stance."""

    chances: Callable[[Sequence[Pair]], Any]
    labels: Mapping[Stance, int]


class NliJudge:
    """Asks a cross-encoder both ways: a contradiction has no direction, an entailment has one."""

    def __init__(self, model: str, load: Callable[[], CrossEncoding], least: float = 0.75) -> None:
        self._model = model
        self._load = load
        self._least = least
        self._loaded: CrossEncoding | None = None
        self._trial: Trial | None = None

    @property
    def identity(self) -> str:
        """Kind and model."""
        return f"nli:{self._model}"

    @property
    def prompt(self) -> str:
        """It has none."""
        return ""

    def trial(self) -> Trial:
        """How it does on questions with a known answer; tried once.

        Raises:
            ModelError: It could not be loaded.
        """
        if self._trial is None:
            self._trial = trial_of(self)
        return self._trial

    def refusal(self) -> str:
        """Why it must not be asked after its trial, or ""."""
        return refusal_of(self.trial(), self.identity, self._least)

    def ask(self, questions: Sequence[Question], take: Take) -> str:
        """Give each answer to ``take``; say why there are none, or ""."""
        try:
            self._loaded = self._loaded or self._load()
        except ModelError as error:
            return f"model unavailable: {error}"
        for start in range(0, len(questions), _BATCH):
            some = questions[start : start + _BATCH]
            pairs = [(_words(one.said), one.memory[:_LONGEST_TEXT]) for one in some]
            try:
                there = self._loaded.chances(pairs)
                back = self._loaded.chances([(memory, said) for said, memory in pairs])
            except Exception as error:  # noqa: BLE001 - no library's fault may cost the night
                return f"model unavailable: {self.identity} failed ({type(error).__name__})"
            for number, question in enumerate(some):
                take(question, self._opinion(self._loaded.labels, there[number], back[number]))
        return ""

    def _opinion(
        self, labels: Mapping[Stance, int], there: Sequence[float], back: Sequence[float]
    ) -> Opinion:
        chances = {stance: float(there[column]) for stance, column in labels.items()}
        backwards = float(back[labels[Stance.CONTRADICTS]])
        chances[Stance.CONTRADICTS] = (chances[Stance.CONTRADICTS] + backwards) / 2
        stance = max(chances, key=lambda one: chances[one])
        return Opinion(stance, round(chances[stance], 4), self.identity)


def _words(said: str) -> str:
    """The words that were said, last ones first where they must be cut, without who spoke."""
    lines = [line.partition(": ")[2] or line for line in said.splitlines()]
    return " ".join(lines)[-_LONGEST_TEXT:]


def nli_judge_of(model: str, *, offline: bool = True, least: float = 0.75) -> NliJudge:
    """The cross-encoder called ``model`` (a name or a folder), loaded when it is first asked."""
    return NliJudge(model, lambda: _cross_encoder(model, offline=offline), least)


def _cross_encoder(model: str, *, offline: bool) -> CrossEncoding:
    if offline:
        os.environ.setdefault("HF_HUB_OFFLINE", "1")  # read when the library is imported
    try:
        from sentence_transformers import CrossEncoder  # noqa: PLC0415 - heavy
    except ImportError:
        raise not_installed("semantic") from None
    try:
        loaded = CrossEncoder(model, device="cpu", max_length=_LONGEST, local_files_only=offline)
    except Exception:  # noqa: BLE001 - the library raises what its own libraries do
        raise not_here(model) from None
    labels = stances_of(loaded.config.id2label, model)

    def chances(pairs: Sequence[Pair]) -> Any:
        return loaded.predict(list(pairs), batch_size=_BATCH, apply_softmax=True, show_progress_bar=False)

    return CrossEncoding(chances, labels)


def stances_of(names: Mapping[int, str], model: str) -> Mapping[Stance, int]:
    """Which output of a model stands for which stance, by the names in its own configuration.

    Raises:
        ModelError: They do not name contradiction, entailment and neutral.
    """
    found = {
        stance: number
        for number, name in names.items()
        for start, stance in _LABELS.items()
        if name.lower().startswith(start)
    }
    if len(found) != len(Stance):
        raise ModelError(
            f"{model} is no NLI model: its labels are {', '.join(sorted(map(str, names.values())))}"
        )
    return found
