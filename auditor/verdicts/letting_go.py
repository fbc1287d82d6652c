"""What the user let go of without naming it whole: "And the champagne tower?", "Nope, forget it".

What is gone may be named in the agent's question or in its answer ("Gone."); the user's turn must say that it
is over, and nothing in it that it stays.
"""

from collections.abc import Iterable, Iterator

from auditor.funnel.candidates import FactBook, Said
from auditor.funnel.equality import match_values
from auditor.funnel.interface import Statement
from auditor.funnel.marks import marked
from auditor.funnel.relevance import share_in
from auditor.funnel.statements import light, terms_of
from auditor.records import Authority, Mood

_MOST = 0.6
_NEXT_FEW = 8  # clauses
_MEANT = frozenset({Mood.ASSERTED, Mood.REQUESTED, Mood.FORGET})


def let_go(lost: Statement, book: FactBook) -> Said | None:
    """The latest clause of the period in which the user lets go of ``lost``, or None."""
    seen: set[int] = set()
    for near in reversed(book.about(lost)):
        for said in _around(near, book):
            if said.order not in seen and _lets_go(said) and _is_named(lost, list(_talk_of(said, book))):
                return said
            seen.add(said.order)
    return None


def _around(near: Said, book: FactBook) -> Iterator[Said]:
    """The clauses of the turn of ``near`` and of the turns beside it."""
    for said in book.all[max(0, near.order - _NEXT_FEW) : near.order + _NEXT_FEW]:
        if said.fact.transcript == near.fact.transcript and abs(said.fact.turn - near.fact.turn) <= 1:
            yield said


def _lets_go(said: Said) -> bool:
    fact = said.fact
    meant = fact.authority is Authority.USER and fact.mood in _MEANT and said.covered and not fact.read_back
    if not meant or said.statement.goes_on:
        return False
    if fact.text.startswith("It is not true that "):  # a "no" to what was asked, unless that was to drop it
        return not (marked("let go", fact.text) or marked("ends", fact.text))
    return marked("let go", fact.quote) or marked("over for good", fact.quote)


def _talk_of(said: Said, book: FactBook) -> Iterator[Said]:
    """The clause itself, what the agent asked before, and what it answers."""
    for one in _around(said, book):
        agents = one.fact.authority is Authority.AGENT
        asked = one.fact.turn < said.fact.turn and one.fact.mood in {Mood.ASKED, Mood.OFFERED}
        if one is said or (agents and (asked or one.fact.turn > said.fact.turn)):
            yield one


def _is_named(lost: Statement, talk: Iterable[Said]) -> bool:
    """Whether ``talk`` speaks of most of what is gone, of its names and of one of its values."""
    heard = frozenset[str]().union(*(said.statement.heard | terms_of(said.fact.text) for said in talk))
    telling = lost.own_terms - light()
    if not (telling or lost.values) or not lost.names <= heard or share_in(telling, heard) < _MOST:
        return False
    values = [value for said in talk for value in (*said.statement.values, *said.statement.denied_values)]
    return bool(telling) or match_values(lost.values, values).complete
