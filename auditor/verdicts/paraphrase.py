"""Recognises other words for the same: what a rewording adds and drops besides synonyms."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from auditor.funnel.interface import Statement
from auditor.funnel.relevance import met_terms
from auditor.funnel.statements import light
from auditor.funnel.ties import Tie, may_be_tied, tie
from auditor.verdicts.lexicon import words

_ALIKE = frozenset({Tie.SAME, Tie.KIN, Tie.BROADER})
_FRAMES = words("framing terms")


def reworded(
    added: Sequence[Statement], removed: Statement, old: Statement, new: Statement
) -> list[Statement]:
    """``added`` and ``removed`` without what is only said in other words.

    A word for liking, wanting or having frames a sentence and says nothing by itself ("likes letters", "wants
    letters"); a synonym of a dropped word is no news. Texts without a common word are no rewording.
    """
    if not met_terms(old.own_terms - light(), new.own_terms):
        return [*added, removed]
    come = frozenset[str]().union(*(one.terms for one in added))
    denied = frozenset[str]().union(*(one.denied for one in added))
    left = [
        replace(one, terms=_untold(one.terms, removed.terms), denied=_untold(one.denied, removed.denied))
        for one in added
    ]
    rest = replace(removed, terms=_untold(removed.terms, come), denied=_untold(removed.denied, denied))
    return [*left, rest]


def _untold(terms: frozenset[str], others: Iterable[str]) -> frozenset[str]:
    said = frozenset(others)
    return frozenset(
        term
        for term in terms - _FRAMES
        if not any(tie(other, term) in _ALIKE for other in may_be_tied(term, said))
    )
