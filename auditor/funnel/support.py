"""Whether one clause says what a claim says: checks in order, the first that answers decides."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from auditor.facts.anaphora import points_back
from auditor.funnel.candidates import Said, value_terms
from auditor.funnel.differences import shifted
from auditor.funnel.equality import ValueMatch, agree, match_values
from auditor.funnel.interface import Statement
from auditor.funnel.marks import marked
from auditor.funnel.meanings import contrasting, excludes, ruled_out_by, word_set
from auditor.funnel.moved import moved
from auditor.funnel.relevance import met_share, relevance, share_in, shared_topic
from auditor.funnel.rules import judged
from auditor.funnel.statements import light, terms_of
from auditor.funnel.topics import only_tells_apart
from auditor.records import Judgement, Mood, Relation
from auditor.values import AMOUNTS, Kind, Value

HALF = 0.5
_FULLY = 0.8
_PAIRS_OF_SIGNS = 0.25
_FIRST_SIGN = "\u2e80"
_OWN = 0.3
_CONTEXT_CREDIT = 0.5
_WITH_VALUE = 0.2
_WITH_VALUE_IN_PROSE = 0.35
_LONG_NUMBER = 3
_LONG_WORD = 6
_BOTH_WAYS = frozenset(
    {"test result", "switch", "payment", "medical result", "permission", "lock", "answer", "decision"}
)
NO_EVIDENCE = judged(Relation.UNRELATED, 0.5, "")


@dataclass(frozen=True, eq=False)
class Hearing:
    """A claim and a clause, side by side.

    ``new`` is looked for, ``whole`` is what it stands in, ``old`` what stood in its place. ``lenient`` lets
    the talk around the clause help it; ``allied`` says that its turn speaks of other parts of the entry.
    """

    new: Statement
    whole: Statement
    old: Statement | None
    said: Said
    lenient: bool = True
    allied: bool = False

    @property
    def spoken(self) -> Statement:
        """The clause."""
        return self.said.statement

    @cached_property
    def telling(self) -> frozenset[str]:
        """The affirmed terms of the claim that tell something."""
        return self.new.terms - light()

    @cached_property
    def refused(self) -> frozenset[str]:
        """The denied terms of the claim that tell something."""
        return self.new.denied - light()

    @cached_property
    def values(self) -> ValueMatch:
        """How the claim's values fare in the clause."""
        return match_values(self.new.values, self.spoken.values)

    @cached_property
    def frame(self) -> frozenset[str]:
        """What the claim is about, besides what it newly says."""
        return self.whole.all_terms - self.new.own_terms

    @cached_property
    def related(self) -> bool:
        """Whether the clause, or the talk around it, is about what the claim is about."""
        return bool(
            self.allied
            or self.frame & (self.spoken.all_terms | self.said.context)
            or self.whole.concepts & self.spoken.concepts
            or shared_topic(self.whole, self.spoken) - self.new.own_terms
        )

    @cached_property
    def coverage(self) -> tuple[float, float]:
        """The shares of the claim's words that the clause says itself, and with its context at half."""
        terms = self.new.own_terms
        if not terms - light():
            return 1.0, 1.0
        own = met_share(terms, self.spoken)
        by_itself = 1.0 if self.new.values else own
        if not self.lenient:
            return by_itself, own
        left = frozenset(term for term in terms if share_in(frozenset((term,)), self.spoken.heard) < 1.0)
        heard = share_in(left, self.said.context) if left else 0.0
        return by_itself, own + (1 - own) * _CONTEXT_CREDIT * heard


def support(hearing: Hearing) -> Judgement:
    """SAME where the clause says the claim, CONFLICT where it denies it outright, else no evidence."""
    for check in _CHECKS:
        answer = check(hearing)
        if answer is not None:
            return answer
    strength = 0.5 + 0.35 * hearing.coverage[1] + 0.1 * hearing.related
    return judged(Relation.SAME, round(min(0.95, strength), 2), "it is said")


Check = Callable[[Hearing], Judgement | None]


def _denied(hearing: Hearing) -> Judgement | None:
    """The clause denies the value or the words of the claim."""
    new, spoken = hearing.new, hearing.spoken
    if new.values and spoken.denied_values and match_values(new.values, spoken.denied_values).complete:
        return judged(Relation.CONFLICT, 0.85, "the value is denied")
    denies = bool(spoken.denied) and (spoken.ends or not new.ends)
    if not hearing.telling or not denies or share_in(hearing.telling, spoken.denied) < HALF:
        return None
    if hearing.telling & spoken.denied <= new.names and len(hearing.telling) > 1:
        return None
    if avoids(hearing.whole) and not avoids(spoken) and not spoken.ends:
        return judged(Relation.SAME, 0.85, "it is said to be avoided")
    return judged(Relation.CONFLICT, 0.85, "it is denied") if _mostly_about(hearing) else NO_EVIDENCE


def _little_words(hearing: Hearing) -> Judgement | None:
    """The claim has little words only ("needed"): the clause must be about the thing that the key names."""
    new, spoken = hearing.new, hearing.spoken
    if hearing.telling or hearing.refused or new.values or not new.own_terms:
        return None
    names_it = (hearing.whole.topic - new.own_terms - light()) & (spoken.all_terms | hearing.said.context)
    says_them = bool(new.own_terms & spoken.own_terms)
    if not names_it or not (says_them or hearing.lenient):
        return NO_EVIDENCE
    if new.denied & spoken.terms or new.terms & spoken.denied:
        return judged(Relation.CONFLICT, 0.8, "it is said the other way round")
    return None


def _mostly_about(hearing: Hearing) -> bool:
    """Whether most of what the clause denies is what the claim speaks of, so that it denies the claim.

    Chinese and Japanese terms are pairs of signs, many of which straddle two words: there less will do.
    """
    denied = hearing.spoken.denied - light()
    needed = _PAIRS_OF_SIGNS if any(max(term) >= _FIRST_SIGN for term in denied) else HALF
    return share_in(denied, hearing.whole.heard) >= needed


_AVOIDING = word_set("avoiding")


def avoids(one: Statement) -> bool:
    """Whether a statement tells what is to be avoided, so that "no goat's cheese" affirms it."""
    return not _AVOIDING.isdisjoint(one.affirmed | one.denied)


def _only_considered(hearing: Hearing) -> Judgement | None:
    """The clause only weighs what the claim says is so ("I'm thinking of opening with it")."""
    whole = hearing.whole
    considered = marked("considering", hearing.spoken.text)
    return NO_EVIDENCE if considered and not (whole.planned or marked("considering", whole.text)) else None


def _long_ago(hearing: Hearing) -> Judgement | None:
    """The clause tells how it was at another time ("last year we met at eight"): no word for today."""
    spoken, whole = hearing.spoken, hearing.whole
    if (
        not hearing.new.values
        or not marked("at another time", spoken.text)
        or whole.past
        or marked("at another time", whole.text)
    ):
        return None
    return (
        None
        if spoken.ends or marked("lasting", spoken.text) or marked("change", spoken.text)
        else NO_EVIDENCE
    )


def _over(hearing: Hearing) -> Judgement | None:
    """The clause speaks of the claim as something that is over."""
    over = hearing.telling & hearing.spoken.over
    whole = over and over == hearing.spoken.over
    if over and not hearing.new.ends and (whole or len(over) >= HALF * len(hearing.telling)):
        return NO_EVIDENCE
    return None


def _same_name_other_number(hearing: Hearing) -> Judgement | None:
    """The names agree and a number does not ("19 Castle Hill", "91 Castle Hill")."""
    names, spoken, values = hearing.new.names, hearing.spoken, hearing.values
    only_that = names and not hearing.telling - names and names <= spoken.names | spoken.terms
    if values.different and only_that and not values.matched:
        ours, theirs = values.different[0]
        return judged(Relation.CONFLICT, 0.8, f"{ours.text} against {theirs.text}")
    return None


def _kept(hearing: Hearing) -> Judgement | None:
    """The clause names the new value beside the old one and says that the old one stays."""
    old, spoken = hearing.old, hearing.spoken
    if old is None or not spoken.goes_on or not hearing.values.matched:
        return None
    gone = match_values(old.values, hearing.new.values)
    stays = (*gone.absent, *(ours for ours, _ in gone.different))
    left = [value for value in spoken.values if value not in hearing.values.matched]
    if not stays or not hearing.related or not match_values(stays, left).complete:
        return None
    return judged(Relation.CONFLICT, 0.85, "the old value is said to stay")


def _value_unsaid(hearing: Hearing) -> Judgement | None:
    """A value of the claim is neither said nor follows from what is said."""
    values = hearing.values
    unmet = (*values.absent, *(ours for ours, _ in values.different))
    missing = [value for value in unmet if not _when_told(value, hearing)]
    if missing and not (_starts_from_old(hearing) and all(_derived(value, hearing) for value in missing)):
        return NO_EVIDENCE
    return None


def _starts_from_old(hearing: Hearing) -> bool:
    """Whether the talk around the clause is about the claim, or names the old value just before."""
    old = hearing.old
    return hearing.related or (
        old is not None and not hearing.said.context.isdisjoint(value_terms(old.values))
    )


def _value_in_a_denial(hearing: Hearing) -> Judgement | None:
    """The value stands in a clause that only denies something ("second half-year: not paid")."""
    spoken = hearing.spoken
    if spoken.denied and spoken.denied <= hearing.new.denied:
        return None  # both deny it
    if hearing.values.matched and spoken.denied and not spoken.terms - light():
        about_it = hearing.whole.topic & spoken.denied
        return judged(Relation.CONFLICT, 0.7, "it is denied") if about_it else NO_EVIDENCE
    return None


def _only_by_day(hearing: Hearing) -> Judgement | None:
    """A date is recognised by its weekday only, or a new time of day by its unchanged date only."""
    spoken = hearing.spoken
    kinds = {value.kind for value in spoken.values}
    dated = [value for value in hearing.values.matched if value.kind in {Kind.DATE, Kind.MOMENT}]
    if not dated or hearing.frame & spoken.all_terms:
        return None
    clocked = all(value.kind is Kind.MOMENT and _clock_said(value, spoken) for value in dated)
    if not kinds & {Kind.DATE, Kind.MOMENT, Kind.TIME} and Kind.WEEKDAY in kinds and not clocked:
        return NO_EVIDENCE
    untimed = not kinds & {Kind.MOMENT, Kind.TIME, Kind.NUMBER}
    if hearing.old is not None and untimed and any(value.kind is Kind.MOMENT for value in dated):
        days = [value for value in spoken.values if value.kind is Kind.DATE]
        if match_values(hearing.old.values, days).matched:
            return NO_EVIDENCE
    return None


def _clock_said(moment: Value, spoken: Statement) -> bool:
    """Whether the time of day of ``moment`` is said, be it as a bare number ("Friday at ten")."""
    clocks = [value for value in spoken.values if value.kind in {Kind.NUMBER, Kind.TIME}]
    return any(agree(moment, clock) for clock in clocks)


def _ruled_out(hearing: Hearing) -> bool:
    """Whether what the clause affirms rules out all that the claim denies ("vegetarian": no meat)."""
    spoken = hearing.spoken
    things = hearing.refused - word_set("having")
    holds = not (spoken.ends or spoken.past or hearing.said.fact.negated or hearing.new.values)
    return bool(things) and holds and things <= ruled_out_by(spoken.terms)


def _none_of_it(hearing: Hearing) -> Judgement | None:
    """The claim denies something ("no food allergies"): the clause must deny it too."""
    if not hearing.refused or hearing.telling:
        return None
    if _ruled_out(hearing):
        return judged(Relation.SAME, 0.85, "it follows from what is said")
    said_so = hearing.values.complete and share_in(hearing.refused, hearing.spoken.terms) >= _FULLY
    holds = not (hearing.spoken.ends or hearing.spoken.past or hearing.said.fact.mood is Mood.PLANNED)
    if said_so and holds and relevance(hearing.whole, hearing.spoken) >= HALF:
        return judged(Relation.CONFLICT, 0.7, "it is said to be so")
    return None if hearing.new.denied & hearing.spoken.denied else NO_EVIDENCE


def _rival_said(hearing: Hearing) -> Judgement | None:
    """The clause holds a word that excludes the claim's, or none of the claim's names."""
    new, spoken = hearing.new, hearing.spoken
    heard = spoken.all_terms | spoken.names | hearing.whole.topic
    if not spoken.names:  # a clause with names of its own is about those, not about those said before
        heard |= hearing.said.context
    if new.names and not new.names & heard:
        return NO_EVIDENCE
    others = contrasting(spoken.terms - new.terms)
    held = contrasting(new.terms) if others else []
    missing = [one for one in held if one not in spoken.terms]
    rival = any(
        (name := excludes(one, two)) and not only_tells_apart(name) for one in missing for two in others
    )
    both = any(excludes(one, two) in _BOTH_WAYS for one in held for two in others)
    return NO_EVIDENCE if rival or both else None


def _too_little(hearing: Hearing) -> Judgement | None:
    """Too few of the claim's words are said, or what is said could be about anything."""
    own, coverage = hearing.coverage
    if own < _OWN or coverage < _needed(hearing):
        return NO_EVIDENCE
    new = hearing.new
    if hearing.related or new.names:
        return None
    if new.values and not new.own_terms - light() and not specific(new.values):
        return NO_EVIDENCE
    common = len(hearing.telling) == 1 and len(min(hearing.telling)) < _LONG_WORD
    asked = hearing.said.fact.mood is Mood.REQUESTED
    return NO_EVIDENCE if hearing.whole.topic and not new.values and common and not asked else None


def _read_back_of_something_else(hearing: Hearing) -> Judgement | None:
    """What was read back to the user is about what was told just before, and prose must speak of it."""
    fact, spoken = hearing.said.fact, hearing.spoken
    if not fact.read_back or hearing.whole.topic or not hearing.new.values:
        return None
    told = spoken.all_terms | spoken.names | terms_of(fact.context)
    continues = hearing.old is not None and match_values(hearing.old.values, spoken.values).matched
    return None if continues or (hearing.frame - light()) & told else NO_EVIDENCE


def _moved_and_read_back(hearing: Hearing) -> Judgement | None:
    """The agent read back what the old value became by the user's words ("a fiver more." "95, then.")."""
    fact, old, values = hearing.said.fact, hearing.old, hearing.new.values
    if not fact.read_back or old is None or not values or not hearing.values.complete:
        return None
    if points_back(fact.text):  # then the value may be the user's own
        return None
    if all(moved(old, value, fact.context) for value in values):
        return judged(Relation.SAME, 0.85, "the agent read back what the change makes")
    return None


_CHECKS: Sequence[Check] = (
    _moved_and_read_back,
    _read_back_of_something_else,
    _little_words,
    _denied,
    _only_considered,
    _long_ago,
    _over,
    _same_name_other_number,
    _kept,
    _value_unsaid,
    _value_in_a_denial,
    _only_by_day,
    _none_of_it,
    _rival_said,
    _too_little,
)


def _needed(hearing: Hearing) -> float:
    """The share of the words that must be said: less where telling values have been recognised."""
    matched = hearing.values.matched
    if not hearing.new.values:
        only_named = hearing.new.own_terms <= hearing.whole.topic and len(hearing.new.own_terms) > 1
        return _FULLY if only_named else HALF
    if specific(matched) and (hearing.new.own_terms - light()) & terms_of(hearing.said.fact.context):
        return 0.0
    return _WITH_VALUE if hearing.whole.topic or len(matched) > 1 else _WITH_VALUE_IN_PROSE


def specific(values: Iterable[Value]) -> bool:
    """Whether a value is telling enough to be recognised without its topic."""
    return any(value.kind is not Kind.NUMBER or len(value.text) >= _LONG_NUMBER for value in values)


_SINCE = re.compile(
    r"\b(?:since|as of|from|starting|effective|told|said|noted|added)\W+(?:on\W+)?$", re.IGNORECASE
)
_WEEK_OF = re.compile(r"\bweek (?:of|beginning|commencing)\W+$", re.IGNORECASE)


def _when_told(value: Value, hearing: Hearing) -> bool:
    """Whether a date is but the day, or the week, in which it was said ("since the week of 9 November")."""
    at = hearing.said.fact.at
    dated = any(spoken.kind in {Kind.DATE, Kind.MOMENT} for spoken in hearing.spoken.values)
    if value.kind is not Kind.DATE or at is None or dated or not isinstance(value.normal, tuple):
        return False
    before = hearing.new.text.partition(value.text)[0]
    days = [date(*reading) for reading in value.normal if None not in reading]
    if _WEEK_OF.search(before):
        return any(day.isocalendar()[:2] == at.isocalendar()[:2] for day in days)
    return _SINCE.search(before) is not None and at.date() in days


_ON_A_DAY = "#day "  # "twenty minutes earlier, just tomorrow" moves one day's time


def _derived(value: Value, hearing: Hearing) -> bool:
    """Whether ``value`` is the old value with a spoken amount or time added or taken away."""
    old = hearing.old
    if (
        old is not None
        and hearing.spoken.goes_on
        and match_values(old.values, hearing.spoken.values).complete
    ):
        return False  # "ten, unchanged" adds no ten
    if old is not None and shifted(old, value, hearing.spoken.values):
        return value.kind is not Kind.TIME or not any(
            term.startswith(_ON_A_DAY) for term in hearing.said.context
        )
    return old is not None and value.kind in AMOUNTS and moved(old, value, hearing.spoken.text)
