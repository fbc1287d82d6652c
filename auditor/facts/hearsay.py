"""What the user reports of others: "Dana says the office moved" is Dana's word, not the user's."""

import re
from collections.abc import Sequence
from functools import cache

from auditor.facts.clauses import Clause
from auditor.facts.lexicon import lists, pattern, plain, without_lead_in, words


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


_CONTINUING = frozenset({"and", "that", "und", "y", "et", "so", "because", "but", ";", ":", ""})
_I_AGAIN = re.compile(r"\W*(?:and |so |but )*(?:i|we|i'm|i've|i'll|my|our|please)(?![\w'])")


def _speaks_again(text: str) -> bool:
    return _I_AGAIN.match(text) is not None


def reports(text: str) -> bool:
    """Whether a clause (lower case) reports somebody other than the speaker, or a rumour."""
    if pattern("sources", "hearsay").search(text) or any(
        word in text for word in lists("sources")["hearsay_cjk"]
    ):
        return True
    match = _report().match(without_lead_in(text))
    return match is not None and match.group("who").split()[0] not in _own()


@cache
def _own() -> frozenset[str]:
    return words("subjects", "first_person") - words("subjects", "possessives") | {
        "you",
        "what",
        "who",
        "it",
        "which",
    }


@cache
def _report() -> re.Pattern[str]:
    verbs = "|".join(lists("sources")["reporting"])
    return re.compile(
        rf"(?P<who>[\w'.-]+(?: [\w'.-]+){{0,5}}?) (?:just |also |now |always |still |has |had |me |nos |me ha )*(?:{verbs})(?![\w'])"
        rf"(?! (?:hi|hello|yes|no|goodbye|thanks|good)\b)"
    )
