"""Two texts laid side by side: which words of one the other says too, in the same or in other words."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from auditor.funnel.statements import light
from auditor.funnel.ties import Tie, may_be_tied, tie
from auditor.values import content_words

_CREDIT = {
    Tie.SAME: 1.0,
    Tie.KIN: 0.9,
    Tie.BROADER: 0.8,
    Tie.NARROWER: 0.8,
    Tie.SIBLING: 0.35,
    Tie.OPPOSITE: 0.1,
}
_MET = 0.8
_LIGHT = 0.25
_MOST_WORDS = 80


@dataclass(frozen=True, slots=True)
class Alignment:
    """The words of text ``a`` paired with those of ``b``, each with one at most.

    ``a_met`` and ``b_met`` are the shares of a text's weight that the other says, ``a_missing`` and
    ``b_missing`` the telling words that it does not say; ``ties`` counts the pairs by kind.
    """

    a_met: float
    b_met: float
    a_missing: tuple[str, ...]
    b_missing: tuple[str, ...]
    ties: Counter[Tie]


@lru_cache(maxsize=4096)
def aligned(a_text: str, b_text: str) -> Alignment:
    """The words of two texts side by side."""
    return aligned_words(content_words(a_text)[:_MOST_WORDS], content_words(b_text)[:_MOST_WORDS])


def aligned_words(a: tuple[str, ...], b: tuple[str, ...]) -> Alignment:
    """Stems side by side: equal ones first, then those that hang together most closely."""
    left, right = list(dict.fromkeys(a)), list(dict.fromkeys(b))
    met_a = {word: 1.0 for word in left if word in right}
    met_b = dict(met_a)
    ties = Counter({Tie.SAME: len(met_a)})
    free = frozenset(right).difference(met_b)
    found = [
        (_CREDIT[kind], kind, one, other)
        for one in left
        if one not in met_a
        for other in may_be_tied(one, free)
        if (kind := tie(one, other)) is not Tie.NONE
    ]
    for credit, kind, one, other in sorted(found, key=lambda pair: (-pair[0], pair[2], pair[3])):
        if one not in met_a and other not in met_b:
            met_a[one] = met_b[other] = credit
            ties[kind] += 1
    return Alignment(
        _share(left, met_a), _share(right, met_b), _missing(left, met_a), _missing(right, met_b), ties
    )


def _weight(word: str) -> float:
    return _LIGHT if word in light() else 1.0


def _share(words: list[str], met: dict[str, float]) -> float:
    total = sum(map(_weight, words))
    return sum(_weight(word) * met.get(word, 0.0) for word in words) / total if total else 1.0


def _missing(words: list[str], met: dict[str, float]) -> tuple[str, ...]:
    return tuple(word for word in words if met.get(word, 0.0) < _MET and word not in light())
