"""Two texts laid side by side: which words of one the other says too, in the same or in other words."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from auditor.funnel.statements import light
from auditor.funnel.ties import Tie, tie
from auditor.values import content_words

_CREDIT = {
    Tie.SAME: 1.0,
    Tie.KIN: 0.9,
    Tie.BROADER: 0.8,
    Tie.NARROWER: 0.8,
    Tie.SIBLING: 0.35,
    Tie.OPPOSITE: 0.0,
    Tie.NONE: 0.0,
}
_LIGHT = 0.25
_MOST_WORDS = 80


@dataclass(frozen=True, slots=True)
class Side:
    """One text's words as the other meets them.

    ``met`` is the share of their weight that the other says; ``missing`` are words that it does not say,
    ``ties`` counts how the words are met.
    """

    met: float
    missing: tuple[str, ...]
    ties: Counter[Tie]


@lru_cache(maxsize=4096)
def side(ours: str, theirs: str) -> Side:
    """The words of the text ``ours`` as ``theirs`` meets them."""
    return side_of(content_words(ours)[:_MOST_WORDS], content_words(theirs)[:_MOST_WORDS])


def side_of(ours: tuple[str, ...], theirs: tuple[str, ...]) -> Side:
    """The stems ``ours`` as the stems ``theirs`` meet them."""
    total = met = 0.0
    missing: list[str] = []
    ties: Counter[Tie] = Counter()
    for word in dict.fromkeys(ours):
        weight = _LIGHT if word in light() else 1.0
        best = max((tie(word, other) for other in theirs), key=_CREDIT.__getitem__, default=Tie.NONE)
        opposed = best in {Tie.NONE, Tie.SIBLING} and any(
            tie(word, other) is Tie.OPPOSITE for other in theirs
        )
        total += weight
        met += weight * _CREDIT[best]
        ties[Tie.OPPOSITE if opposed else best] += 1
        if not _CREDIT[best] > _CREDIT[Tie.SIBLING] and weight == 1.0:
            missing.append(word)
    return Side(met / total if total else 1.0, tuple(missing), ties)
