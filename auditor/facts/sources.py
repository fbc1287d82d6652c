"""Who stands behind what a turn says: the user, a record, the agent, somebody else, or the memory itself."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from auditor.facts.lexicon import lists, pattern, plain
from auditor.records import Authority, Speaker, Transcript, Turn

_SURE = 1.0
_UNLABELLED = 0.65


@dataclass(frozen=True, slots=True)
class Voice:
    """Whose words a turn holds; ``confidence`` is below 1 where the transcript does not say, in (0, 1]."""

    authority: Authority
    confidence: float = _SURE


def voices(transcript: Transcript) -> list[Voice]:
    """The voice of each turn of a transcript.

    A transcript whose turns all carry one label, or none, is told apart by what is said: "my plan" is the
    user's, "your plan" the agent's, and where neither shows the speakers take turns.
    """
    spoken = [t.speaker for t in transcript.turns if t.speaker in _PEOPLE]
    named = {t.name for t in transcript.turns if t.name and t.speaker in _PEOPLE}
    unlabelled = (
        len(spoken) > 1 and len(set(spoken)) == 1 and len(named) < _TWO and _answers_itself(transcript.turns)
    )
    found: list[Voice] = []
    previous: Authority | None = None
    for turn in transcript.turns:
        if turn.speaker is Speaker.UNKNOWN or (unlabelled and turn.speaker in _PEOPLE):
            voice = Voice(_guessed(turn.text, previous), _UNLABELLED)
        else:
            voice = _labelled(turn)
        if voice.authority in {Authority.USER, Authority.AGENT}:
            previous = voice.authority
        found.append(voice)
    return found


_TWO = 2
_SERVES = 4  # two turns of phrase that only a service uses, or one and "your" twice
_PEOPLE = frozenset({Speaker.USER, Speaker.AGENT, Speaker.UNKNOWN})


def _answers_itself(turns: Sequence[Turn]) -> bool:
    """Whether a transcript with one label holds both sides: some turn speaks as a service does."""
    if all(t.speaker is Speaker.UNKNOWN for t in turns):
        return True
    return any(_agent_score(plain(t.text)) >= _SERVES for t in turns if t.speaker is Speaker.USER)


def _labelled(turn: Turn) -> Voice:
    if turn.recalled:
        return Voice(Authority.RECALLED)
    if turn.speaker is Speaker.USER:
        return Voice(Authority.RECALLED if _INJECTED_BLOCK.match(turn.text) else Authority.USER)
    if turn.speaker is Speaker.AGENT:
        return Voice(Authority.AGENT)
    if turn.speaker is Speaker.DOCUMENT:
        return Voice(Authority.THIRD_PARTY)
    return Voice(_reported(turn))


_INJECTED_BLOCK = re.compile(r"\s*(?:<system-reminder|<memor|\[memory\]|\[system reminder)", re.IGNORECASE)
_HEAD = 200


def _reported(turn: Turn) -> Authority:
    """A tool or system turn: a record, unless it restates memory, instructs the agent or retrieves text."""
    head = plain(turn.text[:_HEAD]).lstrip()
    if _starts("recalled").match(head):
        return Authority.RECALLED
    if turn.speaker is Speaker.SYSTEM:
        return Authority.RECALLED if _starts("prompted").match(head) else Authority.RECORD
    name = plain(turn.name or "")
    if any(part in name for part in lists("sources")["retrieval_names"]):
        return Authority.THIRD_PARTY
    return Authority.THIRD_PARTY if _starts("retrieved").match(head) else Authority.RECORD


def _starts(key: str) -> re.Pattern[str]:
    # A tool may name itself first: "web_search: result 1: …".
    return re.compile(
        r"[\s\[(*#>-]*(?:[\w.-]{1,30}[:>] ?)?[\s\[(*#>-]*(?:" + "|".join(lists("sources")[key]) + ")"
    )


def failed(text: str) -> bool:
    """Whether a tool's text (lower case) reports that an action failed, so that nothing changed."""
    return re.search("|".join(lists("sources")["failed"]), text) is not None


# ---- Speakers without a label ------------------------------------------------------------


def _guessed(text: str, previous: Authority | None) -> Authority:
    lowered = plain(text)
    agent, user = _agent_score(lowered), _user_score(lowered)
    if agent != user:
        return Authority.AGENT if agent > user else Authority.USER
    return Authority.AGENT if previous is Authority.USER else Authority.USER


def _agent_score(lowered: str) -> int:
    second = re.findall(r"\b(?:your|you're|you have|you are|you've|you'll)\b(?! (?:tell|help))", lowered)
    asking = re.match(r"\W*(?:can|could|would|will|do|are) you\b", lowered)
    return len(pattern("sources", "agent_cues").findall(lowered)) * 2 + len(second) - (2 if asking else 0)


def _user_score(lowered: str) -> int:
    return (
        len(pattern("sources", "user_cues").findall(lowered))
        + len(re.findall(r"\b(?:i|my|me)\b", lowered)) // 2
    )
