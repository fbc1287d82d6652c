"""How one clause bears on one new content: it says it, it says otherwise, or it has nothing to do with it."""

import re
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

from auditor.funnel.candidates import Said
from auditor.funnel.equality import match_values
from auditor.funnel.interface import Judge, Statement
from auditor.funnel.meanings import excludes
from auditor.funnel.relevance import closure, met_share, relevance, shared_topic
from auditor.funnel.rules import LADDER, exclusive_pair, judged, named
from auditor.funnel.statements import light, terms_of, with_topic
from auditor.funnel.topics import only_tells_apart
from auditor.records import Authority, Judgement, Mood, Relation
from auditor.values import AMOUNTS, Kind, Value

_ALONE = 0.5
_FULLY = 0.8
_MOSTLY = 0.6
_LONG_NUMBER = 3
_OWN = 0.3
_CONTEXT_CREDIT = 0.5
_WITH_VALUE = 0.2
_WITH_VALUE_IN_PROSE = 0.35
_RELATED = 0.5
_NONE = judged(Relation.UNRELATED, 0.5, "")


def weigh(
    new: Statement,
    whole: Statement,
    old: Statement | None,
    said: Said,
    judge: Judge,
    *,
    lenient: bool = True,
    allied: bool = False,
) -> Judgement:
    """How ``said`` stands to ``new``: SAME supports it, CONFLICT denies it, anything else is no evidence.

    ``whole`` is the statement that ``new`` stands in, ``old`` what stood in its place; ``lenient`` lets the
    talk around the clause help it, ``allied`` says that its turn speaks of other parts of the entry.
    """
    spoken = said.statement
    if not (spoken.own_terms - light() or spoken.values):
        return _NONE
    for answer in (
        _only_planned(new, whole, said),
        _only_once(new, whole, said),
        _support(new, whole, old, said, lenient=lenient, allied=allied),
    ):
        if answer.relation is not Relation.UNRELATED:
            return answer
    asked = replace(whole, values=new.values)
    for one in (new, asked) if whole.topic else (asked,):
        against = judge.relation(one, spoken)
        if against.relation is Relation.CONFLICT and not _only_earlier(one, against, said):
            return against
    other_name = _named_otherwise(new, whole, spoken)
    if other_name.relation is Relation.CONFLICT:
        return other_name
    if old is not None:
        return _keeps_old(new, whole, old, spoken)
    return _over(new, said)


def _only_earlier(one: Statement, against: Judgement, said: Said) -> bool:
    """Whether the clause tells of an earlier step, which denies no later one unless it still stands."""
    if against.stage != LADDER or said.statement.goes_on or said.fact.authority is Authority.RECORD:
        return False
    return all(
        said.statement.steps[ladder] < step
        for ladder, step in one.steps.items()
        if ladder in said.statement.steps
    )


def _support(
    new: Statement, whole: Statement, old: Statement | None, said: Said, *, lenient: bool, allied: bool
) -> Judgement:
    spoken = said.statement
    telling = new.terms - light()
    if new.values and match_values(new.values, spoken.denied_values).complete and spoken.denied_values:
        return judged(Relation.CONFLICT, 0.85, "the value is denied")
    if telling and new.ends == spoken.ends and met_share(telling, _denying(spoken)) >= _ALONE:
        return judged(Relation.CONFLICT, 0.85, "it is denied")
    if telling and not new.ends and spoken.over and len(telling & spoken.over) >= _ALONE * len(telling):
        return _NONE
    values = match_values(new.values, spoken.values)
    if values.different and new.names and new.names <= spoken.names | spoken.terms and not values.matched:
        return judged(
            Relation.CONFLICT, 0.8, f"{values.different[0][0].text} against {values.different[0][1].text}"
        )
    missing = (*values.absent, *(ours for ours, _ in values.different))
    if missing and not all(_derived(value, old, spoken) for value in missing):
        return _NONE
    if values.matched and spoken.denied and not spoken.terms - light():
        return judged(Relation.CONFLICT, 0.7, "it is denied") if whole.topic & spoken.denied else _NONE
    if _weakly(new, old, values.matched, spoken) and not (whole.all_terms - new.own_terms) & spoken.all_terms:
        return _NONE
    refused = new.denied - light()
    if (
        refused
        and not telling
        and values.complete
        and met_share(refused, _affirming(spoken)) >= _FULLY
        and relevance(whole, spoken) >= _RELATED
    ):
        return judged(Relation.CONFLICT, 0.7, "it is said to be so")
    heard = spoken.all_terms | spoken.names | said.context | whole.topic
    if _says_opposite(new, spoken) or _says_rival(new, spoken) or (new.names and not new.names & heard):
        return _NONE
    own, coverage = _coverage(new, said, lenient=lenient)
    if own < _OWN or coverage < (_needed(new, whole, values.matched, said)):
        return _NONE
    if (
        refused
        and not telling
        and not new.denied & (spoken.denied | (said.context if not new.terms else frozenset()))
    ):
        return _NONE
    around = whole.all_terms - new.own_terms
    related = (
        allied
        or around & (spoken.all_terms | said.context)
        or whole.concepts & spoken.concepts
        or shared_topic(whole, spoken) - new.own_terms
    )
    if (
        whole.topic
        and not related
        and not new.names
        and not new.values
        and _is_common(telling)
        and said.fact.mood is not Mood.REQUESTED
    ):
        return _NONE
    if (
        new.values
        and not related
        and not new.names
        and not new.own_terms - light()
        and not _specific(new.values)
    ):
        return _NONE
    return judged(
        Relation.SAME, round(min(0.95, 0.5 + 0.35 * coverage + 0.1 * bool(related)), 2), "it is said"
    )


def _weakly(new: Statement, old: Statement | None, matched: tuple[Value, ...], spoken: Statement) -> bool:
    """Whether a date is recognised by its weekday only, or a new time of day by its unchanged date only."""
    kinds = {value.kind for value in spoken.values}
    dated = [value for value in matched if value.kind in {Kind.DATE, Kind.MOMENT}]
    if not dated:
        return False
    if not kinds & {Kind.DATE, Kind.MOMENT, Kind.TIME} and Kind.WEEKDAY in kinds:
        return True
    return (
        old is not None
        and any(value.kind is Kind.MOMENT for value in dated)
        and not kinds & {Kind.MOMENT, Kind.TIME, Kind.NUMBER}
        and bool(
            match_values(old.values, [value for value in spoken.values if value.kind is Kind.DATE]).matched
        )
    )


def _needed(new: Statement, whole: Statement, matched: tuple[Value, ...], said: Said) -> float:
    """The share of the words that must be said: less where telling values have been recognised."""
    if not new.values:
        return _ALONE
    if _specific(matched) and (new.own_terms - light()) & terms_of(said.fact.context):
        return 0.0
    return _WITH_VALUE if whole.topic or len(matched) > 1 else _WITH_VALUE_IN_PROSE


def _coverage(new: Statement, said: Said, *, lenient: bool) -> tuple[float, float]:
    """The shares of ``new`` that the clause says itself, and together with its context (counted half)."""
    terms = new.own_terms
    if not terms - light():
        return 1.0, 1.0
    own = met_share(terms, said.statement)
    if not lenient:
        return (1.0 if new.values else own), own
    left = [term for term in terms if met_share([term], said.statement) < 1.0]
    heard = met_share(left, replace(said.statement, terms=said.context)) if left else 0.0
    return (1.0 if new.values else own), own + (1 - own) * _CONTEXT_CREDIT * heard


def _denying(spoken: Statement) -> Statement:
    return replace(spoken, terms=frozenset(), topic=frozenset(), names=frozenset(), units=frozenset())


def _affirming(spoken: Statement) -> Statement:
    return replace(spoken, denied=frozenset(), topic=frozenset())


def _specific(values: Iterable[Value]) -> bool:
    """Whether a value is telling enough to be recognised without its topic."""
    return any(value.kind is not Kind.NUMBER or len(value.text) >= _LONG_NUMBER for value in values)


def _says_rival(new: Statement, spoken: Statement) -> bool:
    """Whether the clause holds a word that excludes one of the claim's, and not the claim's own."""
    missing, others = new.terms - spoken.terms, spoken.terms - new.terms
    return any(
        (contrast := excludes(one, other)) and not only_tells_apart(contrast)
        for one in missing
        for other in others
    )


def _is_common(telling: frozenset[str]) -> bool:
    """Whether one short word is all there is to recognise."""
    return len(telling) == 1 and len(next(iter(telling))) < _LONG_WORD


_LONG_WORD = 6
_BOTH_WAYS = frozenset(
    {"test result", "switch", "payment", "medical result", "permission", "lock", "answer", "decision"}
)


def _says_opposite(new: Statement, spoken: Statement) -> bool:
    """Whether the clause also holds a word that excludes one of the claim's ("3 failed, 41 passed")."""
    return any(excludes(one, other) in _BOTH_WAYS for one in new.terms for other in spoken.terms - new.terms)


def _only_planned(new: Statement, whole: Statement, said: Said) -> Judgement:
    """A plan to do what the claim says is done asserts that it is not done yet."""
    if said.fact.mood is not Mood.PLANNED or whole.planned or new.values or not _tells_of_a_deed(new):
        return _NONE
    if met_share(new.terms, said.statement) < _ALONE:
        return _NONE
    return Judgement(Relation.CONFLICT, 0.8, PLAN, "it is only planned")


PLAN = "plan"
_DONE = re.compile(
    r"\w{2,}ed|sent|paid|done|made|bought|sold|gone|left|met|taken|given|written|won|lost|held|built|begun"
)


def _tells_of_a_deed(one: Statement) -> bool:
    """Whether a statement says that something was done, or how far it has come."""
    return bool(one.steps) or any(_DONE.fullmatch(word) for word in one.spoken)


def _only_once(new: Statement, whole: Statement, said: Said) -> Judgement:
    """What was said for one time only does not change what holds in general."""
    spoken = said.statement
    if not spoken.temporary or whole.temporary or new.values or not new.terms - light():
        return _NONE
    if met_share(new.terms - _FREQUENT, spoken) < _ALONE or relevance(whole, spoken) < _RELATED:
        return _NONE
    return judged(Relation.CONFLICT, 0.75, "it is said for one time only")


_FREQUENT = frozenset({"always", "usual", "usually", "every", "each"})


def _named_otherwise(new: Statement, whole: Statement, spoken: Statement) -> Judgement:
    """The claim gives a thing a name ("a cat named Momo") and the clause another one ("my cat Pixel")."""
    frame = whole.own_terms - new.own_terms - light()
    if not new.names or new.own_terms - new.names - light() or not frame or new.names & spoken.names:
        return _NONE
    pairs = set(zip(spoken.spoken, spoken.spoken[1:], strict=False))
    for first, second in pairs:
        if terms_of(first) & frame and terms_of(second) & spoken.names - whole.names:
            return judged(Relation.CONFLICT, 0.75, f"{second} is the name that was said")
    return _NONE


def _keeps_old(new: Statement, whole: Statement, old: Statement, spoken: Statement) -> Judgement:
    """The clause states the old value as it was, or names another one than the claim's in its place."""
    lost_values = match_values(old.values, new.values)
    lost = (*lost_values.absent, *(ours for ours, _ in lost_values.different))
    lost_terms = old.own_terms - whole.own_terms - light()
    restated = match_values(lost, spoken.values).complete and met_share(lost_terms, spoken) >= _FULLY
    if (
        restated
        and (lost or lost_terms)
        and not lost_terms & spoken.denied
        and not spoken.ends
        and not spoken.past
    ):
        if relevance(with_topic(new, old.topic), spoken) >= _RELATED or spoken.goes_on:
            return judged(
                Relation.CONFLICT, 0.9 if spoken.goes_on else 0.78, "the old value is stated as it was"
            )
    mentioned = (old.own_terms - light()) & spoken.own_terms
    over = mentioned and (spoken.ends or mentioned & spoken.denied)
    others = spoken.names - old.names - old.own_terms - new.names
    if over and new.names and others and not new.names & spoken.names:
        return judged(Relation.CONFLICT, 0.8, f"{named(others)} is named instead")
    return _NONE


def _over(one: Statement, said: Said) -> Judgement:
    """The clause tells that what ``one`` says is over."""
    spoken = said.statement
    if not spoken.ends or one.past or said.fact.mood is Mood.PLANNED or spoken.planned:
        return _NONE
    core = one.own_terms - light() - one.topic
    met = core & (spoken.own_terms | spoken.names)
    named_whole = bool(spoken.over) and spoken.over <= closure(one.own_terms)
    if not met or not (
        named_whole or len(met) >= _MOSTLY * len(core) or (met & one.names and one.concepts & spoken.concepts)
    ):
        return _NONE
    return judged(Relation.CONFLICT, 0.78, f"{named(met)} is said to be over")


def _derived(value: Value, old: Statement | None, spoken: Statement) -> bool:
    """Whether ``value`` is the old value with a spoken amount added or taken away."""
    if old is None or value.kind not in AMOUNTS:
        return False
    new, changes = _size(value), list(_sizes(spoken.values))
    return any(
        new in {before + change, before - change} for before in _sizes(old.values) for change in changes
    )


def _sizes(values: Iterable[Value]) -> Iterable[Decimal]:
    return (size for size in map(_size, values) if size is not None)


def _size(value: Value) -> Decimal | None:
    size = value.size if value.size is not None else value.normal
    return size if isinstance(size, Decimal) else None


__all__ = ["exclusive_pair", "weigh"]
