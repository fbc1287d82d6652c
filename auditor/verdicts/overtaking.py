"""Which clauses overtake no memory, although their words conflict with it."""

import re
from collections.abc import Callable, Sequence

from auditor.funnel.candidates import Said
from auditor.funnel.interface import Statement
from auditor.funnel.statements import statement
from auditor.records import Authority
from auditor.values import content_words


def is_bare(said: Said) -> bool:
    """Whether a clause is a mere "no": it answers a question, which may have asked much else."""
    return not {*content_words(said.fact.quote)} - _BARE


_BARE = frozenset({"no", "yes", "nope", "yeah", "nein", "ja", "sí", "non", "oui"})


def is_unread(said: Said) -> bool:
    """Whether a record only tells that it has no value ("weight not measured"), which changes none."""
    return said.fact.authority is Authority.RECORD and _UNREAD.search(said.fact.quote) is not None


_UNREAD = re.compile(
    r"\b(?:not|un)[ -]?(?:measured|taken|checked|tested|recorded|known|determined|available|read|assessed)\b"
    r"|\bn/a\b|\bno (?:reading|data|value|record)\b|\bnicht (?:gemessen|erfasst|bekannt)\b",
    re.IGNORECASE,
)


def is_given(said: Said) -> bool:
    """Whether somebody gave the user something, by which the user has parted with nothing."""
    return _GIVEN.search(said.fact.quote) is not None


_GIVEN = re.compile(r"\bga(?:ve|ven?) (?:\w+ ){0,4}to (?:me|us)\b|\bgave (?:me|us)\b", re.IGNORECASE)

SAY_NOTHING: Sequence[Callable[[Said], bool]] = (is_bare, is_unread, is_given)


def of_somebody_else(said: Said, entry: Statement) -> bool:
    """Whether a clause tells what is not for "him", who is somebody that the entry does not tell of.

    "My neighbour's boy is tall already, no seat for him any more" takes nobody else's seat.
    """
    if not _FOR_THEM.search(said.fact.quote):
        return False
    around = statement(said.fact.context).persons
    return bool(around) and not around & (entry.persons | entry.all_terms)


_FOR_THEM = re.compile(r"\bfor (?:him|her|them)\b", re.IGNORECASE)


def tells_of_now(said: Said) -> bool:
    """Whether a clause tells how things are, which takes nothing back of what happened once ("met Ada")."""
    return not said.statement.past and _DID_NOT.search(said.fact.quote) is None


_DID_NOT = re.compile(
    r"\b(?:did|was|were|had|have|has)(?: not|n['’]t)\b|\bnever (?:\w+ed|was|had|been|went|met)\b",
    re.IGNORECASE,
)
