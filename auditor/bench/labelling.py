"""Answers the lines of pair, support and update files with the parts that judge a night."""

import re
from datetime import datetime

from auditor.bench.class_metrics import PredictedLabel
from auditor.bench.files import Labelled
from auditor.facts import read_facts
from auditor.funnel.candidates import FactBook, Said
from auditor.funnel.clausewise import ClausewiseJudge
from auditor.funnel.evidence import Claim, backing_of
from auditor.funnel.interface import Statement
from auditor.funnel.relevance import met_share
from auditor.funnel.rules import RuleJudge
from auditor.funnel.statements import light, statement
from auditor.records import Entry, Relation, Speaker, Transcript, Turn
from auditor.times import parse_time
from auditor.values import words
from auditor.verdicts.delta import contents, delta

_LINE = re.compile(r"^(?:\[(?P<at>[^\]]{4,40})\]\s*)?(?P<who>[^:\n]{1,40}):\s*(?P<text>.*)$")
_ACT, _LOOK = 0.75, 0.5
_RELATED = 0.5
_SAID = 0.6
_JUDGE = RuleJudge()
_PAIR_JUDGE = ClausewiseJudge(_JUDGE)


def answer(line: Labelled) -> PredictedLabel:
    """The label of ``line``, whichever kind of file it stands in."""
    if "a" in line.fields:
        return _pair(line.fields["a"], line.fields["b"])
    if "memory" in line.fields:
        return _support(line.fields["transcript"], line.fields["memory"])
    return _update(line.fields["old"], line.fields["new"], line.fields["transcript"])


def _answer(label: str, confidence: float) -> PredictedLabel:
    return PredictedLabel(label, round(confidence, 2), "act" if confidence >= _ACT else "look")


def _pair(a_text: str, b_text: str) -> PredictedLabel:
    names = frozenset(words(_speaker(a_text))) | frozenset(words(_speaker(b_text)))
    a, b = (statement(_LINE.sub(r"\g<text>", text), aliases=names) for text in (a_text, b_text))
    judged = _PAIR_JUDGE.relation(a, b)
    if judged.relation is Relation.CONFLICT:
        return _answer("conflict", judged.confidence)
    share = max(met_share(a.own_terms - light(), b), met_share(b.own_terms - light(), a))
    if judged.relation in {Relation.SAME, Relation.MORE, Relation.LESS} or share >= _RELATED:
        return _answer("consistent", 0.5 + share / 2)
    return _answer("unrelated", 1 - share / 2)


def _speaker(text: str) -> str:
    match = _LINE.match(text)
    return match["who"] if match and len(match["who"].split()) <= len(("first", "last")) else ""


def transcript_of(text: str) -> Transcript:
    """A transcript whose every named speaker counts as a user."""
    turns: list[Turn] = []
    for number, line in enumerate(text.splitlines()):
        match = _LINE.match(line)
        said, who = (match["text"], match["who"].strip()) if match else (line, None)
        at: datetime | None = parse_time(match["at"]) if match and match["at"] else None
        turns.append(Turn(Speaker.USER, said, len(turns), at, number + 1, who))
    return Transcript("t", turns)


def _support(transcript: str, memory: str) -> PredictedLabel:
    read = transcript_of(transcript)
    names = frozenset(word for turn in read.turns if turn.name for word in words(turn.name))
    book = FactBook(read_facts([read]), frozenset({"t"}))
    parts = [content.new for content in contents(Entry("memory", memory), names)]
    answers = [_support_of(part, book) for part in parts]
    order = ("contradicted", "unsupported", "supported")
    return min(answers, key=lambda one: (order.index(one.label), -one.confidence))


def _support_of(part: Statement, book: FactBook) -> PredictedLabel:
    backing = backing_of(Claim(new=part, whole=part, personal=False, lenient=True), book, _JUDGE)
    if backing.user_against:
        return _answer("contradicted", max(backing.reasons[said.order].confidence for said in backing.user_against))
    if backing.user_for:
        return _answer("supported", 0.8)
    near: list[Said] = list(book.about(part))
    heard = frozenset[str]().union(*(said.statement.own_terms | said.statement.names for said in near))
    telling = part.own_terms - light()
    share = len(telling & heard) / len(telling) if telling else 0.0
    return _answer("supported", share) if share >= _SAID else _answer("unsupported", 1 - share / 2)


def _update(old: str, new: str, transcript: str) -> PredictedLabel:
    before, after = Entry("memory", old), Entry("memory", new)
    found = delta(before, after, _JUDGE, frozenset())
    if found.same or found.paraphrased:
        return _answer("same", 0.85)
    replaces = any(content.replaces for content in found.news)
    if transcript.strip():
        return _answer("update", 0.8)
    if replaces:
        return _answer("contradiction", 0.75)
    return _answer("expansion" if found.news else "same", 0.75)
