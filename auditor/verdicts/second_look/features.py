"""Features of would-be alarms: numbers in [0, 1], each plain enough to be explained to the reader of a finding."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from auditor.facts import concerns
from auditor.funnel.candidates import Said
from auditor.funnel.relevance import share_in
from auditor.records import Authority, Fact, Mood
from auditor.values import AMOUNTS, Value
from auditor.verdicts.identity import SubjectOf
from auditor.verdicts.second_look.claims import Content
from auditor.verdicts.second_look.talk import Heard, Talk, units_of

Features = dict[str, float]
_MARRED = frozenset({Mood.ASKED, Mood.SUPPOSED, Mood.WISHED, Mood.QUOTED, Mood.JOKED, Mood.OFFERED})
_SIDES: Mapping[Authority, str] = {
    Authority.USER: "user",
    Authority.RECORD: "record",
    Authority.AGENT: "agent",
    Authority.THIRD_PARTY: "third",
}
_HALF = 0.5
_MANY = 6


def talk_features(content: Content, talk: Talk, subject: SubjectOf) -> Features:
    """What the conversations hold of ``content``, by who said it and how."""
    found: Features = {}
    near = talk.holding(content.new | content.topic | content.old)
    for heard in near:
        _say(found, content, heard)
        if heard.authority is Authority.USER:
            _user(found, content, heard, talk, subject)
        elif heard.authority is Authority.AGENT:
            _agent(found, content, heard, talk)
        elif heard.authority is Authority.RECORD:
            _highest(found, "record_topic_new", min(_share(content.new, heard), _any(content.topic, heard.units)))
    found["derived"] = float(_derived(content, talk))
    return found


def _highest(found: Features, name: str, value: float) -> None:
    if value > found.get(name, 0.0):
        found[name] = value


def _share(units: frozenset[str], heard: Heard) -> float:
    return share_in(units, heard.units) if units else 0.0


def _any(units: frozenset[str], said: frozenset[str]) -> float:
    return float(bool(units) and share_in(units, said) > 0)


def _say(found: Features, content: Content, heard: Heard) -> None:
    side = _SIDES.get(heard.authority)
    if side is None:
        return
    new, topic = _share(content.new, heard), _share(content.topic, heard)
    _highest(found, f"{side}_new", new)
    _highest(found, f"{side}_topic", topic)
    _highest(found, f"{side}_old", _share(content.old, heard))
    _highest(found, f"{side}_both", min(new, float(topic > 0)))


def _user(found: Features, content: Content, heard: Heard, talk: Talk, subject: SubjectOf) -> None:
    new = _share(content.new, heard)
    topic = max(_any(content.topic, heard.units), _any(content.old, heard.units))
    before, after = talk.beside(heard, -1), talk.beside(heard, 1)
    around = float(bool(topic) or any(one is not None and _any(content.topic | content.old, one.units) for one in (before, after)))
    _highest(found, "user_new_near_topic", min(new, around))
    if topic:
        for cue in ("changes", "keeps", "ends", "refuses", "others", "earlier", "supposes", "asks"):
            found[f"user_topic_{cue}"] = max(found.get(f"user_topic_{cue}", 0.0), float(cue in heard.cues))
    if new >= _HALF:
        for cue in ("changes", "refuses", "others", "earlier", "supposes", "asks", "short"):
            found[f"user_new_{cue}"] = max(found.get(f"user_new_{cue}", 0.0), float(cue in heard.cues))
    for said in heard.clauses:
        share = share_in(content.new, units_of(said)) if content.new else 0.0
        if share <= 0:
            continue
        kind = "marred" if _is_marred(said.fact) else "foreign" if _is_foreign(said, subject) else "clean"
        _highest(found, f"user_{kind}", share)
        if said.fact.negated:
            _highest(found, "user_denies", share)


def _is_marred(fact: Fact) -> bool:
    return fact.mood in _MARRED or fact.retracted


def _is_foreign(said: Said, subject: SubjectOf) -> bool:
    of = said.fact.subject
    return of not in {"", "user"} and not concerns(of, *subject)


def _agent(found: Features, content: Content, heard: Heard, talk: Talk) -> None:
    """What the agent said, what it was an answer to, and what the user answered."""
    new = _share(content.new, heard)
    topic = max(_any(content.topic, heard.units), _any(content.old, heard.units))
    before, after = talk.beside(heard, -1), talk.beside(heard, 1)
    proposes = bool(heard.cues & {"offers", "asks"})
    answered = after.cues if after is not None and after.authority is Authority.USER else frozenset[str]()
    reach = max(new, _HALF * topic)
    if "refuses" in answered:
        _highest(found, "agent_refused", reach)
        _highest(found, "agent_refused_new", new)
    elif "agrees" in answered:
        _highest(found, "agent_accepted", reach)
        _highest(found, "agent_accepted_new", new)
        if proposes:
            _highest(found, "agent_offer_accepted", reach)
    elif proposes:
        _highest(found, "agent_offer_open", new)
        if answered:
            _highest(found, "agent_topic_answered", reach)
    if not proposes:
        told = before is not None and before.authority is not Authority.AGENT and "asks" not in before.cues
        _highest(found, "agent_echo" if told else "agent_alone", new)
        if told and topic and "confirms" in heard.cues:
            found["agent_confirms"] = 1.0
        if before is not None and before.authority is Authority.RECORD:
            _highest(found, "agent_after_record", new)
    if topic and "keeps" in heard.cues and not proposes:
        found["agent_keeps"] = 1.0


def _derived(content: Content, talk: Talk) -> bool:
    """Whether a new amount is an old one with a spoken one added or taken away."""
    old, new = list(_sizes(content.old_values)), set(_sizes(content.values))
    if not old or not new:
        return False
    wanted = {f"#{abs(one - before)}" for one in new for before in old if one != before}
    return any(heard.authority is Authority.USER or heard.authority is Authority.RECORD for heard in talk.holding(wanted))


def _sizes(values: Iterable[Value]) -> Iterable[Decimal]:
    for value in values:
        size = value.size if value.size is not None else value.normal
        if value.kind in AMOUNTS and isinstance(size, Decimal):
            yield size


def evidence_features(said: Sequence[Said], reasons: Mapping[int, float], content: Content, subject: SubjectOf) -> Features:
    """How good the clauses are that the rules took for evidence against an entry; the best of them counts."""
    if not said:
        return {}
    best = max(said, key=lambda one: reasons.get(one.order, 0.0) * one.fact.confidence)
    units = units_of(best)
    return {
        "against": 1.0,
        "against_many": min(1.0, len(said) / _MANY),
        "against_sure": reasons.get(best.order, 0.0),
        "against_record": float(best.fact.authority is Authority.RECORD),
        "against_foreign": float(_is_foreign(best, subject)),
        "against_negated": float(best.fact.negated),
        "against_planned": float(best.fact.mood is Mood.PLANNED),
        "against_requested": float(best.fact.mood is Mood.REQUESTED),
        "against_topic": share_in(content.topic, units) if content.topic else 0.0,
        "against_topic_context": share_in(content.topic, best.context) if content.topic else 0.0,
        "against_old": share_in(content.old, units) if content.old else 0.0,
        "against_new": share_in(content.new, units) if content.new else 0.0,
        "against_topic_none": float(bool(content.topic) and share_in(content.topic, units) == 0),
        "against_words": min(1.0, len(units) / 12),
    }
