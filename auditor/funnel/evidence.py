"""Searches the conversations for what supports, denies and merely repeats one new content."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from auditor.funnel.candidates import FactBook, Said, denied_terms
from auditor.funnel.claims import Claim, claim_of
from auditor.funnel.differences import differences
from auditor.funnel.elsewhere import belongs_elsewhere, sibling_is_meant
from auditor.funnel.interface import Judge
from auditor.funnel.marks import marked
from auditor.funnel.statements import light
from auditor.funnel.stood_by import KEPT, names_value, stood_by
from auditor.funnel.support import Hearing
from auditor.funnel.together import heard_together
from auditor.funnel.weighing import weigh
from auditor.records import Authority, Fact, Judgement, Mood, Relation


@dataclass(slots=True)
class Backing:
    """The clauses that bear on a claim, by who stands behind them; ``reasons`` by the order of speaking."""

    user_for: list[Said] = field(default_factory=list)
    user_against: list[Said] = field(default_factory=list)
    record_for: list[Said] = field(default_factory=list)
    record_against: list[Said] = field(default_factory=list)
    agent_for: list[Said] = field(default_factory=list)
    others_for: list[Said] = field(default_factory=list)
    recalled_for: list[Said] = field(default_factory=list)
    reasons: dict[int, Judgement] = field(default_factory=dict)

    @property
    def decided(self) -> bool:
        """Whether somebody entitled said so or said otherwise."""
        return bool(self.user_for or self.user_against or self.record_for or self.record_against)

    @property
    def disputed(self) -> bool:
        """Whether the user and a record stand on different sides."""
        return bool((self.user_for and self.record_against) or (self.user_against and self.record_for))


def backing_of(claim: Claim, book: FactBook, judge: Judge) -> Backing:
    """What ``book`` says about ``claim``; of what one authority said, the last word counts."""
    found = Backing()
    if not book.all:
        return found
    asked = [claim.new, claim.whole] + ([claim.old] if claim.old else [])
    standing = not claim.lenient  # of what stands it counts who denies the value, however little else is said
    besides = denied_terms(claim.new.values) if standing else differences(claim.old, claim.new)
    near = book.about(*asked, besides=besides)
    for said in near:
        hearing = Hearing(
            claim.new, claim.whole, claim.old, said, lenient=claim.lenient, allied=said.turn in claim.allies
        )
        judgement = weigh(hearing, judge)
        if judgement.relation in {Relation.SAME, Relation.CONFLICT}:
            found.reasons[said.order] = judgement
            _file(found, claim, said, supports=judgement.relation is Relation.SAME)
    if claim.lenient and not found.user_for and not found.user_against:
        offered = _on_topic(found.agent_for, claim)
        found.user_for += [yes for said in offered if (yes := book.accepted(said)) is not None]
    if claim.lenient and not found.decided:
        found.user_for += heard_together(claim.new, claim.whole, entitled(near, claim))
    if claim.lenient and not found.record_for:
        _stand_by_old(found, claim, book, near)
    _own_words_first(found.record_for, found.record_against)
    _last_word(found.user_for, found.user_against, found.reasons)
    _last_word(found.record_for, found.record_against, found.reasons)
    _overtaken_not_yet(found)
    return found


def _stand_by_old(found: Backing, claim: Claim, book: FactBook, near: Sequence[Said]) -> None:
    """Adds the user's words that keep the old value where somebody else, or the agent, named the new one."""
    named = [said for said in near if names_value(claim, said.statement)]
    sources = found.user_for or (*found.agent_for, *found.others_for, *named)
    kept = stood_by(claim, book, sources)
    if found.user_for:
        kept = [said for said in kept if said.statement.goes_on and said.turn == sources[-1].turn]
        asked = [said for said in found.agent_for if said.order > found.user_for[-1].order]
        kept += stood_by(claim, book, [said for said in asked if _names_topic(said, claim)])
    for said in kept:
        if said not in found.user_against:
            found.reasons[said.order] = KEPT
            found.user_against.append(said)


def _on_topic(said: Sequence[Said], claim: Claim) -> Sequence[Said]:
    """Those that name what the claim's key names, if any does: a "yes" takes up what it was asked about."""
    named = [one for one in said if _names_topic(one, claim)]
    return named or said


def _names_topic(said: Said, claim: Claim) -> bool:
    return bool(claim.whole.topic & said.statement.own_terms - light())


def entitled(clauses: Sequence[Said], claim: Claim) -> list[Said]:
    """The clauses in which somebody entitled asserts something about what the claim is about."""
    return [
        said
        for said in clauses
        if said.fact.authority in {Authority.USER, Authority.RECORD}
        and _counts(said.fact)
        and not said.fact.negated
        and not marked("considering", said.fact.quote)
        and not belongs_elsewhere(claim, said)
    ]


def _file(found: Backing, claim: Claim, said: Said, *, supports: bool) -> None:
    fact = said.fact
    if fact.authority is Authority.RECALLED:
        _add(found.recalled_for, said, when=supports)
    elif fact.authority is Authority.AGENT:
        says_how_far = said.statement.steps or not claim.new.steps
        _add(found.agent_for, said, when=supports and bool(says_how_far) and fact.mood is not Mood.ASKED)
    elif fact.authority is Authority.THIRD_PARTY or fact.mood is Mood.QUOTED:
        theirs = (claim.whole.names - claim.new.names) & said.statement.heard
        mine = (claim.reported or (theirs and fact.mood is not Mood.QUOTED)) and fact.mood is not Mood.ASKED
        _add(
            found.user_for if mine else found.others_for, said, when=supports and fact.mood is not Mood.ASKED
        )
    elif not _counts(fact) or (fact.read_back and not supports):
        return
    elif (fact.authority is Authority.USER and belongs_elsewhere(claim, said)) or sibling_is_meant(
        claim, said
    ):
        _add(found.others_for, said, when=supports)
    elif fact.authority is Authority.USER:
        (found.user_for if supports else found.user_against).append(said)
    else:
        (found.record_for if supports else found.record_against).append(said)


_WISH = re.compile(r"\b(?:i|we)(?:'d| would) (?:also |really )?(?:like|love|rather|prefer)\b", re.IGNORECASE)


def _counts(fact: Fact) -> bool:
    """Whether a clause asserts something; "I'd like" is a request, however politely it wishes."""
    if fact.mood is Mood.WISHED and not fact.retracted:
        return _WISH.search(fact.quote) is not None
    return fact.asserts and fact.mood is not Mood.FORGET


def _add(side: list[Said], said: Said, *, when: bool) -> None:
    if when:
        side.append(said)


def _own_words_first(supporting: list[Said], opposing: Sequence[Said]) -> None:
    """Drops what the agent read out of a record whose own words say otherwise: it read them wrongly."""
    said_otherwise = {said.turn for said in opposing}
    supporting[:] = [said for said in supporting if not (said.fact.read_back and said.turn in said_otherwise)]


def _last_word(supporting: list[Said], opposing: list[Said], reasons: Mapping[int, Judgement]) -> None:
    """Empties the side that was taken back by a later word of the same authority."""
    if not supporting or not opposing:
        return
    last_for, last_against = max(supporting, key=_order), max(opposing, key=_order)
    same_turn = (last_for.fact.transcript, last_for.fact.turn) == (
        last_against.fact.transcript,
        last_against.fact.turn,
    )
    if same_turn and last_for.statement.goes_on != last_against.statement.goes_on:
        stated = last_for.order > last_against.order
    elif same_turn:
        stated = reasons[last_for.order].confidence >= reasons[last_against.order].confidence
        stated = stated and not last_against.fact.text.startswith("It is not true")
    else:
        stated = last_for.order > last_against.order
    (opposing if stated else supporting).clear()


def _order(said: Said) -> int:
    return said.order


def _overtaken_not_yet(found: Backing) -> None:
    """A user's "not yet" is no dispute with a record that tells later that it has happened."""
    if found.record_for and found.user_against:
        last = max(one.order for one in found.record_for)
        if all(one.order < last and _not_yet(one) for one in found.user_against):
            found.user_against.clear()


def _not_yet(said: Said) -> bool:
    statement = said.statement
    return said.fact.negated and (statement.goes_on or "yet" in statement.spoken)


__all__ = ["Backing", "Claim", "backing_of", "claim_of"]
