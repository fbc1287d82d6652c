"""What the user reports of others: "Dana says the office moved" is Dana's word, not the user's."""

import re
from collections.abc import Sequence
from functools import cache

from auditor.facts.clauses import Clause
from auditor.facts.lexicon import lists, plain, search, without_lead_in, words


def reported(clauses: Sequence[Clause]) -> list[bool]:
    """Which clauses of a user's turn pass on what somebody else said.

    A report reaches over the clauses that continue it ("Dana says they moved and that it is bigger"), and
    ends where the user speaks again ("…, I haven't checked"). A rumour named once covers its sentence.
    """
    found: list[bool] = []
    for i, clause in enumerate(clauses):
        text = plain(clause.text)
        same = i > 0 and clauses[i - 1].sentence == clause.sentence
        quoted = clause.quoted and i > 0
        continued = same and found[-1] and clause.lead.strip(", ") in _CONTINUING and not _speaks_again(text)
        found.append(quoted or continued or reports(text))
    return found


_CONTINUING = frozenset({"and", "that", "und", "y", "et", "because", "but", ";", ":"})
_I_AGAIN = re.compile(r"\W*(?:and |so |but )*(?:i|we|i'm|i've|i'll|my|our|please)(?![\w'])")


def _speaks_again(text: str) -> bool:
    return _I_AGAIN.match(text) is not None


def reports(text: str) -> bool:
    """Whether a clause (lower case) reports somebody other than the speaker, or a rumour."""
    if search("sources", "hearsay", text) or any(word in text for word in lists("sources")["hearsay_cjk"]):
        return True
    return _match(without_lead_in(text)) is not None


def content_of(text: str) -> tuple[str, str]:
    """Who is reported and what they say: ("my doctor", "I have asthma"); ("", text) where nobody is."""
    lowered = without_lead_in(plain(text))
    match = _match(lowered)
    if match is None:
        return "", text
    spoken = text[len(text) - len(lowered) :]
    return spoken[: match.end("who")], spoken[match.end() :].lstrip(" ,:")


def _match(lowered: str) -> re.Match[str] | None:
    match = _report().match(lowered)
    if match is None:
        return None
    who = match.group("who").split()
    verbs = lists("clauses")["finite"]
    if (
        who[-1] in _LET_US
        or who[0] in lists("clauses")["imperatives"]
        or who[0] in _own()
        or who[-1] in _own()
        or any(word in verbs for word in who[1:])
    ):
        return None
    return match


_LET_US = frozenset({"let's", "lets", "let’s"})  # "let's say 200" reports nobody
_IMPERSONAL = frozenset({"you", "what", "who", "it", "which", "nobody"})


@cache
def _own() -> frozenset[str]:
    return words("subjects", "first_person") - words("subjects", "possessives") | _IMPERSONAL


@cache
def _report() -> re.Pattern[str]:
    verbs = "|".join(lists("sources")["reporting"])
    return re.compile(
        rf"(?P<who>[\w'.-]+(?: [\w'.-]+){{0,5}}?) (?:just |also |now |always |still |has |had |me |"
        rf"nos |me ha |a |hat )*(?:{verbs})(?![\w'])"
        rf"(?! (?:hi|hello|yes|no|goodbye|thanks|good)\b)(?: (?:me|us|him|her|them))?(?: (?:that|que|"
        rf"dass))?"
    )
