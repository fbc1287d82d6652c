"""How one clause bears on one new content: it says it, it says otherwise, or it has nothing to do with it."""

import re
from collections.abc import Callable, Sequence

from auditor.funnel.equality import agree, match_values
from auditor.funnel.interface import Judge, Statement
from auditor.funnel.pointing import meant
from auditor.funnel.relevance import closure, met_share, relevance, shared_topic
from auditor.funnel.rules import LADDER, judged, named
from auditor.funnel.statements import light, terms_of, with_topic, with_values_of
from auditor.funnel.stood_by import lets_go
from auditor.funnel.support import HALF, NO_EVIDENCE, Hearing, avoids, specific, support
from auditor.records import Authority, Judgement, Mood, Relation
from auditor.values import Kind, Value

PLAN = "plan"
_FULLY = 0.8
_MOSTLY = 0.6
_CLEARLY_SHARED = 2
_FREQUENT = frozenset({"always", "usual", "usually", "every", "each"})
_DONE = re.compile(
    r"\w{2,}ed|sent|paid|done|made|bought|sold|gone|left|met|taken|given|written|won|lost|held|built|begun"
)


def weigh(hearing: Hearing, judge: Judge) -> Judgement:
    """How the clause stands to the claim: SAME supports it, CONFLICT denies it, the rest is no evidence."""
    spoken = hearing.spoken
    if not (spoken.own_terms - light() or spoken.values or spoken.denied_values):
        return NO_EVIDENCE
    for weighed in _FIRST:
        answer = weighed(hearing)
        if answer.relation is not Relation.UNRELATED:
            return answer
    whole = with_values_of(hearing.whole, hearing.new)
    for one in (hearing.new, whole) if hearing.whole.topic and whole is not hearing.new else (whole,):
        against = judge.relation(one, spoken)
        excused = _only_earlier(one, against, hearing) or _leaves_old(hearing) or _of_another(one, hearing)
        if against.relation is Relation.CONFLICT and not excused:
            return against
    pointed = meant(hearing.said, hearing.whole)
    if pointed is not None and judge.relation(whole, pointed).relation is Relation.CONFLICT:
        return judge.relation(whole, pointed)
    named_otherwise = _named_otherwise(hearing)
    if named_otherwise.relation is Relation.CONFLICT:
        return named_otherwise
    if hearing.old is None:
        return _is_over(hearing)
    avoided = _still_avoided(hearing, hearing.old)
    return avoided if avoided.relation is Relation.CONFLICT else _keeps_old(hearing, hearing.old)


def _only_planned(hearing: Hearing) -> Judgement:
    """A plan to do what the claim says is done asserts that it is not done yet."""
    new = hearing.new
    planned = hearing.said.fact.mood is Mood.PLANNED and not hearing.whole.planned
    if not planned or new.values or not _tells_of_a_deed(new) or not new.terms - light():
        return NO_EVIDENCE
    if met_share(new.terms, hearing.spoken) < HALF:
        return NO_EVIDENCE
    return Judgement(Relation.CONFLICT, 0.8, PLAN, "it is only planned")


def _tells_of_a_deed(one: Statement) -> bool:
    """Whether a statement says that something was done, or how far it has come."""
    return bool(one.steps) or any(_DONE.fullmatch(word) for word in one.spoken)


def _only_once(hearing: Hearing) -> Judgement:
    """What was said for one time only does not change what holds in general."""
    new, spoken = hearing.new, hearing.spoken
    if not spoken.temporary or hearing.whole.temporary or new.values or not new.terms - light():
        return NO_EVIDENCE
    if met_share(new.terms - _FREQUENT, spoken) < HALF or relevance(hearing.whole, spoken) < HALF:
        return NO_EVIDENCE
    return judged(Relation.CONFLICT, 0.75, "it is said for one time only")


_FIRST: Sequence[Callable[[Hearing], Judgement]] = (_only_planned, _only_once, support)


def _only_earlier(one: Statement, against: Judgement, hearing: Hearing) -> bool:
    """Whether the clause tells of an earlier step, which denies no later one unless it still stands."""
    spoken = hearing.spoken
    if against.stage != LADDER or spoken.goes_on or hearing.said.fact.authority is Authority.RECORD:
        return False
    return all(spoken.steps[ladder] < step for ladder, step in one.steps.items() if ladder in spoken.steps)


def _leaves_old(hearing: Hearing) -> bool:
    """Whether the clause names the old value only to leave it ("the crust is too pale at 210")."""
    old, spoken = hearing.old, hearing.spoken
    return old is not None and lets_go(spoken) and bool(match_values(old.values, spoken.values).matched)


def _of_another(one: Statement, hearing: Hearing) -> bool:
    """Whether the claim names what its number is of, and neither the clause nor its context does."""
    named_thing = one.names - hearing.new.names if one is not hearing.new else one.names
    if one.topic or not named_thing or not one.values or not hearing.spoken.values or hearing.spoken.denied:
        return False
    if len(shared_topic(one, hearing.spoken)) >= _CLEARLY_SHARED:
        return False
    told = hearing.spoken.heard | terms_of(hearing.said.fact.context) | terms_of(hearing.said.fact.text)
    return not named_thing & told


def _named_otherwise(hearing: Hearing) -> Judgement:
    """The claim gives a thing a name ("a cat named Momo") and the clause another one ("my cat Pixel")."""
    new, whole, spoken = hearing.new, hearing.whole, hearing.spoken
    frame = whole.own_terms - new.own_terms - light()
    if not new.names or new.own_terms - new.names - light() or not frame or new.names & spoken.names:
        return NO_EVIDENCE
    for first, second in zip(spoken.spoken, spoken.spoken[1:], strict=False):
        if terms_of(first) & frame and terms_of(second) & spoken.names - whole.names:
            return judged(Relation.CONFLICT, 0.75, f"{second} is the name that was said")
    return NO_EVIDENCE


def _keeps_old(hearing: Hearing, old: Statement) -> Judgement:
    """The clause states the old value as it was, or names another one than the claim's in its place."""
    new, spoken = hearing.new, hearing.spoken
    if lets_go(spoken):
        return NO_EVIDENCE
    lost_values = match_values(old.values, new.values)
    lost = (*lost_values.absent, *(ours for ours, _ in lost_values.different))
    lost_terms = old.own_terms - hearing.whole.own_terms - light()
    enough = HALF if spoken.goes_on else _FULLY
    restated = _is_restated(lost, spoken) and met_share(lost_terms, spoken) >= enough
    restated = restated and (lost_terms & old.denied) - light() <= closure(spoken.denied)
    holds = (lost or lost_terms) and not (
        lost_terms & spoken.denied or (spoken.ends and not old.ends) or spoken.past
    )
    about_it = spoken.goes_on or relevance(with_topic(new, old.topic), spoken) >= HALF
    about_it = about_it or (hearing.related and bool(lost) and specific(lost))
    about_it = about_it or _is_recorded(lost, hearing)
    if restated and holds and about_it:
        return judged(Relation.CONFLICT, 0.9 if spoken.goes_on else 0.78, "the old value is stated as it was")
    mentioned = (old.own_terms - light()) & spoken.own_terms
    over = mentioned and (spoken.ends or mentioned & spoken.denied)
    others = spoken.names - old.names - old.own_terms - new.names
    if over and new.names and others and not new.names & spoken.names:
        return judged(Relation.CONFLICT, 0.8, f"{named(others)} is named instead")
    return NO_EVIDENCE


def _is_recorded(lost: Sequence[Value], hearing: Hearing) -> bool:
    """Whether a record names the very thing by its number ("order 4480"), or tells a version as it stood."""
    if hearing.said.fact.authority is not Authority.RECORD:
        return False
    numbers = {term for term in hearing.whole.topic if term.isdigit()}
    named_thing = numbers & {value.text for value in hearing.spoken.values}
    return bool(named_thing) or any(value.kind is Kind.VERSION for value in lost)


def _is_restated(lost: Sequence[Value], spoken: Statement) -> bool:
    """Whether the clause says all of ``lost`` as it stood; a bare number is no hour ("two", "at 2 am")."""
    match = match_values(lost, spoken.values)
    clocks = {value.text for value in spoken.values if value.kind in {Kind.TIME, Kind.MOMENT}}
    hours = any(value.kind is Kind.NUMBER and clocks and not _has_number(value, spoken) for value in lost)
    return match.complete and not hours


def _has_number(value: Value, spoken: Statement) -> bool:
    return any(other.kind is Kind.NUMBER and agree(value, other) for other in spoken.values)


def _still_avoided(hearing: Hearing, old: Statement) -> Judgement:
    """The claim says that there is none ("no known allergies") and the clause refuses what stood there."""
    new, spoken = hearing.new, hearing.spoken
    if new.terms - light() or not new.denied or not avoids(old):
        return NO_EVIDENCE
    stood = old.own_terms - new.own_terms - light()
    harms = spoken.own_terms if _HARMS.search(spoken.text) else spoken.denied
    refused = stood & closure(harms)
    if not refused:
        return NO_EVIDENCE
    return judged(Relation.CONFLICT, 0.8, f"{named(refused)} is still refused")


_HARMS = re.compile(
    r"\b(?:careful|beware|watch out|reacts?|reacted|reaction|rash|hives|swells?|swollen|ambulance|hospital"
    r"|epipen|emergency|anaphyla\w+|makes? (?:me|him|her) (?:ill|sick)|vorsicht|aufpassen|cuidado|ojo con"
    r"|attention)\b|注意|気をつけ|小心",
    re.IGNORECASE,
)


def _is_over(hearing: Hearing) -> Judgement:
    """The clause tells that what the claim says is over."""
    one, spoken = hearing.new, hearing.spoken
    if not spoken.ends or one.past or hearing.said.fact.mood is Mood.PLANNED or spoken.planned:
        return NO_EVIDENCE
    core = one.own_terms - light() - one.topic
    met = core & (spoken.own_terms | spoken.names)
    named_whole = bool(spoken.over) and spoken.over <= closure(one.own_terms)
    by_name = met & one.names and one.concepts & spoken.concepts
    if not met or not (named_whole or len(met) >= _MOSTLY * len(core) or by_name):
        return NO_EVIDENCE
    return judged(Relation.CONFLICT, 0.78, f"{named(met)} is said to be over")
