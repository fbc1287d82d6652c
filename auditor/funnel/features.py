"""Two texts as a row of numbers, from which a small trained table tells how they stand to each other."""

import re
from collections.abc import Mapping

from auditor.funnel.alignment import Side, side
from auditor.funnel.equality import comparable, match_values
from auditor.funnel.interface import Statement
from auditor.funnel.marks import marked
from auditor.funnel.relevance import met_share
from auditor.funnel.rules import RuleJudge, same_persons
from auditor.funnel.statements import light
from auditor.funnel.ties import Tie, tie
from auditor.records import Relation
from auditor.values import AMOUNTS, Kind, Value, content_words, oppositions, raw_words, stem

_NOBODY = re.compile(r"\b(?:there (?:is|are|was|were) (?:no|not)|nobody|no one|no)\b", re.IGNORECASE)
_UPDATES = re.compile(
    r"\b(?:now|moved|switched|changed|upgraded|no longer|instead|these days|by now|already|anymore|finally|"
    r"just|recently|postponed|rescheduled|raised|cut|reached|used to|only|new)\b",
    re.IGNORECASE,
)
_SOME = 4.0
_NEAR = 3
_RULES = RuleJudge()


def features(a: Statement, b: Statement) -> Mapping[str, float]:
    """How the texts of ``a`` and ``b`` meet and differ; every figure is about between -1 and 2."""
    ours, theirs = side(a.text, b.text), side(b.text, a.text)
    low, high = sorted((ours.met, theirs.met))
    judged = _RULES.relation(a, b)
    return {
        "a met": ours.met,
        "b met": theirs.met,
        "a all": float(not ours.missing),
        "b all": float(not theirs.missing),
        "low met": low,
        "high met": high,
        "both met": low * high,
        "a more": min(len(ours.missing), _SOME) / _SOME,
        "b more": min(len(theirs.missing), _SOME) / _SOME,
        "shared": min(_shared(ours), _SOME) / _SOME,
        **_word_features(ours, theirs, high),
        **_polarity(a, b, high),
        **_value_features(a, b, high),
        "name shared": float(bool(a.names & (b.names | b.terms))),
        "names differ": float(bool(a.names - b.all_terms) and bool(b.names - a.all_terms)),
        "same persons": float(same_persons(a, b)),
        "times differ": float(a.past != b.past or a.planned != b.planned),
        "ends differ": float(a.ends != b.ends),
        "says what changed": float(bool(_UPDATES.search(b.text))),
        "changed and near": high * float(bool(_UPDATES.search(b.text))),
        "long": min(len(a.spoken), len(b.spoken), 20) / 20,
        "longer b": max(-1.0, min(1.0, (len(b.spoken) - len(a.spoken)) / 10)),
        "rules: conflict": judged.confidence if judged.relation is Relation.CONFLICT else 0.0,
        "rules: alike": float(judged.relation in {Relation.SAME, Relation.MORE, Relation.LESS}),
    }


def _shared(ours: Side) -> int:
    return sum(ours.ties[one] for one in (Tie.SAME, Tie.KIN, Tie.BROADER, Tie.NARROWER))


def _word_features(ours: Side, theirs: Side, high: float) -> Mapping[str, float]:
    opposite = float(bool(ours.ties[Tie.OPPOSITE] and theirs.ties[Tie.OPPOSITE]))
    return {
        "opposite": opposite,
        "opposite and near": opposite * high,
        "sibling": float(bool(ours.ties[Tie.SIBLING])),
        "broader": float(bool(ours.ties[Tie.BROADER])),
        "narrower": float(bool(ours.ties[Tie.NARROWER])),
        "nothing shared": float(_shared(ours) == 0),
    }


def _polarity(a: Statement, b: Statement, high: float) -> Mapping[str, float]:
    one_denies = float(bool(a.denied) != bool(b.denied) or bool(_NOBODY.search(a.text)) != bool(_NOBODY.search(b.text)))
    crossed = max(_denied_by(a, b), _denied_by(b, a))
    states = [one for one in oppositions(a.text, b.text) if not one.weak]
    return {
        "one denies": one_denies,
        "one denies and near": one_denies * high,
        "crossed": crossed,
        "exclusive states": float(bool(states)),
        "exclusive and near": high * bool(states),
        "existence": float(marked("existence", a.text) != marked("existence", b.text)) * high,
    }


def _denied_by(a: Statement, b: Statement) -> float:
    """The share of what ``a`` denies that ``b`` affirms."""
    denied = a.denied - light()
    if not denied or denied <= b.denied:
        return 0.0
    met = [term for term in denied if any(tie(term, other) in _ALIKE for other in b.terms)]
    return len(met) / len(denied)


_ALIKE = frozenset({Tie.SAME, Tie.KIN, Tie.BROADER, Tie.NARROWER})


def _value_features(a: Statement, b: Statement, high: float) -> Mapping[str, float]:
    match = match_values(a.values, b.values)
    back = match_values(b.values, a.values)
    counted = float(any(counts_same(a.text, mine, b.text, other) for mine, other in match.different))
    firm = float(any(mine.kind is other.kind and mine.kind not in _BARE for mine, other in match.different))
    free = [value for value in a.values if value not in match.matched]
    others = [value for value in b.values if value not in back.matched]
    return {
        "values differ": float(bool(match.different)),
        "counted thing differs": counted,
        "counted and near": counted * high,
        "typed value differs": firm,
        "typed and near": firm * high,
        "values match": float(bool(match.matched)),
        "values all match": float(bool(match.matched) and not match.different and not match.absent),
        "a value more": min(len(free), 2) / 2 if not match.different else 0.0,
        "b value more": min(len(others), 2) / 2 if not match.different else 0.0,
        "frame met": _frame_met(a, b),
    }


_BARE = frozenset({Kind.NUMBER, Kind.ORDINAL, Kind.CODE})


def _frame_met(a: Statement, b: Statement) -> float:
    """How much of the shorter's words besides values the other says."""
    left, right = a.own_terms - light(), b.own_terms - light()
    if not left or not right:
        return 0.0
    return max(met_share(left, b), met_share(right, a))


def counts_same(a_text: str, mine: Value, b_text: str, other: Value) -> bool:
    """Whether the same word follows two different amounts ("six tests", "the ninth test")."""
    if mine.kind not in AMOUNTS or other.kind not in AMOUNTS or not (comparable(mine, other) or {mine.kind, other.kind} <= _BARE):
        return False
    return bool(_following(a_text, mine) & _following(b_text, other))


def _following(text: str, value: Value) -> frozenset[str]:
    """The next few telling words after ``value``, and its unit."""
    place = text.find(value.text)
    rest = raw_words(text[place + len(value.text) :])[:_NEAR] if place >= 0 else []
    own = content_words(value.text)
    return frozenset(stem(word) for word in rest if len(word) > _NEAR) | frozenset(
        word for word in own if word.isalpha()
    )
