"""Who stood by the old value: somebody named another one, and the user did not take it up.

"The average is five." – "Till spring we leave it as is." refuses five as clearly as a "no" does, and so does
"my sister lets hers stay up till nine, no way, eight it is" for the nine.
"""

import re
from collections.abc import Iterable, Iterator

from auditor.funnel.candidates import FactBook, Said
from auditor.funnel.claims import Claim
from auditor.funnel.elsewhere import belongs_elsewhere
from auditor.funnel.equality import match_values
from auditor.funnel.interface import Statement
from auditor.funnel.marks import marked
from auditor.funnel.relevance import met_share
from auditor.funnel.statements import light
from auditor.records import Authority, Judgement, Mood, Relation

KEPT = Judgement(Relation.CONFLICT, 0.8, "rules", "the user stood by what was there")
_NEXT_FEW = 12  # clauses
_NEXT_TURNS = 2
_WHOLE = 0.8


def stood_by(claim: Claim, book: FactBook, sources: Iterable[Said]) -> list[Said]:
    """The user's clauses that keep the old value after one of ``sources`` named the new one."""
    return [said for source in sources for said in _after(book, source) if _keeps(claim, source, said, book)]


def _after(book: FactBook, source: Said) -> Iterator[Said]:
    for said in book.all[source.order + 1 : source.order + _NEXT_FEW]:
        fact = said.fact
        near = fact.transcript == source.fact.transcript and fact.turn - source.fact.turn <= _NEXT_TURNS
        if near and fact.authority is Authority.USER and fact.mood in {Mood.ASSERTED, Mood.REQUESTED}:
            yield said


def _keeps(claim: Claim, source: Said, said: Said, book: FactBook) -> bool:
    if belongs_elsewhere(claim, said):
        return False
    own_words = said.fact.quote in said.fact.text and not said.fact.read_back
    if own_words and claim.old is not None and restates(claim.old, claim.whole, said.statement):
        return True
    answers = source.fact.authority is Authority.AGENT and said.fact.turn == source.fact.turn + 1
    return answers and not _asks_on(source, book) and _REFUSES.search(said.fact.quote) is not None


def _asks_on(source: Said, book: FactBook) -> bool:
    """Whether a question follows ``source`` in its turn, so that the answer is to that one."""
    return any(
        said.turn == source.turn and said.fact.mood in {Mood.ASKED, Mood.OFFERED}
        for said in book.all[source.order + 1 : source.order + _NEXT_FEW]
    )


def restates(old: Statement, whole: Statement, spoken: Statement) -> bool:
    """Whether a clause says all that the old value said and the new one does not, as it stands today."""
    if spoken.past or spoken.ends or lets_go(spoken) or marked("at another time", spoken.text):
        return False
    lost = match_values(old.values, whole.values)
    values = (*lost.absent, *(ours for ours, _ in lost.different))
    terms = old.terms - whole.own_terms - light()
    if not match_values(values, spoken.values).complete or old.denied - whole.denied - light():
        return False
    return bool(values) or (bool(terms) and met_share(terms, spoken) >= _WHOLE)


def names_value(claim: Claim, spoken: Statement) -> bool:
    """Whether a clause names the new value, whatever it says of it ("last year we began at eight")."""
    values, terms = claim.new.values, claim.new.terms - light()
    said = match_values(values, spoken.values).complete if values else met_share(terms, spoken) >= _WHOLE
    return bool(values or terms) and said


def lets_go(one: Statement) -> bool:
    """Whether a clause names a value in order to leave it: "too pale at 210", "Wednesday moves to …"."""
    return _LETS_GO.search(one.text) is not None


_LETS_GO = re.compile(
    r"\b(?:too \w+|brok\w+|snapped|worn|eol|end of life|goes? to|moves? to|moved|shift\w*|used to"
    r"|instead of|rather than|out of date|runs? out|expires?|not enough|zu \w+|demasiad\w+|trop)\b",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"^\W*(?:nah|nope)\b|\bno(?:,| way\b| thanks?\b| need\b|\W*$)|\bnot for (?:me|us)\b"
    r"|\btoo (?:early|late|much|many|expensive|far|small|big|short|long|dear|risky)\b"
    r"|\bas (?:is|usual|always|ever|before|planned|agreed)\b"
    r"|\b(?:leave|keep)s? (?:it|them|that|things)\b(?! (?:there|like|so|at|that way))"
    r"|\b(?:rather|better) not\b|\bnot (?:necessary|needed|yet)\b|\bso it (?:is|shall be|stays)\b",
    re.IGNORECASE,
)
