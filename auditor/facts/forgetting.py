"""What the user asked to forget, and what to keep."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from auditor.facts.lexicon import plain, without_lead_in
from auditor.records import Authority, Fact, Mood


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """One wish to have something forgotten: ``what`` in the user's words, "" for the thing last spoken of.

    ``everything`` says that all is to go; ``kept`` lists what is not ("forget everything except my name").
    """

    fact: Fact
    what: str
    everything: bool = False
    kept: tuple[str, ...] = ()


_VERB = re.compile(
    r"^.*?\b(?:forget|delete|erase|remove|wipe|purge|scrap|clear|drop|discard|take out|take off|get rid of|strike|unlearn|"
    r"(?:keep|keeping|store|storing|remember|remembering|save|saving|record|recording|track|tracking)|vergiss|vergessen|lösche?|entferne?|streiche?|"
    r"olvid[ae]|borr[ae]|elimin[ae]|quit[ae]|oublie[zr]?|supprime[zr]?|efface[zr]?|enlève[zr]?|retire[zr]?|take)\b[\s:]*"
)
_PLACE = re.compile(
    r"\s*\b(?:from|off|out of|in|aus|de|von)? ?(?:your|the|my|tu|deinem?|ihren?|ta|votre) (?:memory|memories|notes?|records?|files?|profile|list|account|database|system|"
    r"gedächtnis|notizen|memoria|notas|mémoire|notes)\b.*$|\b(?:please|completely|at once|right away|for good|altogether|as well|too|now|bitte|por favor)\b|\bout$|\boff$"
)
_ABOUT = re.compile(
    r"^(?:everything|all|anything|any ?thing|the notes?|all notes|the entry|the entries|whatever|every ?thing|alles|todo|tout)\b.{0,40}?\b(?:about|on|of|regarding|concerning|related to|to do with|über|sobre|sur)\s+"
)
_EXCEPT = re.compile(
    r"\b(?:except(?: for)?|apart from|but not|other than|aside from|save for|but (?:keep|leave)|außer|excepto|menos|salvo|sauf)\b"
)
_EVERYTHING = re.compile(
    r"^(?:everything|all(?: of it)?|it all|all you know|alles|todo|tout)\b(?!.{0,40}\b(?:about|on|regarding)\b)"
)
_KEEP = re.compile(
    r"^\W*(?:(?:but|and|please|just|only|so) )*(?:keep|leave|hold on to|behalte?|conserva|guarda|garde[zr]?)\b\s*(?P<what>.+)"
)
_CJK_VERB = re.compile(
    r"(?:请|請|把)?(?:忘掉|忘记|忘了|删除|刪除|删掉|不要记|别记)|を?(?:忘れて|削除して|消して)(?:ください)?"
)


def forget_requests(facts: Iterable[Fact]) -> list[ForgetRequest]:
    """The requests to forget among ``facts`` that the user did not take back, in order, with what they spare."""
    ordered = list(facts)
    found = []
    for i, fact in enumerate(ordered):
        if fact.mood is not Mood.FORGET or fact.authority is not Authority.USER or fact.retracted:
            continue
        spoken, _, spared = _split_exception(_object(fact.text))
        kept = [spared] if spared else []
        kept.extend(_kept_later(ordered[i + 1 :], fact))
        about = _ABOUT.sub("", spoken).strip(" ,.")
        found.append(ForgetRequest(fact, about, _EVERYTHING.match(spoken) is not None, tuple(kept)))
    return found


def _object(text: str) -> str:
    lowered = without_lead_in(plain(text))
    start = len(text) - len(lowered)
    match = _VERB.match(lowered)
    body = text[start:][match.end() :] if match else _CJK_VERB.sub("", text[start:])
    return _PLACE.sub("", body).strip(" ,.!")


def _split_exception(body: str) -> tuple[str, str, str]:
    match = _EXCEPT.search(plain(body))
    if not match:
        return body, "", ""
    return body[: match.start()].strip(" ,"), match.group(), body[match.end() :].strip(" ,.")


def _kept_later(later: Iterable[Fact], request: Fact) -> Iterable[str]:
    """What the same turn tells to keep: "Delete my addresses, but keep the one in Oslo"."""
    for fact in later:
        if (fact.transcript, fact.turn) != (request.transcript, request.turn):
            return
        match = _KEEP.match(plain(fact.quote))
        if match:
            yield fact.quote[-len(match.group("what")) :].strip(" ,.")
