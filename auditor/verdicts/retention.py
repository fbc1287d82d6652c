"""What the agent made of memory: for each entry that it spoke of, whether it said what is stored (P1)."""

from collections.abc import Iterator

from auditor.funnel.candidates import search_terms
from auditor.funnel.support import Hearing
from auditor.funnel.weighing import weigh
from auditor.records import Authority, Mood, Relation
from auditor.scoring import Retention
from auditor.verdicts.setting import Setting

_FEW = 3
_MOST_CLAUSES = 2_000


def retentions(setting: Setting) -> Iterator[Retention]:
    """One for each entry and transcript of the period in which the agent said or contradicted the entry.

    Entries that merely went unmentioned tell nothing. At most 2,000 of the agent's clauses are looked at.
    """
    seen: set[tuple[str, str]] = set()
    spoken = [
        said for said in setting.book(None).all if said.covered and said.fact.authority is Authority.AGENT
    ]
    for said in spoken[:_MOST_CLAUSES]:
        if said.fact.mood is not Mood.ASSERTED:
            continue
        for entry in setting.case.entries.mentioning(search_terms(said.statement), _FEW):
            place = (entry.key, said.fact.transcript)
            if place in seen or entry.key in setting.added:
                continue
            stated = setting.stated(entry)
            judged = weigh(Hearing(stated, stated, None, said, lenient=False), setting.judge)
            if judged.relation in {Relation.SAME, Relation.CONFLICT}:
                seen.add(place)
                yield Retention(setting.source_of(said.fact.transcript), judged.relation is Relation.SAME)
