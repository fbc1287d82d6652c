"""Where in a conversation the words of a text are said: sentence by sentence, rare words counting more."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from auditor.facts.clauses import clauses
from auditor.funnel.statements import light
from auditor.funnel.ties import Tie, may_be_tied, tie
from auditor.records import Transcript
from auditor.values import content_words, raw_words

ALIKE = frozenset({Tie.SAME, Tie.KIN, Tie.BROADER, Tie.NARROWER})
_LIGHT = 0.25
_MOST_SENTENCES = 1200
_FIRST_PERSON = frozenset({"i", "my", "me", "mine", "we", "our", "us", "myself"})
_SECOND_PERSON = frozenset({"you", "your", "yours", "yourself"})


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a talk: who says it in which turn, its words as stems, and of whom it speaks."""

    speaker: str
    turn: int
    text: str
    words: frozenset[str]
    first_person: bool
    second_person: bool


def sentences_of(talk: Transcript) -> list[Sentence]:
    """The sentences of ``talk`` in order, 1,200 at most."""
    found: list[Sentence] = []
    for turn in talk.turns:
        for text in _sentences(turn.text):
            said = frozenset(raw_words(text))
            found.append(
                Sentence(
                    (turn.name or "").lower(),
                    turn.index,
                    text,
                    frozenset(content_words(text)),
                    bool(said & _FIRST_PERSON),
                    bool(said & _SECOND_PERSON),
                )
            )
    return found[:_MOST_SENTENCES]


@lru_cache(maxsize=4096)
def _sentences(text: str) -> tuple[str, ...]:
    parts: dict[int, list[str]] = {}
    for clause in clauses(text):
        parts.setdefault(clause.sentence, []).append(clause.text)
    return tuple(" ".join(one) for one in parts.values())


@dataclass(frozen=True, slots=True)
class Reach:
    """For each of a text's words the sentences that say it; ``rare`` weighs a word by how few those are."""

    places: Sequence[frozenset[int]]
    weights: Sequence[float]
    rare: Sequence[float]

    def met(self, window: Iterable[int], *, rare: bool = False) -> float:
        """The share of the text that the sentences of ``window`` say together."""
        weights = self.rare if rare else self.weights
        inside = frozenset(window)
        total = sum(weights)
        met = sum(
            weight
            for weight, places in zip(weights, self.places, strict=True)
            if not inside.isdisjoint(places)
        )
        return met / total if total else 0.0

    def best(self, windows: Iterable[Sequence[int]], *, rare: bool = False) -> tuple[float, Sequence[int]]:
        """The window that says most of the text, the first of equals."""
        return max(
            ((self.met(one, rare=rare), one) for one in windows), key=lambda pair: pair[0], default=(0.0, ())
        )


def reach(words: Sequence[str], sentences: Sequence[Sentence]) -> Reach:
    """Where ``sentences`` say the stems ``words``, in these or in other words."""
    every = frozenset().union(*(one.words for one in sentences))
    places: list[frozenset[int]] = []
    for word in words:
        forms = frozenset(other for other in may_be_tied(word, every) if tie(word, other) in ALIKE)
        places.append(frozenset(at for at, one in enumerate(sentences) if not forms.isdisjoint(one.words)))
    weights = [_LIGHT if word in light() else 1.0 for word in words]
    rare = [
        weight * log(1 + (len(sentences) + 1) / (len(found) + 1))
        for weight, found in zip(weights, places, strict=True)
    ]
    return Reach(places, weights, rare)
