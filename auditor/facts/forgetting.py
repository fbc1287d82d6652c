"""What the user asked to forget, and what to keep."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from auditor.facts.languages import content_words
from auditor.facts.lexicon import lists, plain, without_lead_in
from auditor.records import Authority, Fact, Mood


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """One wish to have something forgotten.

    ``what`` is the thing in the user's words, ``place`` where it is to go from ("my favourite bands").
    ``everything`` says that all is to go; ``kept`` lists what is not ("forget everything except my name").
    """

    fact: Fact
    what: str
    place: str = ""
    everything: bool = False
    kept: tuple[str, ...] = ()


_VERB = re.compile(
    r"^.*?\b(?:forget|delete|erase|remove|wipe|purge|scrap|clear|drop|discard|take out|take off|"
    r"get rid of|strike|unlearn"
    r"|keep|keeping|store|storing|remember|remembering|save|saving|record|recording|track|tracking"
    r"|vergiss|vergessen|lösche?|entferne?|streiche?|olvid[ae]|borr[ae]|elimin[ae]|quit[ae]|throw|toss"
    r"|oublie[zr]?|supprime[zr]?|efface[zr]?|enlève[zr]?|retire[zr]?|take)\b[\s:]*"
)
_UNWANTED = re.compile(
    r"(?:i |we )?(?:don't|do not|dont) want (?P<what>.{1,60}?)"
    r"(?: (?:kept|stored|saved|remembered|recorded|in your)\b.*)?$"
)
_CAN_GO = re.compile(
    r"(?P<what>.{2,60}?) (?:can|may|should) (?:now |all |just )?(?:be (?:taken off|removed|deleted|wiped"
    r"|scrapped|erased|forgotten|struck|cleared|dropped)|come off|come out|go from)\b"
)
_ALSO = re.compile(r"(?:the )?same (?:with|for|goes for) ")
_MEMORY = (
    r"(?:memory|memories|notes?|records?|files?|profile|account|database|system|head|"
    r"gedächtnis|notizen|memoria|notas|mémoire|notes)"
)
_PLACE = re.compile(
    rf"\s*\b(?:from|off|out of|in|aus|de|von) (?:your|the|my|tu|deinem?|ihren?|ta|votre) {_MEMORY}\b.*$"
    r"|\b(?:please|completely|at once|right away|for good|altogether|as well|too|either|also|now|"
    r"obviously|of course|naturally|bitte|por favor|s'il (?:vous|te) pla[iî]t)\b|\bout$|\boff$"
)
_ABOUT = re.compile(
    r"^(?:everything|all|anything|the (?:notes?|entry|entries|bit|part|thing)|all notes|any notes|"
    r"notes|whatever|alles|todo|tout)\b"
    r".{0,40}?\b(?:about|on|of|regarding|concerning|related to|to do with|saying|that says|über|sobre|"
    r"sur)\s+"
)
_OUT_OF = re.compile(r"^(?P<what>.+?) (?:out of|off|from) (?P<place>.+)$")
_EXCEPT = re.compile(
    r"\b(?:except(?: for)?|apart from|but not|other than|aside from|save for|but (?:keep|leave)|außer|"
    r"excepto|menos|salvo|sauf)\b"
)
_EVERYTHING = re.compile(
    r"^(?:everything|all of it|it all|all you know|all(?=\W*$)|alles|todo|tout)\b(?!.{0,40}\b(?:about|"
    r"on|regarding)\b)"
)
_KEEP = re.compile(
    r"^\W*(?:(?:but|and|please|just|only|so) )*(?:keep|leave|hold on to|behalte?|conserva|guarda|"
    r"garde[zr]?)\b\s*(?P<what>.+)"
)
_CJK_VERB = re.compile(
    r"(?:请|請|把)?(?:忘掉|忘记|忘了|删除|刪除|删掉|不要记|别记)|を?(?:忘れて|削除して|消して)(?:ください)?"
)


def forget_requests(facts: Iterable[Fact]) -> list[ForgetRequest]:
    """The requests to forget among ``facts`` that the user did not take back, in order, with what they spare.

    "I don't want it kept" right after such a request repeats it and makes no other.
    """
    ordered = list(facts)
    found: list[ForgetRequest] = []
    for i, fact in enumerate(ordered):
        if fact.mood is not Mood.FORGET or fact.authority is not Authority.USER or fact.retracted:
            continue
        spoken, spared = _split_exception(_object(fact))
        if _POINTING.fullmatch(plain(spoken)):
            if found and (found[-1].fact.transcript, found[-1].fact.turn) == (fact.transcript, fact.turn):
                continue
            spoken = _topic(fact)
        kept = ([spared] if spared else []) + list(_kept_later(ordered[i + 1 :], fact))
        about = _ABOUT.sub("", spoken).strip(" ,.")
        everything = _EVERYTHING.match(plain(spoken)) is not None
        place = _OUT_OF.match(about)
        what, where = (place.group("what"), place.group("place")) if place else (about, "")
        found.append(ForgetRequest(fact, what, where, everything, tuple(kept)))
    return found


_POINTING = re.compile(
    r"(?:it|that|this|them|him|her|those|these|everything of it|all of it|all that|the lot|any of it"
    r"|-?(?:l[aeo]s?|es|ihn|sie)|)\W*"
)
_BRACKETED = re.compile(r" \((?P<topic>[^()]*)\)$")
_ABOUT_WHAT = re.compile(r"\b(?:about|regarding|as for) (?P<noun>(?:the|my|our|that|this) .+)")
_NOUN = re.compile(
    r"\b(?:the|my|our|his|her|their|any|an?|that|this|(?:m|s)ein\w*|[ms]i|su|[ms]on|[ms]a) (?P<noun>.+)"
)
_MAX_NOUN_WORDS = 4


def _topic(fact: Fact) -> str:
    """What "it" stands for: the thing last named before, else the topic words that reading added."""
    before = list(reversed(fact.context.split(" / ")))
    for pattern in (_ABOUT_WHAT, _NOUN):
        for clause in before:
            match = pattern.search(plain(clause))
            noun = _noun_phrase(match.group("noun")) if match else ""
            if noun:
                return noun
    match = _BRACKETED.search(fact.text)
    return match.group("topic") if match else fact.context


def _noun_phrase(words: str) -> str:
    """The words of a noun phrase at the start of ``words``, up to a verb, a pronoun or a preposition."""
    found: list[str] = []
    for word in words.split()[:_MAX_NOUN_WORDS]:
        bare = word.strip(",.;:!?")
        if bare in _DETERMINERS and not found:
            continue
        if not content_words(bare) or bare in lists("clauses")["finite"]:
            break
        found.append(bare)
    return " ".join(found)


_DETERMINERS = frozenset({"the", "my", "our", "any", "a", "an", "that", "this"})


def _object(fact: Fact) -> str:
    """What a request wants forgotten, in its own words, or in the agent's where it is a mere "yes"."""
    said = fact.text if fact.quote not in fact.text else fact.quote
    lowered = without_lead_in(plain(said))
    start = len(said) - len(lowered)
    unwanted = _UNWANTED.match(lowered)
    if unwanted:
        return unwanted.group("what")
    passive = _CAN_GO.match(lowered)
    if passive:
        return said[start:][slice(*passive.span("what"))].strip(" ,.!")
    match = _ALSO.match(lowered) or _VERB.match(lowered)
    body = said[start:][match.end() :] if match else _CJK_VERB.sub("", said[start:])
    return _PLACE.sub("", body).strip(" ,.!")


def _split_exception(body: str) -> tuple[str, str]:
    match = _EXCEPT.search(plain(body))
    return (body[: match.start()].strip(" ,"), body[match.end() :].strip(" ,.")) if match else (body, "")


def _kept_later(later: Iterable[Fact], request: Fact) -> Iterable[str]:
    """What the same turn tells to keep ("but keep the one in Oslo"), or a later one says can stay."""
    for fact in later:
        if fact.transcript != request.transcript or fact.authority is not Authority.USER:
            continue
        quote = plain(fact.quote)
        match = _STAYS.match(quote) or (_KEEP.match(quote) if fact.turn == request.turn else None)
        if match:
            yield fact.quote[slice(*match.span("what"))].strip(" ,.")


_STAYS = re.compile(
    r"\W*(?:(?:but|and|only|just) )*(?P<what>.+?) (?:can|may|should|could|is to) (?:all )?(?:stay|remain)\b"
)
