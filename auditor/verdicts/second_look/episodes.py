"""Features of the stretch of talk that is about an entry: what was asked, told, and how it was taken."""

from collections.abc import Iterable, Sequence

from auditor.funnel.candidates import Said
from auditor.funnel.relevance import share_in
from auditor.records import Authority, Mood
from auditor.verdicts.identity import SubjectOf
from auditor.verdicts.second_look.claims import Content
from auditor.verdicts.second_look.foreign import is_foreign
from auditor.verdicts.second_look.talk import Heard, Talk, cues_in, units_of

Features = dict[str, float]
_BEFORE, _AFTER = 1, 2  # turns around the one that is most about the entry
_USER_CUES = ("agrees", "changes", "defers", "keeps", "others", "own", "refuses", "supposes")
_AGENT_CUES = ("advises", "asks", "keeps", "supposes")
_HELD = 0.5
_SEVERAL = 4
_LONG = 20
_MEANT = frozenset({Mood.ASSERTED, Mood.REQUESTED, Mood.PLANNED})


def episode_features(content: Content, talk: Talk, subject: SubjectOf) -> Features:
    """What the talk around the turn that is most about ``content`` holds, and what the user tells of it."""
    found: Features = {"last_new": 0.0, "last_old": 0.0}
    near = talk.holding(content.new | content.topic | content.old)
    if not near:
        return found
    found |= _window(content, near, talk)
    for heard in near:
        for said in heard.clauses:
            if said.fact.speaker.value in {"user", "unknown"}:
                _told(found, content, said, subject)
    last_new, last_old = _last(near, content.new, content.old), _last(near, content.old, content.new)
    found["last_new"], found["last_old"] = float(last_new > last_old), float(last_old > last_new)
    return found


def _window(content: Content, near: Sequence[Heard], talk: Talk) -> Features:
    def weight(heard: Heard) -> float:
        told = (2 * _rare(content.new, heard, talk), _rare(content.old, heard, talk))
        return sum(told) + _rare(content.topic, heard, talk)

    weights = {heard.order: weight(heard) for heard in near}
    best = max(near, key=lambda heard: (weights[heard.order], heard.order))
    turns = [talk.beside(best, step) for step in range(-_BEFORE, _AFTER + 1)]
    window = [one for one in turns if one is not None]
    users = [one for one in window if one.authority is Authority.USER]
    agents = [one for one in window if one.authority is Authority.AGENT]
    heard_units = frozenset[str]().union(*(one.units for one in window))
    return {
        "about": weights[best.order] / _SEVERAL,
        "window_new": share_in(content.new, heard_units) if content.new else 0.0,
        "window_user": min(1.0, sum(len(one.units) for one in users) / _LONG),
        "window_record": float(any(one.authority is Authority.RECORD for one in window)),
        **{f"window_user_{cue}": _any_holds(users, cue) for cue in _USER_CUES},
        **{f"window_agent_{cue}": _any_holds(agents, cue) for cue in _AGENT_CUES},
    }


def _rare(units: frozenset[str], heard: Heard, talk: Talk) -> float:
    """The share of ``units`` that a turn holds, each counted by how rare it is in the talk."""
    return sum(talk.rarity(unit) for unit in units & heard.units) / max(1, len(units))


def _any_holds(turns: Iterable[Heard], cue: str) -> float:
    return float(any(cue in one.cues for one in turns))


def _told(found: Features, content: Content, said: Said, subject: SubjectOf) -> None:
    """What one clause of the user's tells of the topic, or of the new content in somebody else's place."""
    fact, units = said.fact, units_of(said)
    new, topic = units & content.new, units & (content.topic | content.old)
    share = len(new) / max(1, len(content.new))
    if fact.read_back:
        _highest(found, "read_back_new", share)
        return
    foreign = fact.authority is Authority.THIRD_PARTY or is_foreign(fact, subject)
    if foreign:
        _highest(found, "foreign_new", share)
    elif fact.mood in _MEANT and topic:
        cues = cues_in(fact.quote)
        _highest(found, "told_topic", len(topic) / max(1, len(content.topic | content.old)))
        _highest(found, "told_rest", min(1.0, len(units - topic) / _SEVERAL))
        for cue in ("changes", "ends", "keeps"):
            _highest(found, f"told_{cue}", float(cue in cues))
        _highest(found, "told_negated", float(fact.negated))


def _highest(found: Features, name: str, value: float) -> None:
    if value > found.get(name, 0.0):
        found[name] = value


def _last(near: Sequence[Heard], units: frozenset[str], others: frozenset[str]) -> int:
    """The last turn that holds at least half of ``units``, and more of them than of ``others``; else -1."""

    def held(one: Heard) -> bool:
        share = len(units & one.units) / max(1, len(units))
        return share >= _HELD and share >= len(others & one.units) / max(1, len(others))

    return max((one.order for one in near if held(one)), default=-1)
