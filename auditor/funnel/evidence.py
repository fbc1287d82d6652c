"""Searches the conversations for what supports, denies and merely repeats one new content."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from auditor.funnel.candidates import FactBook, Said
from auditor.funnel.equality import match_values
from auditor.funnel.interface import Judge, Statement
from auditor.funnel.meanings import says
from auditor.funnel.rules import met_share, shared_topic
from auditor.funnel.statements import light
from auditor.facts import concerns
from auditor.records import EMPTY, Authority, Json, Judgement, Mood, Relation
from auditor.values.model import AMOUNTS, Value

_ALONE = 0.6
_WITH_VALUE = 0.3
_CONTEXT_CREDIT = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """What an entry newly asserts: ``new`` is looked for, ``whole`` is what it stands in, ``old`` what it replaced.

    ``rivals`` are terms that tell this entry from its siblings ("brightwell" from "harlow"); ``reported``
    says that the entry itself names whose word it is.
    """

    new: Statement
    whole: Statement
    old: Statement | None = None
    subject_of: tuple[str, str, Mapping[str, Json]] = ("", "", EMPTY)
    siblings: frozenset[str] = frozenset()
    own_mark: frozenset[str] = frozenset()
    reported: bool = False


@dataclass(slots=True)
class Backing:
    """The clauses that bear on a claim, by who stands behind them."""

    user_for: list[Said] = field(default_factory=list)
    user_against: list[Said] = field(default_factory=list)
    record_for: list[Said] = field(default_factory=list)
    record_against: list[Said] = field(default_factory=list)
    agent_for: list[Said] = field(default_factory=list)
    others_for: list[Said] = field(default_factory=list)
    documents_for: list[Said] = field(default_factory=list)
    recalled_for: list[Said] = field(default_factory=list)
    reasons: dict[int, Judgement] = field(default_factory=dict)


def backing_of(claim: Claim, book: FactBook, judge: Judge) -> Backing:
    """What ``book`` says about ``claim``; of what one authority said, the last word counts."""
    found = Backing()
    asked = [claim.new, claim.whole] + ([claim.old] if claim.old else [])
    for said in book.about(*asked):
        judgement = weigh(claim, said, judge)
        if judgement.relation in {Relation.SAME, Relation.CONFLICT}:
            found.reasons[said.order] = judgement
            _file(found, claim, said, judgement)
    _last_word(found.user_for, found.user_against)
    _last_word(found.record_for, found.record_against)
    return found


def _file(found: Backing, claim: Claim, said: Said, judgement: Judgement) -> None:
    fact, supports = said.fact, judgement.relation is Relation.SAME
    if fact.authority is Authority.RECALLED:
        if supports:
            found.recalled_for.append(said)
    elif fact.authority is Authority.AGENT:
        if supports and not fact.retracted:
            found.agent_for.append(said)
    elif belongs_elsewhere(claim, said) or fact.mood is Mood.QUOTED:
        if supports and not fact.retracted:
            found.others_for.append(said)
    elif fact.authority is Authority.THIRD_PARTY:
        if supports and claim.reported:
            found.user_for.append(said)
        elif supports:
            found.documents_for.append(said)
    elif fact.asserts and fact.mood is not Mood.FORGET:
        user = fact.authority is Authority.USER
        side = (
            (found.user_for if user else found.record_for)
            if supports
            else (found.user_against if user else found.record_against)
        )
        side.append(said)


def _last_word(supporting: list[Said], opposing: list[Said]) -> None:
    """Empties the side that was taken back by a later word of the same authority."""
    if supporting and opposing:
        later_support = max(one.order for one in supporting) > max(one.order for one in opposing)
        (opposing if later_support else supporting).clear()


def belongs_elsewhere(claim: Claim, said: Said) -> bool:
    """Whether ``said`` is about somebody or something else than ``claim``."""
    statement = said.statement
    if claim.siblings & statement.all_terms and not claim.own_mark & statement.all_terms:
        return True
    text, key, meta = claim.subject_of
    if concerns(said.fact.subject, text, key, meta):
        return False
    return not (shared_topic(claim.whole, statement) and says("changes", statement.spoken))


def weigh(claim: Claim, said: Said, judge: Judge) -> Judgement:
    """How ``said`` stands to ``claim``: SAME supports it, CONFLICT denies it, anything else is no evidence."""
    statement = said.statement
    undone = _not_done_yet(claim, said)
    if undone is not None:
        return undone
    support = _support(claim, said)
    if support.relation in {Relation.SAME, Relation.CONFLICT}:
        return support
    against = judge.relation(claim.whole, statement)
    if against.relation is Relation.CONFLICT:
        return against
    if claim.old is not None:
        return _overtakes(claim, statement)
    return support


def _support(claim: Claim, said: Said) -> Judgement:
    new, statement = claim.new, said.statement
    values = match_values(new.values, statement.values)
    missing = [value for value in (*values.absent, *(ours for ours, _ in values.different))]
    if missing and not all(_derived(value, claim, statement) for value in missing):
        return _none
    wanted = (new.terms | new.denied) - new.topic if new.values else new.terms | new.denied
    coverage = _coverage(wanted, said)
    if new.names - statement.all_terms - statement.names:
        return _none
    needed = _WITH_VALUE if new.values else _ALONE
    if coverage < needed:
        return _none
    related = shared_topic(claim.whole, statement) or claim.whole.topic & said.context
    if new.values and not related and not new.names and coverage < _ALONE:
        return _none
    if new.terms and _denies(new, statement):
        return Judgement(Relation.CONFLICT, 0.85, "rules", "it is denied")
    if new.denied and not new.terms and not new.denied & statement.denied:
        return _none
    strength = min(0.95, 0.55 + 0.3 * coverage + 0.1 * bool(related))
    return Judgement(Relation.SAME, strength, "rules", "it is said")


_none = Judgement(Relation.UNRELATED, 0.5, "rules", "")


def _coverage(wanted: Iterable[str], said: Said) -> float:
    terms = list(wanted)
    own = met_share(terms, said.statement)
    if own >= 1.0 or not terms:
        return own
    left = [term for term in terms if met_share([term], said.statement) < 1.0]
    heard = sum(0.25 if term in light() else 1.0 for term in left if term in said.context)
    total = sum(0.25 if term in light() else 1.0 for term in terms)
    return own + _CONTEXT_CREDIT * heard / total


def _denies(new: Statement, statement: Statement) -> bool:
    telling = new.terms - light()
    return bool(telling) and len(telling & statement.denied) >= max(1, len(telling) / 2)


def _derived(value: Value, claim: Claim, statement: Statement) -> bool:
    """Whether ``value`` is the old value with a spoken amount added or taken away."""
    if claim.old is None or value.kind not in AMOUNTS:
        return False
    new, changes = _size(value), [_size(one) for one in statement.values]
    return any(
        old is not None and change is not None and new in {old + change, old - change}
        for old in map(_size, claim.old.values)
        for change in changes
    )


def _size(value: Value) -> Decimal | None:
    size = value.size if value.size is not None else value.normal
    return size if isinstance(size, Decimal) else None


def _not_done_yet(claim: Claim, said: Said) -> Judgement | None:
    """A plan to do what the claim says is done asserts that it is not done yet."""
    if said.fact.mood is not Mood.PLANNED or claim.whole.planned or claim.new.values:
        return None
    if met_share(claim.new.terms, said.statement) < _ALONE or not claim.new.terms:
        return None
    return Judgement(Relation.CONFLICT, 0.8, "rules", "it is only planned")


def _overtakes(claim: Claim, statement: Statement) -> Judgement:
    """The old value is said to be over and another one is named than the claim's."""
    old = claim.old
    assert old is not None
    mentioned = (old.names | old.terms - light()) & (statement.denied | statement.terms)
    if not mentioned or not (statement.ends or mentioned & statement.denied):
        return _none
    other_names = statement.names - old.names - claim.new.names
    if claim.new.names and other_names and not claim.new.names & statement.names:
        return Judgement(
            Relation.CONFLICT, 0.8, "rules", f"{', '.join(sorted(other_names))} is named instead"
        )
    return _none
