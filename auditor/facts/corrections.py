"""The last word wins: marks what a speaker took back ("no wait, the 14th", "scratch that")."""

import re
from collections.abc import Sequence
from dataclasses import replace

from auditor.facts.anaphora import needs_topic
from auditor.facts.entries import same_subject
from auditor.facts.languages import content_words
from auditor.facts.lexicon import pattern, plain, search
from auditor.records import Authority, Fact, Mood

_NEAR = 8
_FAR = 60
_LAST_TURNS = 3
_CAN_BE_RETRACTED = frozenset({Mood.ASSERTED, Mood.REQUESTED, Mood.PLANNED, Mood.FORGET})


def with_retractions(facts: Sequence[Fact]) -> list[Fact]:
    """``facts`` (in order of time) with ``retracted`` set on what their own authority took back later."""
    result = list(facts)
    said: list[int] = []
    correcting: tuple[str, int] | None = None
    before: list[int] = []
    for i, fact in enumerate(facts):
        if fact.authority is not Authority.USER:
            continue
        text = plain(fact.quote)
        turn = (fact.transcript, fact.turn)
        if _says("kept", text) and fact.asserts:
            _retract_last_forget(result, said)
        if _says("withdrawn", text):
            rest = [f.quote for f in facts[i : i + _NEAR] if (f.transcript, f.turn) == turn]
            corrected = _withdraw(result, said, turn, _kinds(" ".join(rest)))
            rest_of_clause = pattern("corrections", "withdrawn").sub("", text)
            if not content_words(rest_of_clause) and not _kinds(rest_of_clause):
                result[i] = replace(fact, mood=Mood.SUPPOSED)
            correcting, before = (None if corrected else turn), list(said)
        elif _says("corrected", text) or introduces_correction(fact.context.split(" / ")[0]):
            correcting, before = turn, list(said)
        if _replace_named(result, said, i):
            correcting = None
        elif correcting == turn and result[i].asserts:
            asked = _asked_before(facts, i)
            reach = _FAR if _says("explicit", text) or _says("explicit", plain(fact.context)) else _NEAR
            _correct(result, before[-reach:], i, asked)
        if result[i].mood in _CAN_BE_RETRACTED:
            said.append(i)
    return result


def withdraws(text: str) -> bool:
    """Whether ``text`` takes back what was said before ("scratch that")."""
    return _says("withdrawn", plain(text))


def introduces_correction(text: str) -> bool:
    """Whether ``text`` is a mere "no wait", which corrects something by what follows it."""
    lowered = plain(text)
    return _MERE_CUE.fullmatch(lowered) is not None and _says("corrected", lowered)


_MERE_CUE = re.compile(
    r"\W*(?:(?:no|oh|oops|sorry|actually|wait|hold on|hang on|correction|moment|nein|perdón|pardon)\W*){1,3}"
)


def _retract_last_forget(result: list[Fact], said: Sequence[int]) -> None:
    for j in reversed(said[-_NEAR:]):
        if result[j].mood is Mood.FORGET and not result[j].retracted:
            result[j] = replace(result[j], retracted=True)
            return


def _withdraw(result: list[Fact], said: Sequence[int], turn: tuple[str, int], kinds: set[str]) -> bool:
    """Takes back what stands before in the same turn, else all of the user's turn before.

    Where the speaker goes on to say what is right (values of ``kinds``), only statements with such values
    go. Tells whether there were any.
    """
    recent = [j for j in said[-_NEAR:] if result[j].transcript == turn[0] and not result[j].retracted]
    if not recent:
        return False
    meant = [j for j in recent if result[j].turn == result[recent[-1]].turn]
    replaced = [j for j in meant if kinds & _kinds(result[j].quote)]
    for j in replaced or meant:
        result[j] = replace(result[j], retracted=True)
    return bool(replaced)


def _asked_before(facts: Sequence[Fact], i: int) -> str:
    """What the agent asked or said just before the turn of clause ``i``, which its "no" is about, or ""."""
    turn = facts[i].turn
    said = [
        fact.quote
        for fact in facts[max(0, i - _NEAR) : i]
        if fact.transcript == facts[i].transcript and fact.turn == turn - 1 and not fact.read_back
        if fact.authority is Authority.AGENT
    ]
    return " ".join(said)


def _correct(result: list[Fact], earlier: Sequence[int], i: int, asked: str = "") -> None:
    """Takes back the nearest earlier statement about the same thing, other in its value.

    A correction that says no more than the new value takes over the rest: "Book a table for 4 on Friday" and
    "make it 3" give "Book a table for 3 on Friday".
    """
    fact = result[i]
    kinds, topic = _kinds(fact.quote), set(_stems(fact.quote))
    for j in reversed(earlier):
        other = result[j]
        if fact.negated and (other.transcript, other.turn) == (fact.transcript, fact.turn):
            continue  # "they want 420, and not 300" takes nothing back
        if (
            other.retracted
            or plain(other.quote) == plain(fact.quote)
            or not same_subject(other.subject, fact.subject)
        ):
            continue
        elsewhere = bool(kinds & _kinds(asked)) and not _is_about(other, fact, asked)
        if elsewhere and other.turn < fact.turn:
            continue  # "Half past five?" "No, five sharp" takes back nothing else with a number
        shared = topic & set(_stems(other.quote))
        same_kind = kinds & _kinds(other.quote)
        near = shared or not topic or other.transcript == fact.transcript
        recent = other.transcript == fact.transcript and other.turn >= fact.turn - _LAST_TURNS
        if not (same_kind and near and (shared or recent)) and len(shared) <= 1:
            continue
        if same_kind and needs_topic(fact.quote):
            text = _with_value(other.text, fact.quote, same_kind)
            result[i] = replace(fact, text=text, subject=other.subject, negated=other.negated)
        result[j] = replace(other, retracted=True)
        return


def _is_about(other: Fact, fact: Fact, asked: str) -> bool:
    """Whether an earlier statement shares a word or value with a correction or with what it answers."""
    if _says("explicit", plain(fact.quote)) or _says("explicit", plain(fact.context)):
        return True
    now = {*_stems(fact.quote), *_stems(asked)}
    return bool(now & set(_stems(other.quote)))


def _replace_named(result: list[Fact], said: Sequence[int], i: int) -> bool:
    """Mends an earlier statement by "it's amoxicillin, not penicillin": the new word replaces the old.

    ``i`` is the clause that names the old word. Tells whether such a statement was found.
    """
    old, new = _NOT_THIS.match(plain(result[i].quote)), None
    if old and said and result[said[-1]].turn == result[i].turn:
        new = _BUT_THIS.match(result[said[-1]].quote)
    if not old or not new:
        return False
    word = re.compile(rf"(?<!\w){re.escape(old.group('old'))}(?!\w)")
    for j in reversed(said[-_FAR:-1]):
        found = word.search(plain(result[j].text))
        if found and not result[j].retracted and result[j].transcript == result[i].transcript:
            before, after = result[j].text[: found.start()], result[j].text[found.end() :]
            text = _joined(before, new.group("new")) + after
            result[said[-1]] = replace(result[said[-1]], text=text, subject=result[j].subject)
            _retract_alike(result, said[:-1], j, old.group("old"))
            return True
    return False


def _joined(before: str, new: str) -> str:
    """``before`` and ``new`` put together without the word that both have: "flat" and "flat 4"."""
    first, _, rest = new.partition(" ")
    return before + (rest if rest and plain(before).rstrip().endswith(plain(first)) else new)


_NOT_THIS = re.compile(
    r"(?:and |but )?not (?:the |an? )?(?P<old>[\w-]+(?: [\w-]+)?)(?:,? (?:sorry|any ?more))?\W*$"
)
_BUT_THIS = re.compile(
    r"(?:(?:oh|and|no|sorry|so|actually|well),? )*(?:it's|it is|its|that's|i meant?|make it|it has to be) "
    r"(?:the |an? )?(?:\w+ )??(?P<new>[\w-]+(?: [\w-]+)?)\W*$",
    re.IGNORECASE,
)


def _retract_alike(result: list[Fact], said: Sequence[int], j: int, value: str) -> None:
    """Takes back statement ``j`` and those before that say the same with the same value."""
    topic = set(_stems(result[j].text))
    for k in said:
        other = result[k]
        same = value in plain(other.text) and len(topic & set(_stems(other.text))) > 1
        if k == j or (same and other.transcript == result[j].transcript):
            result[k] = replace(other, retracted=True)


def mended(statement: str, correction: str) -> str:
    """``statement`` with the value that ``correction`` gives another of: "the 9th at 10", "but at 11"."""
    kinds = _kinds(statement) & _kinds(correction)
    return _with_value(statement, correction, kinds) if kinds else statement


def _with_value(statement: str, correction: str, kinds: set[str]) -> str:
    """``statement`` with its value of one of ``kinds`` replaced by that of ``correction``."""
    for kind in _KINDS:
        found = pattern("corrections", f"kind_{kind}")
        old, new = list(found.finditer(plain(statement))), list(found.finditer(plain(correction)))
        if kind in kinds and old and new:
            counted = _next_word(correction, new[-1])
            alike = [match for match in old if counted and _next_word(statement, match) == counted]
            start, end = (alike or (old[-1:] if kind == "number" else old))[0].span()
            return statement[:start] + correction[slice(*new[-1].span())] + statement[end:]
    return correction


def _next_word(text: str, match: re.Match[str]) -> str:
    following = content_words(text[match.end() : match.end() + 30])
    return following[0] if following else ""


def _says(what: str, lowered: str) -> bool:
    return search("corrections", what, lowered) is not None


_KINDS = ("weekday", "time", "date", "number")


def _kinds(text: str) -> set[str]:
    lowered = plain(text)
    return {kind for kind in _KINDS if _says(f"kind_{kind}", lowered)}


_STEM = 5


def _stems(text: str) -> list[str]:
    return [word[:_STEM] for word in content_words(text)]
