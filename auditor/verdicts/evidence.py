"""The evidence of a finding: the clauses and entries that its row rests on."""

from collections.abc import Sequence

from auditor.funnel.candidates import Said
from auditor.funnel.evidence import Backing
from auditor.records import Entry, Evidence, Fact
from auditor.verdicts.content import text_of
from auditor.verdicts.happening import Happening
from auditor.verdicts.newness import Newness
from auditor.verdicts.standing import Standing

_MOST = 3


def evidence_for(kind: str, case: Happening | Standing, newness: Newness | None) -> tuple[Evidence, ...]:
    """What the finding of ``kind`` rests on, the most telling last."""
    if newness is not None:
        return _of_newness(kind, newness)
    if isinstance(case, Standing):
        return _of_standing(kind, case)
    return _of_happening(kind, case)


def _of_newness(kind: str, newness: Newness) -> tuple[Evidence, ...]:
    if kind == "cross_entry":
        return () if newness.rival_entry is None else (from_entry(newness.rival_entry),)
    backing = newness.backing
    agents = backing.agent_for
    by_kind: dict[str, Sequence[Said]] = {
        "user_update": _supporting(backing),
        "verified": _supporting(backing),
        "disputed": [*_supporting(backing), *_opposing(backing)],
        "contradicts_user": [*agents, *backing.user_against],
        "contradicts_record": [*agents, *backing.record_against],
        "misattribution": backing.others_for,
        "agent_invention": agents,
        "unsupported": newness.nearest,
    }
    return _from_clauses(by_kind.get(kind, ()))


def _of_standing(kind: str, standing: Standing) -> tuple[Evidence, ...]:
    if kind == "not_forgotten" and standing.request is not None:
        return (from_fact(standing.request.fact),)
    if kind == "expired" and standing.fired is not None:
        return (from_fact(standing.fired.fact),)
    if kind == "not_refreshed":
        return _from_clauses(standing.overtakers)
    if kind == "disputed":
        return _from_clauses([*_supporting(standing.backing), *_opposing(standing.backing)])
    return ()


def _of_happening(kind: str, happening: Happening) -> tuple[Evidence, ...]:
    if kind == "forgotten_on_request":
        request = happening.losses.request
        if request is not None:
            return (from_fact(request.fact),)
        if happening.losses.told_over:
            return _from_clauses(happening.losses.told_over)
    if kind == "moved" and happening.removed and happening.new_place is not None:
        return (from_entry(happening.new_place),)
    losses = happening.losses
    if kind == "superseded" and (successor := losses.heir or losses.named_successor) is not None:
        return (from_entry(successor),)
    if kind in {"forgotten_on_request", "superseded"}:
        return _from_clauses([said for backing in happening.losses.backings for said in _opposing(backing)])
    if kind == "contradicts_user":
        return _from_clauses([said for backing in happening.losses.backings for said in backing.user_for])
    return ()


def _supporting(backing: Backing) -> Sequence[Said]:
    return [*backing.record_for, *backing.user_for]


def _opposing(backing: Backing) -> Sequence[Said]:
    return [*backing.record_against, *backing.user_against]


def _from_clauses(clauses: Sequence[Said]) -> tuple[Evidence, ...]:
    return tuple(from_fact(said.fact) for said in clauses[-_MOST:])


def from_fact(fact: Fact) -> Evidence:
    """A clause as evidence, in its own words."""
    return Evidence(fact.speaker.value, fact.quote, fact.at, fact.transcript, fact.turn)


def from_entry(entry: Entry) -> Evidence:
    """Another entry as evidence."""
    return Evidence("memory", text_of(entry.value), entry_key=entry.key)
