"""Recognises what was said in several breaths: "Friday, 27 March. Between nine and twelve I'm at home."."""

from collections.abc import Sequence

from auditor.funnel.candidates import Said
from auditor.funnel.equality import match_values
from auditor.funnel.interface import Statement
from auditor.funnel.meanings import excludes
from auditor.funnel.relevance import share_in
from auditor.funnel.statements import light

_NEAR = 4
_MOST = 0.65
_SEVERAL = 2


def heard_together(new: Statement, whole: Statement, clauses: Sequence[Said]) -> list[Said]:
    """The clauses of neighbouring turns that say ``new`` together, or none.

    All of its values must be said and most of its words; several values of one claim may do without words
    where the talk around them is about what the claim is about.
    """
    for last in reversed(clauses):
        near = [
            said
            for said in clauses
            if said.fact.transcript == last.fact.transcript and 0 <= last.fact.turn - said.fact.turn <= _NEAR
        ]
        if len(near) > 1 and _say_it(new, whole, near):
            return near
    return []


def _say_it(new: Statement, whole: Statement, near: Sequence[Said]) -> bool:
    said = frozenset[str]().union(*(one.statement.heard for one in near))
    if any(one.statement.temporary or one.statement.ends for one in near):
        return False
    if any(excludes(one, other) for one in new.terms - said for other in said - new.terms):
        return False
    values = [value for one in near for value in one.statement.values]
    match = match_values(new.values, values)
    if not match.complete or (new.names and not new.names & said) or new.denied - light():
        return False
    telling = new.own_terms - light()
    if len(match.matched) >= _SEVERAL:
        context = frozenset[str]().union(*(one.context for one in near))
        return bool((whole.all_terms - light()) & (said | context))
    return len(telling) + len(match.matched) >= _SEVERAL and share_in(telling, said) >= _MOST
