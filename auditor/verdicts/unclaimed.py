"""Finds what was said of a new value in words that do not name its entry: "counted fourteen".

Somebody entitled says the very value, alone or as an answer, and no other entry holds it or is spoken of.
"""

import re
from collections.abc import Iterator

from auditor.funnel.candidates import Said, value_terms
from auditor.funnel.claims import Claim
from auditor.funnel.equality import match_values
from auditor.funnel.evidence import entitled
from auditor.funnel.interface import Statement
from auditor.funnel.marks import marked
from auditor.funnel.moved import moved, names_change
from auditor.funnel.relevance import share_in
from auditor.funnel.statements import light
from auditor.records import Entry
from auditor.values import AMOUNTS
from auditor.verdicts.identity import owner_of
from auditor.verdicts.setting import Setting

_MOST = 0.65
_RARE = 3
_NEARBY = 12
_LONG_CLAUSE = 14


def unclaimed(claim: Claim, entry: Entry, setting: Setting) -> list[Said]:
    """The last clause that says all that ``claim`` newly says and belongs to no other entry, or none."""
    new = claim.new
    if new.denied - light() or not (new.values or new.terms - light()):
        return []
    book = setting.book(owner_of(entry))
    holding = book.holding([*value_terms(new.values)] if new.values else new.terms - light())
    found = [said for said in entitled(holding, claim) if said.covered and _says(claim, said)]
    if not found or (not new.values and len({said.turn for said in found}) >= _RARE):
        return []
    said = found[-1]
    return (
        [] if any(_claims(other, said, new, setting) for other in _others(said, entry, setting)) else [said]
    )


def _says(claim: Claim, said: Said) -> bool:
    new, spoken = claim.new, said.statement
    then = spoken.ends or spoken.past or spoken.temporary or marked("at another time", spoken.text)
    whose = said.fact.subject not in _OURS or _FORMER.search(said.fact.quote)
    if then or whose or len(spoken.spoken) > _LONG_CLAUSE:
        return False
    if said.fact.read_back and not _may_follow(claim, said):
        return False
    heard = spoken.heard | said.context
    words = new.own_terms - light()
    words = words - claim.whole.topic if new.values else words
    if not match_values(new.values, spoken.values).complete or not new.names <= heard:
        return False
    return share_in(words, heard if new.values else spoken.heard) >= _MOST


def _may_follow(claim: Claim, said: Said) -> bool:
    """Whether what the agent read back follows from what the user told, as far as that can be reckoned."""
    told, old = said.fact.context, claim.old
    if old is None or not names_change(told):
        return True
    return all(moved(old, value, told) for value in claim.new.values)


_OURS = frozenset({"user", ""})
_FORMER = re.compile(r"\b(?:my|our|the) (?:old|former|previous|last|ex)\b", re.IGNORECASE)


def _others(said: Said, entry: Entry, setting: Setting) -> Iterator[Entry]:
    terms = said.statement.own_terms - light()
    asked = terms | frozenset(value_terms(said.statement.values))
    for other in setting.case.entries.mentioning(asked, _NEARBY):
        if other.key != entry.key:
            yield other


def _claims(other: Entry, said: Said, new: Statement, setting: Setting) -> bool:
    """Whether ``other`` holds the new values itself, or is what the clause speaks of."""
    stated, spoken = setting.stated(other), said.statement
    if new.values and match_values(new.values, stated.values).complete:
        return True
    amounts = {value.kind for value in new.values} & AMOUNTS
    about = (stated.topic or stated.own_terms) & spoken.own_terms - light()
    return bool(about) and bool(amounts or about - new.own_terms)
