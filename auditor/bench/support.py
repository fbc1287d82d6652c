"""Support files: does a conversation back a memory, deny it, or not tell?"""

from auditor.bench.class_metrics import PredictedLabel, predicted
from auditor.bench.talk import transcript_of
from auditor.facts import read_facts
from auditor.funnel.candidates import FactBook
from auditor.funnel.evidence import Claim, backing_of
from auditor.funnel.interface import Statement
from auditor.funnel.relevance import met_share
from auditor.funnel.rules import RuleJudge
from auditor.records import Entry
from auditor.values import words
from auditor.verdicts.delta import contents

_JUDGE = RuleJudge()


def support_label(transcript: str, memory: str) -> PredictedLabel:
    """Whether ``transcript`` says ``memory``; of several parts the worst decides."""
    talk = transcript_of(transcript)
    names = frozenset(word for turn in talk.turns if turn.name for word in words(turn.name))
    book = FactBook(read_facts([talk]), frozenset({talk.id}))
    answers = [_part(content.new, book) for content in contents(Entry("memory", memory), names)]
    order = ("contradicted", "unsupported", "supported")
    return min(answers, key=lambda one: (order.index(one.label), -one.confidence))


def _part(part: Statement, book: FactBook) -> PredictedLabel:
    backing = backing_of(Claim(new=part, whole=part, personal=False, lenient=True), book, _JUDGE)
    if backing.user_against:
        return predicted({"contradicted": 0.75, "supported": 0.25})
    if backing.user_for:
        return predicted({"supported": 0.8, "unsupported": 0.2})
    heard = max((met_share(part.own_terms, said.statement) for said in book.about(part)), default=0.0)
    return predicted({"supported": heard, "unsupported": 1 - heard})
