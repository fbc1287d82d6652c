"""The last word wins: marks what a speaker took back ("no wait, the 14th", "scratch that")."""

import re
from collections.abc import Sequence
from dataclasses import replace

from auditor.facts.languages import content_words
from auditor.facts.lexicon import plain
from auditor.records import Authority, Fact, Mood

_WITHDRAWN = re.compile(
    r"\b(?:scratch that|scrap that|strike that|forget (?:that|it|what i (?:just )?said)|never ?mind|ignore (?:that|what i said|my last)|disregard that|cancel that|"
    r"undo that|take that back|i take it back|i misspoke|i was wrong|my mistake|that was (?:wrong|a mistake|my mistake)|that's not right, i|"
    r"i (?:mixed|confused|muddled) (?:that|this|it|them|these|those|the \w+)(?: up)?|wrong (?:line|row|column|page|calendar|tab|list|year|one)|"
    r"i got (?:that|it|this) wrong|i was (?:looking at|thinking of)|vergiss das|streich das|olvida eso|oublie ça|laisse tomber)\b"
    r"|看错了|说错了|記憶違い|間違えました"
)
_CORRECTED = re.compile(
    r"^\W*(?:(?:oh|ah|oops|ugh|hm+|um|uh|and|ok|okay) )*(?:no,? wait|wait|hold on|hang on|actually|sorry|correction|i meant?|make (?:that|it)|or rather|rather|no,|oops|"
    r"my bad|you're right|you are right|let me correct|on second thoughts?|change of plans?|scratch|i misspoke|not \w+,|nein,|doch|moment|perdón|"
    r"mejor|en realidad|pardon|en fait|plutôt|等等|不对|やっぱり)"
    r"|\b(?:i meant|make (?:that|it)|correction to|instead|on second thoughts?|i mean)\b"
)
_EXPLICIT = re.compile(r"\b(?:correction|i meant|i misspoke|i was wrong|earlier i said|what i said)\b")
_KEPT = re.compile(
    r"\b(?:leave|keep) (?:it|that|them|this)(?: in| there| as (?:it )?is)?\b|\bdon't (?:delete|remove|forget|erase) (?:it|that|them)\b|\bkeep (?:it|them)\b"
)
_KINDS = {
    "weekday": re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|周[一二三四五六日]|[月火水木金土日]曜"),
    "time": re.compile(r"\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:am|pm|o'clock)\b|\b(?:half|quarter) past\b|\bo'clock\b|\bnoon\b|\bmidnight\b|\bat (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|点|時"),
    "date": re.compile(r"\b\d{1,2}(?:st|nd|rd|th)\b|\d{4}-\d\d-\d\d|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|月"),
    "number": re.compile(r"\b\d+(?![\d:]*(?:st|nd|rd|th|am|pm|:))\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand)\b"),
}  # fmt: skip
_NEAR = 8
_FAR = 60
_CAN_BE_RETRACTED = frozenset({Mood.ASSERTED, Mood.REQUESTED, Mood.PLANNED, Mood.FORGET})


def with_retractions(facts: Sequence[Fact]) -> list[Fact]:
    """``facts`` (in order of time) with ``retracted`` set on what their own authority took back later."""
    result = list(facts)
    said: list[int] = []
    correcting: tuple[str, int] | None = None
    for i, fact in enumerate(facts):
        if fact.authority is not Authority.USER:
            continue
        text = plain(fact.quote)
        turn = (fact.transcript, fact.turn)
        if _KEPT.search(text) and fact.asserts:
            _retract_last_forget(result, said)
        if _WITHDRAWN.search(text):
            _withdraw(result, said, turn)
            if not content_words(_WITHDRAWN.sub("", text)):
                result[i] = replace(fact, mood=Mood.SUPPOSED)
            correcting = turn
        elif _CORRECTED.search(text):
            correcting = turn
        if correcting == turn and result[i].asserts:
            reach = _FAR if _EXPLICIT.search(text) or _EXPLICIT.search(plain(fact.context)) else _NEAR
            _correct(result, said[-reach:], result[i])
        if result[i].mood in _CAN_BE_RETRACTED:
            said.append(i)
    return result


def _retract_last_forget(result: list[Fact], said: Sequence[int]) -> None:
    for j in reversed(said[-_NEAR:]):
        if result[j].mood is Mood.FORGET and not result[j].retracted:
            result[j] = replace(result[j], retracted=True)
            return


def _withdraw(result: list[Fact], said: Sequence[int], turn: tuple[str, int]) -> None:
    """Takes back what stands before in the same turn, else all of the user's turn before."""
    recent = [j for j in said[-_NEAR:] if result[j].transcript == turn[0] and not result[j].retracted]
    if not recent:
        return
    target = result[recent[-1]].turn
    for j in recent:
        if result[j].turn == target:
            result[j] = replace(result[j], retracted=True)


def _correct(result: list[Fact], earlier: Sequence[int], fact: Fact) -> None:
    """Takes back the nearest earlier statement about the same thing, other in its value."""
    kinds, topic = _kinds(fact.quote), set(_stems(fact.quote))
    for j in reversed(earlier):
        other = result[j]
        if other.retracted or plain(other.quote) == plain(fact.quote) or other.subject != fact.subject:
            continue
        shared = topic & set(_stems(other.text))
        same_kind = kinds & _kinds(other.quote)
        if (same_kind and (shared or not topic or other.transcript == fact.transcript)) or len(shared) > 1:
            result[j] = replace(other, retracted=True)
            return


def _kinds(text: str) -> set[str]:
    lowered = plain(text)
    return {kind for kind, found in _KINDS.items() if found.search(lowered)}


_STEM = 5


def _stems(text: str) -> list[str]:
    return [word[:_STEM] for word in content_words(text)]
