"""Features of where new content comes from: the user, what the user took up, or the agent alone."""

from collections.abc import Iterable, Sequence

from auditor.funnel.interface import Statement
from auditor.funnel.moved import moved
from auditor.funnel.reach import ALIKE
from auditor.funnel.ties import may_be_tied, tie
from auditor.records import Authority
from auditor.values import AMOUNTS, Value
from auditor.verdicts.second_look.claims import Content
from auditor.verdicts.second_look.talk import Heard, Talk

Features = dict[str, float]
_HALF = 0.5
_SMALL = 0.1
_ENTITLED = frozenset({Authority.USER, Authority.RECORD})


def grounding_features(content: Content, talk: Talk) -> Features:
    """The shares of ``content`` by who said them and was let stand, and how its number moved."""
    near = talk.holding(content.new | content.topic | content.old)
    entitled = _all_units(one for one in near if one.authority in _ENTITLED)
    agents = [one for one in near if one.authority is Authority.AGENT]
    taken = _all_units(one for one in agents if _answer_holds(one, talk, "agrees"))
    stood = _all_units(one for one in agents if "asks" not in one.cues and not _refused(one, talk))
    said_by_agent = _all_units(agents)
    new = content.new
    return {
        "ground_entitled": _share(new, new & entitled),
        "ground_taken": _share(new, new & (taken - entitled)),
        "ground_stood": _share(new, new & (stood - entitled)),
        "ground_agent": _share(new, new & (said_by_agent - entitled)),
        "ground_nowhere": _share(new, new - entitled - said_by_agent),
        "ground_kin": _kin_share(new, [one for one in near if one.authority in _ENTITLED]),
        "moved": float(any(_moves(one, content) for one in near if one.authority is Authority.USER)),
        "moved_back": float(any(_moves(one, content) and _read_back(one, content, talk) for one in near)),
        "small_step": float(_small_step(content)),
        "answered": float(any(_answered(one, content, talk) for one in agents)),
    }


def _all_units(turns: Iterable[Heard]) -> frozenset[str]:
    return frozenset[str]().union(*(one.units for one in turns))


def _share(all_of: frozenset[str], part: frozenset[str]) -> float:
    return len(part) / len(all_of) if all_of else 0.0


def _answer_holds(heard: Heard, talk: Talk, cue: str) -> bool:
    answer = talk.beside(heard, 1)
    is_users = answer is not None and answer.authority is Authority.USER
    return is_users and answer is not None and cue in answer.cues and "refuses" not in answer.cues


def _refused(heard: Heard, talk: Talk) -> bool:
    answer = talk.beside(heard, 1)
    return answer is not None and answer.authority is Authority.USER and "refuses" in answer.cues


def _kin_share(new: frozenset[str], turns: Sequence[Heard]) -> float:
    """The share of the new words that the user or a record says in the same or in related words."""
    words = frozenset(unit for unit in new if not unit.startswith("#"))
    heard = _all_units(turns)
    met = [
        word
        for word in words
        if word in heard or any(tie(word, other) in ALIKE for other in may_be_tied(word, heard))
    ]
    return len(met) / len(words) if words else 0.0


def _moves(heard: Heard, content: Content) -> bool:
    """Whether a turn tells of a change that makes the new value of the old one ("a fiver more")."""
    if not content.values or not content.old_values:
        return False
    old = Statement("", values=tuple(content.old_values))
    told = "; ".join(said.fact.quote for said in heard.clauses)
    return any(moved(old, value, told) for value in content.values)


def _read_back(heard: Heard, content: Content, talk: Talk) -> bool:
    answer = talk.beside(heard, 1)
    said = answer is not None and answer.authority is Authority.AGENT and content.new & answer.units
    return bool(said) and answer is not None and not _refused(answer, talk)


def _answered(heard: Heard, content: Content, talk: Talk) -> bool:
    """Whether the agent asked about the topic and the user's answer holds new words."""
    answer = talk.beside(heard, 1)
    asked = "asks" in heard.cues and bool((content.topic | content.old) & heard.units)
    users = answer is not None and answer.authority is Authority.USER
    return asked and users and answer is not None and bool(content.new & answer.units)


def _small_step(content: Content) -> bool:
    """Whether a number moved by a tenth at most, as readings and counters do."""
    olds, news = _sizes(content.old_values), _sizes(content.values)
    return any(old and new != old and abs(new - old) <= _SMALL * abs(old) for old in olds for new in news)


def _sizes(values: Sequence[Value]) -> list[float]:
    sized = (value for value in values if value.kind in AMOUNTS)
    return [float(value.size) for value in sized if value.size is not None]
