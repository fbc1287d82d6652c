"""Two texts as a row of figures, from which a small trained table tells how they stand to each other."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from auditor.facts.clauses import clauses
from auditor.funnel.alignment import Alignment, aligned
from auditor.funnel.equality import comparable, match_values
from auditor.funnel.interface import Statement
from auditor.funnel.relevance import met_share
from auditor.funnel.rules import RuleJudge, same_persons
from auditor.funnel.statements import light, statement
from auditor.funnel.ties import Tie, tie
from auditor.records import Relation
from auditor.values import AMOUNTS, Kind, Value, content_words, oppositions, raw_words, stem

_THERE_IS_NONE = re.compile(
    r"(?:^|[,.;:]\s?|\b(?:and|but) )(?:there (?:is|are|was|were) (?:no|not)|nobody|no one|no (?!\w+[!.,]))\b",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(
    r"\b(?:long time no see|can(?:'t|not) (?:wait|help but|believe|get enough|thank you enough)"
    r"|not (?:only|to mention)|no (?:worries|problem|wonder|doubt|way)|why not|don't worry"
    r"|couldn't agree more|don't you|isn't it|aren't they)\b",
    re.IGNORECASE,
)
_ONE_SPAN = re.compile(
    r"\b(been|for|after|about|almost|nearly|last) (?:a|an) (?=(?:day|week|month|year|hour|minute)\b)",
    re.IGNORECASE,
)
_UPDATES = re.compile(
    r"\b(?:now|moved|switched|changed|upgraded|no longer|instead|these days|already|anymore|finally|just|"
    r"recently|postponed|rescheduled|raised|cut|reached|used to|only|new)\b",
    re.IGNORECASE,
)
_MOVED_OFF = re.compile(r"\b(?!(?:turn|switch|shut|tak|put|power|call)ing)(\w+ing) off\b", re.IGNORECASE)
_PARTICLES = tuple(
    (re.compile(rf"\b{one}\b", re.IGNORECASE), re.compile(rf"\b{other}\b", re.IGNORECASE))
    for one, other in (("on", "off"), ("up", "down"), ("in", "out"), ("with", "without"))
)
_SOME = 4
_NEAR = 3
_MOST_CLAUSES = 10
_RULES = RuleJudge()
_ALIKE = frozenset({Tie.SAME, Tie.KIN, Tie.BROADER, Tie.NARROWER})
_BARE = frozenset({Kind.NUMBER, Kind.ORDINAL, Kind.CODE, Kind.FREQUENCY})


def comparable_text(text: str) -> str:
    """``text`` without turns of phrase that only sound like a denial, "a month" as a number."""
    return _MOVED_OFF.sub(r"\1 from", _ONE_SPAN.sub(r"\1 one ", _EMPHASIS.sub(" ", text)))


def features(a: Statement, b: Statement) -> Mapping[str, float]:
    """How the texts of ``a`` and ``b`` meet and differ; every figure lies in [-1, 1]."""
    laid = aligned(a.text, b.text)
    near = max(laid.a_met, laid.b_met)
    judged = _RULES.relation(a, b)
    return {
        **_words(laid, near),
        **_polarity(a, b, near),
        **_values(a, b, near),
        **_parts(a, b),
        "name shared": float(bool(a.names & (b.names | b.terms))),
        "names differ": float(bool(a.names - b.all_terms) and bool(b.names - a.all_terms)),
        "same persons": float(same_persons(a, b)),
        "times differ": float(a.past != b.past or a.planned != b.planned),
        "ends differ": float(a.ends != b.ends),
        "long": min(len(a.spoken), len(b.spoken), 20) / 20,
        "longer b": max(-1.0, min(1.0, (len(b.spoken) - len(a.spoken)) / 10)),
        "changed and near": near * bool(_UPDATES.search(b.text)),
        "rules: conflict": judged.confidence if judged.relation is Relation.CONFLICT else 0.0,
        "rules: alike": float(judged.relation in {Relation.SAME, Relation.MORE, Relation.LESS}),
    }


def _words(laid: Alignment, near: float) -> Mapping[str, float]:
    shared = sum(laid.ties[one] for one in _ALIKE)
    opposite = float(bool(laid.ties[Tie.OPPOSITE]))
    return {
        "a met": laid.a_met,
        "b met": laid.b_met,
        "a all": float(not laid.a_missing),
        "b all": float(not laid.b_missing),
        "all": float(not laid.a_missing and not laid.b_missing),
        "low met": min(laid.a_met, laid.b_met),
        "high met": near,
        "both met": laid.a_met * laid.b_met,
        "a more": min(len(laid.a_missing), _SOME) / _SOME,
        "b more": min(len(laid.b_missing), _SOME) / _SOME,
        "only b more": float(bool(laid.b_missing) and not laid.a_missing),
        "only a more": float(bool(laid.a_missing) and not laid.b_missing),
        "shared": min(shared, _SOME) / _SOME,
        "nothing shared": float(shared == 0),
        "opposite": opposite,
        "opposite and near": opposite * near,
        "sibling": float(bool(laid.ties[Tie.SIBLING])),
        "sibling and near": near * bool(laid.ties[Tie.SIBLING]),
        "broader": float(bool(laid.ties[Tie.BROADER])),
        "narrower": float(bool(laid.ties[Tie.NARROWER])),
    }


def _polarity(a: Statement, b: Statement, near: float) -> Mapping[str, float]:
    denies = float(bool(a.denied) != bool(b.denied))
    nothing = float(bool(_THERE_IS_NONE.search(a.text)) != bool(_THERE_IS_NONE.search(b.text)))
    crossed = max(_denied_by(a, b), _denied_by(b, a))
    particle = float(any(_parted(a.text, b.text, *pair) for pair in _PARTICLES))
    exclusive = float(any(not one.weak for one in oppositions(a.text, b.text)))
    return {
        "one denies": denies,
        "one denies and near": denies * near,
        "crossed": crossed,
        "crossed and near": crossed * near,
        "there is none": nothing,
        "there is none and near": nothing * near,
        "particle and near": particle * near,
        "exclusive": exclusive,
        "exclusive and near": exclusive * near,
    }


def _parted(a: str, b: str, one: re.Pattern[str], other: re.Pattern[str]) -> bool:
    """Whether one text has only the first and the other only the second of two opposite particles."""
    ours, theirs = ((bool(one.search(text)), bool(other.search(text))) for text in (a, b))
    return sorted((ours, theirs)) == [(False, True), (True, False)]


def _denied_by(a: Statement, b: Statement) -> float:
    """The share of what ``a`` denies that ``b`` affirms."""
    denied = a.denied - light()
    if not denied or denied <= b.denied:
        return 0.0
    met = [term for term in denied if any(tie(term, other) in _ALIKE for other in b.terms)]
    return len(met) / len(denied)


def _values(a: Statement, b: Statement, near: float) -> Mapping[str, float]:
    match = match_values(a.values, b.values)
    back = match_values(b.values, a.values)
    counted = float(any(count_one_thing(a.text, mine, b.text, other) for mine, other in match.different))
    firm = float(any(mine.kind is other.kind and mine.kind not in _BARE for mine, other in match.different))
    settled = not match.different
    return {
        "values differ": float(bool(match.different)),
        "values differ and near": near * bool(match.different),
        "counted differs": counted,
        "counted differs and near": counted * near,
        "typed differs": firm,
        "typed differs and near": firm * near,
        "values match": float(bool(match.matched)),
        "values all match": float(bool(match.matched) and settled and not match.absent),
        "a value more": min(len(match.absent), 2) / 2 if settled else 0.0,
        "b value more": min(len(back.absent), 2) / 2 if settled else 0.0,
        "frame met": _frame_met(a, b),
    }


def _frame_met(a: Statement, b: Statement) -> float:
    """How much of one's words besides values the other says, the better way round."""
    left, right = a.own_terms - light(), b.own_terms - light()
    return max(met_share(left, b), met_share(right, a)) if left and right else 0.0


def _parts(a: Statement, b: Statement) -> Mapping[str, float]:
    """The same questions put to the two clauses that belong together most."""
    best = differs = agrees = 0.0
    for ours in _clauses(a.text):
        for theirs in _clauses(b.text):
            laid = aligned(ours.text, theirs.text)
            met = max(laid.a_met, laid.b_met)
            shared = min(sum(laid.ties[one] for one in _ALIKE), _SOME) / _SOME
            best = max(best, met * shared)
            match = match_values(ours.values, theirs.values)
            if any(_in_one_place(ours, mine, theirs, other) for mine, other in match.different):
                differs = max(differs, 0.5 * met + 0.5 * shared)
            elif match.matched:
                agrees = max(agrees, met)
    return {"clauses near": best, "clauses differ": differs, "clauses agree": agrees}


def _in_one_place(ours: Statement, mine: Value, theirs: Statement, other: Value) -> bool:
    if {mine.kind, other.kind} <= _BARE:
        return count_one_thing(ours.text, mine, theirs.text, other)
    return mine.kind is other.kind


@lru_cache(maxsize=2048)
def _clauses(text: str) -> Sequence[Statement]:
    return [statement(clause.text) for clause in clauses(text)[:_MOST_CLAUSES]]


def count_one_thing(a_text: str, mine: Value, b_text: str, other: Value) -> bool:
    """Whether the same word follows two different amounts ("six tests", "the ninth test")."""
    if mine.kind not in AMOUNTS or other.kind not in AMOUNTS:
        return False
    if not comparable(mine, other) and not {mine.kind, other.kind} <= _BARE:
        return False
    return bool(_counted(a_text, mine) & _counted(b_text, other))


def _counted(text: str, value: Value) -> frozenset[str]:
    """The next telling words after ``value``, and its unit."""
    place = text.find(value.text)
    rest = raw_words(text[place + len(value.text) :])[:_NEAR] if place >= 0 else []
    unit = [word for word in content_words(value.text) if word.isalpha()]
    return frozenset(stem(word) for word in rest if len(word) > _NEAR) | frozenset(unit)
