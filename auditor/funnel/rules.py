"""Stage 2: a judge that decides by rules over polarity, typed values, exclusive words, ladders and names.

It answers for statements that belong together (the candidates of stage 1) and is careful: without a shared
topic nothing is a conflict.
"""

from collections.abc import Collection
from itertools import pairwise

from auditor.funnel.counted import may_be_rivals
from auditor.funnel.equality import all_matched, comparable, match_values
from auditor.funnel.interface import Statement
from auditor.funnel.marks import marked
from auditor.funnel.meanings import broader, contrasting, excludes, ruled_out_by, same_member
from auditor.funnel.relevance import closure, met_share, relevance
from auditor.funnel.statements import light, terms_of
from auditor.funnel.topics import is_context, only_tells_apart, plural, single_valued
from auditor.records import Judgement, Relation
from auditor.values import Kind, differing_values, oppositions

_STAGE = "rules"
_RELATED = 0.5
_FULL = 0.9
_DENIED_SHARE = 0.5
_SAME_THING = 0.6
_MOST_OF_IT = 0.8


class RuleJudge:
    """The judge that needs no model."""

    def relation(self, a: Statement, b: Statement) -> Judgement:
        """How ``b`` stands to ``a``."""
        ruled_out = excluded(a, b) or excluded(b, a)
        if ruled_out is not None:
            return ruled_out
        if not same_persons(a, b):
            return judged(Relation.UNRELATED, 0.9, "about different people")
        conflict = opposed(a, b) or opposed(b, a, share=_MOST_OF_IT) or rivals(a, b)
        if conflict is not None:
            return conflict
        return containment(a, b)


def same_persons(a: Statement, b: Statement) -> bool:
    """Whether both may speak of the same people besides the user ("daughter" is a "child")."""
    if a.persons == b.persons:
        return True
    if not a.persons or not b.persons:
        extra = (a.persons | b.persons) - a.denied - b.denied
        return not extra or all(_named_so(one, extra, a.names & b.names) for one in (a, b) if one.persons)
    return bool(closure(a.persons) & closure(b.persons))


def _named_so(one: Statement, persons: frozenset[str], names: frozenset[str]) -> bool:
    """Whether the name that both use is that of the person of ``one``: "daughter Lena" is Lena."""
    spoken = [min(terms_of(word), default="") for word in one.spoken]
    follows = [after for before, after in pairwise(word for word in spoken if word) if before in persons]
    return bool(names) and len(persons) == 1 and any(after in names for after in follows)


def opposed(a: Statement, b: Statement, *, share: float = _DENIED_SHARE) -> Judgement | None:
    """A conflict where ``b`` denies what ``a`` affirms: at least ``share`` of what it denies."""
    if not b.denied or a.planned != b.planned or (b.temporary and not a.temporary) or (a.past and b.ends):
        return None
    affirmed = closure(a.terms | a.topic if not a.denied else a.terms)
    denied = b.denied - light()
    if a.topic and b.topic and denied <= a.topic and not a.topic & b.topic:
        return None
    telling = (denied - a.topic) or denied
    met = telling & affirmed
    touches = met & (a.topic | a.names) or len(met) >= _DENIED_SHARE * len(a.terms - a.topic - light())
    bare = b.text.lower().startswith(("no ", "kein"))
    if (
        (touches or not bare)
        and marked("existence", b.text)
        and not b.terms - light()
        and _head(b, telling) in met
    ):
        return Judgement(
            Relation.CONFLICT, 0.8, OPPOSED, f"there is none of {named(met)}, which the other affirms"
        )
    if len(met) < share * len(telling) or not met or _only_names(met, denied, b):
        return None
    if a.values and b.values and not match_values(a.values, b.values).matched:
        return None
    if b.ends or (touches and is_fragment(b)) or relevance(a, b) >= _SAME_THING:
        return judged(Relation.CONFLICT, 0.85, f"one denies {named(met)}, which the other affirms")
    return None


def excluded(a: Statement, b: Statement) -> Judgement | None:
    """A conflict where what ``b`` is rules out what ``a`` affirms ("vegetarian" and "eats steak")."""
    concepts = ruled_out_by(b.affirmed)
    ruled_out = concepts & closure(a.terms | a.persons - a.denied) if concepts else concepts
    if ruled_out and not a.past and not b.past and not a.temporary and not a.planned:
        return Judgement(
            Relation.CONFLICT, 0.8, OPPOSED, f"one rules out {named(ruled_out)}, which the other affirms"
        )
    return None


def _head(b: Statement, telling: Collection[str]) -> str:
    """The last telling word of what is denied: "allergies" in "no food allergies"."""
    for word in reversed(b.spoken):
        said = terms_of(word) & frozenset(telling)
        if said:
            return min(said)
    return ""


def is_fragment(b: Statement) -> bool:
    """Whether ``b`` does nothing but set something aside ("not in Almere", "not the old one")."""
    return (
        not b.terms
        and not b.topic
        and b.text.lower().startswith(("not ", "instead of ", "rather than ", "nicht ", "no en ", "pas "))
    )


def _only_names(met: Collection[str], denied: Collection[str], b: Statement) -> bool:
    """Whether nothing but a name meets, while more than the name is denied ("not at Anna's office")."""
    return set(met) <= b.names and len(set(met)) < len(set(denied))


def rivals(a: Statement, b: Statement) -> Judgement | None:
    """A conflict between different values, exclusive words, statuses or names for one and the same thing."""
    if _only_denies(a) or _only_denies(b):
        return None
    loose = relevance(a, b, loosely=True)
    if loose < _RELATED or other_context(a, b) or plural(a, b):
        return None
    tight = relevance(a, b)
    different = _different_value(a, b) if tight >= _RELATED else None
    if different is not None:
        return judged(Relation.CONFLICT, round((0.55 if a.topic else 0.58) + 0.3 * tight, 2), different)
    if _told_apart(a, b) or a.past != b.past:
        return None
    other_one = bool(a.names and b.names) and not a.names & b.all_terms and not b.names & a.all_terms
    sure = round(0.6 + 0.25 * loose, 2)
    pair = None if other_one else exclusive_pair(a, b)
    if pair is not None:
        return judged(Relation.CONFLICT, sure, f"{pair[0]} against {pair[1]}")
    for ladder, step in sorted(a.steps.items() if not other_one else ()):
        if b.steps.get(ladder, step) != step:
            return Judgement(Relation.CONFLICT, sure, LADDER, f"two steps of {ladder}")
    ours, theirs = a.names - b.all_terms, b.names - a.all_terms
    if ours and theirs and single_valued(a, b):
        sure = round(0.6 + 0.25 * max(tight, loose * _ONLY_BY_CONCEPT), 2)
        return judged(Relation.CONFLICT, sure, f"{named(ours)} against {named(theirs)}")
    return None


def _different_value(a: Statement, b: Statement) -> str | None:
    """Two values that cannot both stand in one place, in words; where others agree, they must stand there."""
    values = match_values(a.values, b.values)
    if not values.different:
        return None
    for ours, theirs in values.different:
        slotted = (a.topic and not a.names) or ours.kind not in _EVERYWHERE or _ages(a, b)
        if not values.matched and slotted and may_be_rivals(a, ours, b, theirs):
            return f"{ours.text} against {theirs.text}"
    for ours, theirs in differing_values(a.text, b.text):
        alike = ours.kind is not Kind.NAME and ours.kind is theirs.kind and comparable(ours, theirs)
        if alike and may_be_rivals(a, ours, b, theirs):
            return f"{ours.text} against {theirs.text}"
    return None


def _ages(a: Statement, b: Statement) -> bool:
    """Whether the numbers of both are ages, of which nobody has two."""
    return "age" in a.heard and "age" in b.heard


_ONLY_BY_CONCEPT = 0.8
LADDER = "ladder"
OPPOSED = "opposed"


def _only_denies(one: Statement) -> bool:
    """Whether a statement denies something and affirms nothing."""
    return bool(one.denied) and not one.terms - light()


_EVERYWHERE = frozenset({Kind.NUMBER, Kind.ORDINAL})


def _told_apart(a: Statement, b: Statement) -> bool:
    """Whether the keys of two entries name different things ("work_phone", "mobile_phone")."""
    return (
        bool(a.topic and b.topic)
        and not (a.topic <= b.all_terms or b.topic <= a.all_terms)
        and bool(a.names or b.names)
    )


def exclusive_pair(a: Statement, b: Statement) -> tuple[str, str] | None:
    """Two words or phrases, one of each side, that exclude each other where neither side says both."""
    left, right = contrasting(a.terms - b.terms), contrasting(b.terms - a.terms)
    for one in left:
        for other in right:
            if (
                (contrast := excludes(one, other))
                and not only_tells_apart(contrast)
                and not any(same_member(other, mine) for mine in a.terms)
            ):
                return one, other
    for opposition in oppositions(a.text, b.text):
        if not opposition.weak:
            return opposition.ours, opposition.theirs
    return None


def other_context(a: Statement, b: Statement) -> bool:
    """Whether the two hold in different contexts: live and test keys, on workdays and at weekends."""
    left, right = contrasting(a.all_terms - b.all_terms), contrasting(b.all_terms - a.all_terms)
    for one in left:
        for other in right:
            contrast = excludes(one, other)
            if only_tells_apart(contrast) or (is_context(contrast) and a.values and b.values):
                return True
    if not a.values or not b.values:
        return False
    ours, theirs = a.names - b.all_terms, b.names - a.all_terms
    return bool(ours and theirs)


def containment(a: Statement, b: Statement) -> Judgement:
    """Whether one says all of the other: SAME, MORE (``b`` adds to ``a``), LESS or neither."""
    if not (a.own_terms or a.values) or not (b.own_terms or b.values):
        return judged(Relation.UNSURE, 0.0, "nothing to compare")
    a_in_b = met_share(a.own_terms, b) if all_matched(a.values, b.values) else 0.0
    b_in_a = met_share(b.own_terms, a) if all_matched(b.values, a.values) else 0.0
    if a_in_b >= _FULL and b_in_a >= _FULL:
        return judged(Relation.SAME, min(a_in_b, b_in_a), "the same in other words")
    if a_in_b >= _FULL:
        return judged(Relation.MORE, a_in_b, "says all of it and more")
    if b_in_a >= _FULL:
        return judged(Relation.LESS, b_in_a, "says a part of it")
    return judged(Relation.UNRELATED, round(1 - max(a_in_b, b_in_a), 2), "both can be true")


def judged(relation: Relation, confidence: float, reason: str) -> Judgement:
    """A judgement of this stage."""
    return Judgement(relation, confidence, _STAGE, reason)


def named(terms: Collection[str]) -> str:
    """``terms`` for a reader."""
    return ", ".join(sorted(terms))


__all__ = [
    "RuleJudge",
    "broader",
    "closure",
    "containment",
    "exclusive_pair",
    "judged",
    "named",
    "relevance",
    "rivals",
]
