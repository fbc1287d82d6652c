"""Features of would-be alarms: numbers in [0, 1], each plain enough to be told to the reader of a finding."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from auditor.funnel.candidates import Said
from auditor.funnel.relevance import share_in
from auditor.records import Authority, Mood
from auditor.values import AMOUNTS, Value
from auditor.verdicts.identity import SubjectOf
from auditor.verdicts.second_look.claims import Content
from auditor.verdicts.second_look.foreign import is_foreign
from auditor.verdicts.second_look.talk import Heard, Talk, cues_in, units_of

Features = dict[str, float]
_SIDES: Mapping[Authority, str] = {
    Authority.USER: "user",
    Authority.RECORD: "record",
    Authority.AGENT: "agent",
    Authority.THIRD_PARTY: "third",
}
_TOPIC_CUES = ("changes", "keeps", "ends", "refuses", "others", "supposes", "asks", "short")
_MOODS: Mapping[Mood, str] = {
    Mood.ASKED: "asks",
    Mood.SUPPOSED: "supposes",
    Mood.WISHED: "supposes",
    Mood.QUOTED: "others",
    Mood.JOKED: "supposes",
    Mood.OFFERED: "asks",
}
_BEST_CUES = (
    "changes",
    "keeps",
    "ends",
    "refuses",
    "agrees",
    "others",
    "supposes",
    "earlier",
    "asks",
    "short",
)
_HALF = 0.5
_MANY = 6
_LONG = 12


def talk_features(content: Content, talk: Talk, subject: SubjectOf) -> Features:
    """What the conversations hold of ``content``, by who said it and how."""
    found: Features = {}
    near = talk.holding(content.new | content.topic | content.old)
    best = _best_turn(content, near, talk)
    if best is not None:
        _episode(found, content, best, talk, subject)
    for heard in near:
        side = _SIDES.get(heard.authority)
        if side is None:
            continue
        around = _by_turn(found, content, heard, talk, side)
        for position, said in enumerate(heard.clauses):
            share = _share(content.new, units_of(said))
            if share <= 0:
                continue
            if side == "user":
                _highest(found, f"user_{_how_meant(said, subject)}", share)
                _highest(found, "user_on_topic", share * around)
            elif side == "agent":
                _agent(found, (said, position), share, heard, talk)
    found["derived"] = float(_derived(content, talk))
    return found


def _best_turn(content: Content, near: Sequence[Heard], talk: Talk) -> Heard | None:
    """The turn that tells most of the new content, those near the topic first, of equals the last."""
    about = content.topic | content.old

    def told(heard: Heard) -> tuple[float, int]:
        beside = (talk.beside(heard, -1), talk.beside(heard, 1))
        around = any(one is not None and _share(about, one.units) > 0 for one in beside)
        topic = 1.0 if _share(about, heard.units) > 0 else _HALF if around else 0.0
        new = _share(content.new, heard.units)
        return new + _HALF * topic, heard.order

    return max((heard for heard in near if heard.authority in _SIDES), key=told, default=None)


def _episode(found: Features, content: Content, heard: Heard, talk: Talk, subject: SubjectOf) -> None:
    """What stands in the best turn and how the talk goes on from there."""
    side = _SIDES[heard.authority]
    before, after = talk.beside(heard, -1), talk.beside(heard, 1)
    found["best_new"] = _share(content.new, heard.units)
    found["best_topic"] = _share(content.topic, heard.units)
    found["best_old"] = _share(content.old, heard.units)
    found[f"best_{side}"] = 1.0
    found[f"best_reply_{_reply(after)}"] = 1.0
    clauses = [(_share(content.new, units_of(said)), -at, said) for at, said in enumerate(heard.clauses)]
    share, at, said = max(clauses, key=lambda one: one[:2], default=(0.0, 0, None))
    if said is not None and share > 0:
        how = (
            _how_meant(said, subject)
            if side == "user"
            else _how_told((said, -at), heard, talk)
            if side == "agent"
            else "says"
        )
        found[f"best_{side}_{how}"] = 1.0
    for cue in _BEST_CUES:
        found[f"best_cue_{cue}"] = float(cue in heard.cues)
        found[f"best_before_{cue}"] = float(before is not None and cue in before.cues)
    if after is not None and after.authority is Authority.AGENT:
        found["best_confirmed"] = float("confirms" in after.cues or _share(content.new, after.units) > 0)
        found["best_kept"] = float("keeps" in after.cues)
    if before is not None and before.authority is Authority.AGENT:
        found["best_asked"] = float("asks" in before.cues)
        found["best_before_new"] = _share(content.new, before.units)
        found["best_before_topic"] = float(_share(content.topic | content.old, before.units) > 0)
    if before is not None and before.authority is Authority.RECORD:
        found["best_before_record"] = 1.0


def _highest(found: Features, name: str, value: float) -> None:
    if value > found.get(name, 0.0):
        found[name] = value


def _share(units: frozenset[str], said: frozenset[str]) -> float:
    return share_in(units, said) if units else 0.0


def _by_turn(found: Features, content: Content, heard: Heard, talk: Talk, side: str) -> float:
    """What a turn holds as a whole; returns whether it or its neighbours speak of the topic."""
    new, old = _share(content.new, heard.units), _share(content.old, heard.units)
    topic = _share(content.topic, heard.units)
    before, after = talk.beside(heard, -1), talk.beside(heard, 1)
    beside = [one.units for one in (before, after) if one is not None]
    _highest(found, f"{side}_new", new)
    _highest(found, f"{side}_topic", topic)
    _highest(found, f"{side}_old", old)
    _highest(found, f"{side}_both", new if topic or old else 0.0)
    near = float(bool(topic or old) or any(_share(content.topic | content.old, one) > 0 for one in beside))
    if side == "user" and before is not None:
        _highest(
            found, "pair_new", _share(content.new, heard.units | before.units) * ("refuses" not in heard.cues)
        )
    if topic or old:
        for cue in _TOPIC_CUES:
            if cue in heard.cues:
                found[f"{side}_topic_{cue}"] = 1.0
        if side == "agent":
            held = "topic" if new == old else "new" if new > old else "old"
            found[f"{held}_{_reply(after)}"] = 1.0
    return near


def _reply(after: Heard | None) -> str:
    """How the user takes what the agent said."""
    if after is None or after.authority is not Authority.USER:
        return "unanswered"
    return "refused" if "refuses" in after.cues else "agreed" if "agrees" in after.cues else "passed"


def _how_meant(said: Said, subject: SubjectOf) -> str:
    """How a clause of the user's stands to the entry: the first reason why it may be no evidence for it."""
    fact, cues = said.fact, cues_in(said.fact.quote)
    if fact.authority is Authority.THIRD_PARTY or is_foreign(fact, subject):
        return "others"
    if fact.negated:
        return "denies"
    if fact.mood in _MOODS:
        return _MOODS[fact.mood]
    for cue in ("others", "earlier", "supposes", "refuses"):
        if cue in cues:
            return f"maybe_{cue}"
    return "clean"


def _agent(found: Features, clause: tuple[Said, int], share: float, heard: Heard, talk: Talk) -> None:
    """What the agent said, what it was an answer to, and what the user answered."""
    how, after = _how_told(clause, heard, talk), talk.beside(heard, 1)
    _highest(found, f"agent_{how}", share)
    _highest(found, f"agent_{_reply(after)}", share)
    if how in {"asks", "advises"}:
        _highest(found, f"offer_{_reply(after)}", share)


def _how_told(clause: tuple[Said, int], heard: Heard, talk: Talk) -> str:
    """How a clause of the agent's stands in the talk."""
    said, position = clause
    cues = cues_in(said.fact.quote)
    before = talk.beside(heard, -1)
    if said.fact.mood in {Mood.ASKED, Mood.OFFERED} or "offers" in cues:
        return "asks"
    if "keeps" in cues:
        return "keeps"
    if "advises" in cues or "supposes" in cues:
        return "advises"
    if before is not None and before.authority is Authority.RECORD:
        return "reads"
    if before is None or "asks" in before.cues:
        return "informs"
    return "echoes" if position == 0 else "adds"


def _derived(content: Content, talk: Talk) -> bool:
    """Whether a new amount is an old one with a spoken one added or taken away."""
    old, new = list(_sizes(content.old_values)), set(_sizes(content.values))
    wanted = {f"#{abs(one - before)}" for one in new for before in old if one != before}
    entitled = {Authority.USER, Authority.RECORD}
    return bool(wanted) and any(heard.authority in entitled for heard in talk.holding(wanted))


def _sizes(values: Iterable[Value]) -> Iterable[Decimal]:
    for value in values:
        size = value.size if value.size is not None else value.normal
        if value.kind in AMOUNTS and isinstance(size, Decimal):
            yield size


def evidence_features(
    said: Sequence[Said], sure: Mapping[int, float], content: Content, subject: SubjectOf
) -> Features:
    """How good the clauses are that the rules took for evidence against an entry; the best of them counts."""
    if not said:
        return {}
    best = max(said, key=lambda one: sure.get(one.order, 0.0) * one.fact.confidence)
    units, fact = units_of(best), best.fact
    cues = cues_in(fact.quote)
    return {
        "against": 1.0,
        "against_many": min(1.0, len(said) / _MANY),
        "against_sure": sure.get(best.order, 0.0),
        "against_record": float(fact.authority is Authority.RECORD),
        "against_foreign": float(is_foreign(fact, subject) or "others" in cues),
        "against_negated": float(fact.negated),
        "against_planned": float(fact.mood is Mood.PLANNED),
        "against_requested": float(fact.mood is Mood.REQUESTED),
        "against_changes": float("changes" in cues),
        "against_keeps": float("keeps" in cues),
        "against_topic": _share(content.topic, units),
        "against_topic_context": _share(content.topic, best.context),
        "against_old": _share(content.old, units),
        "against_new": _share(content.new, units),
        "against_words": min(1.0, len(units) / _LONG),
    }
