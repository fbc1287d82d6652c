"""Whether a clause speaks of another person, thing or place than the entry that it is held against."""

import re
from itertools import pairwise

from auditor.facts import concerns
from auditor.facts.subjects import relations
from auditor.funnel.candidates import Said
from auditor.funnel.claims import Claim
from auditor.funnel.interface import Statement
from auditor.funnel.meanings import broader, word_set
from auditor.funnel.relevance import shared_topic
from auditor.funnel.statements import terms_of
from auditor.values import key_words


def belongs_elsewhere(claim: Claim, said: Said) -> bool:
    """Whether ``said`` is about somebody else, or about a sibling of the entry, than ``claim``."""
    if sibling_is_meant(claim, said) or _somewhere_else(claim, said):
        return True
    subject = said.fact.subject
    if (
        _THERE_IS.match(said.fact.quote)
        or subject == "agent"
        or (subject == "somebody" and claim.whole.persons)
    ):
        return False
    if _OF_MINE.search(said.fact.quote) and shared_topic(claim.whole, said.statement):
        return False
    text, key, meta = claim.subject_of
    if _has_such(claim, subject):
        return False
    if concerns(subject, text, key, meta) or _INVOLVED.search(_OUR_NAME.sub("", said.fact.quote)):
        return False
    if claim.whole.persons & said.statement.denied:  # "don't call my sister" is about her
        return False
    if _is_set_apart(said) or _has_ones_own(claim, said):
        return True
    if not claim.personal:
        return False
    return not (_acts_on(said.statement) and shared_topic(claim.whole, said.statement))


def _has_such(claim: Claim, subject: str) -> bool:
    """Whether the claim tells that the user has somebody such as ``subject`` ("has a child": my daughter)."""
    return bool(_HAS_ONE.search(claim.subject_of[0]) and broader(subject) & claim.new.terms)


_HAS_ONE = re.compile(r"\b(?:has|have|hat|tiene|a) (?:an?|one|two|three|ein\w*|un\w?)\b", re.IGNORECASE)


def sibling_is_meant(claim: Claim, said: Said) -> bool:
    """Whether the words name what tells a sibling entry from this one ("Harlow" against "Brightwell")."""
    heard = said.statement.all_terms | terms_of(said.fact.subject)
    if claim.siblings & heard and not claim.own_mark & heard:
        return True
    return _other_number(claim, said)


def _other_number(claim: Claim, said: Said) -> bool:
    """Whether the key carries a number and the clause names the thing with another ("assignment 2")."""
    if _other_code(claim.subject_of[1], said.fact.text):
        return True
    words = key_words(claim.subject_of[1])
    mine = {word for word in words if word.isdigit()}
    topic = {term for term in claim.whole.topic if not term.isdigit()}
    if not mine or not topic & said.statement.all_terms:
        return False
    named = frozenset[str]().union(  # what the number stands beside: the "kr" of "kr2_churn"
        *(terms_of(one) | terms_of(two) for one, two in pairwise(["", *words, ""]) if mine & {one, two})
    )
    spoken = _NUMBERED.findall(said.fact.text.lower())
    numbers = {number for word, number in spoken if terms_of(word) & topic & named}
    return bool(numbers) and not numbers & mine


def _other_code(key: str, text: str) -> bool:
    """Whether the key carries a code and the clause only others of the same form ("2026-014", "2026-015")."""
    mine, theirs = set(_CODE.findall(key)), set(_CODE.findall(text))
    alike = {code for code in theirs if any(_form(code) == _form(own) for own in mine)}
    return bool(alike) and not mine & theirs


def _form(code: str) -> str:
    return re.sub(r"\d", "0", code)


_CODE = re.compile(r"(?<![\w-])\d{2,}-\d{2,}(?![\w-])")
_NUMBERED = re.compile(r"(\w+)[ #-]{1,2}(\d{1,4})\b(?!\.\d| ?%)")


_THERE_IS = re.compile(r"\W*(?:and |so )*there(?:'s| is| are)\b", re.IGNORECASE)
_INVOLVED = re.compile(r"\b(?:me|us|with my|we|our)\b", re.IGNORECASE)
_OUR_NAME = re.compile(r"\b[Oo]ur (?=[A-Z])")
_OF_MINE = re.compile(
    r"\b(?:is|isn't|was)(?: still| now| not| no longer)? (?:my|our) [\w-]+(?!['’]s|[\w-])"
    r"|\b(?:[Mm]y|[Oo]ur) [\w-]+ is (?:still |now )?[A-Z]\w+(?!['’]s|\w)"
)
"""Who is what to the user: "Odile is still my manager", but not "Sam is my brother's boss"."""
_CHANGING = word_set("changing")


def _acts_on(statement: Statement) -> bool:
    """Whether somebody is said to change something ("the landlord raised the rent"), not to be or have it."""
    return not _CHANGING.isdisjoint(statement.spoken)


def _is_set_apart(said: Said) -> bool:
    """Whether a clause tells how somebody else has it, whatever it is: "my colleague gets hers by text".

    People of the user's own household and those whom the user deals with act on what is the user's, so only
    those with whom one compares oneself count here, and only where they have, want or do it themselves.
    """
    subject = said.fact.subject
    relation = subject.rsplit("'s ", 1)[-1].split(" ")[0]
    compared = relation in _COMPARED or "'s " in subject
    if relation in _COMPARED and _OWNED.match(said.fact.quote):
        return True
    return _THEIRS.search(said.fact.quote) is not None or (
        compared and _HAS_IT.search(said.fact.quote) is not None
    )


def _has_ones_own(claim: Claim, said: Said) -> bool:
    """Whether somebody that one compares oneself with does it to a thing of their own ("moved her exam")."""
    if said.fact.subject.rsplit("'s ", 1)[-1].split(" ")[0] not in _COMPARED:
        return False
    return any(terms_of(word) & claim.whole.all_terms for word in _ONES_OWN.findall(said.fact.quote))


_ONES_OWN = re.compile(r"\b(?:her|his|their|ihre?n?|seine?n?) ([\w-]+)", re.IGNORECASE)


def _somewhere_else(claim: Claim, said: Said) -> bool:
    """Whether a clause tells how it is at another place: "in the gym they charge …"."""
    quote = said.fact.quote
    place = _AT_THEIRS.search(quote) or _NEARBY.match(quote) or _AT_RELATIONS.match(quote)
    return place is not None and not terms_of(place["where"]) & claim.whole.all_terms


_OWNED = re.compile(
    r"\W*(?:(?:and|but|so) )?(?:my|our) [\w-]+(?: [\w-]+)?['’]s? (?!been\b|got\b|an?\b|in\b|at\b)[a-z]",
    re.IGNORECASE,
)
_RELATED = "|".join(sorted(map(re.escape, relations()), key=len, reverse=True))
_AT_RELATIONS = re.compile(
    r"\W*(?:(?:and|but|y|und|et) )?(?:in|over at|at|bei|en|dans|chez|à) (?:[\w']+ ){0,4}?"
    rf"(?:my|our|mi|mis|mon|ma|mes|mein\w*|unser\w*) (?P<where>{_RELATED})(?![\w-])",
    re.IGNORECASE,
)
_AT_THEIRS = re.compile(
    r"\b(?:in|at|with|bei|en|dans|chez) (?P<where>(?:the|my|our|der|dem|den|la|el|le|les) [\w' -]{2,30}?),? "
    r"(?:they|sie|ils|on)\b",
    re.IGNORECASE,
)
_NEARBY = re.compile(
    r"\W*(?:(?:and|but|so|in|at|with) )*(?:the |a )?[\w']+ (?P<where>(?:next door|below|above|upstairs"
    r"|downstairs|(?:down|across) the (?:road|street|hall)|drüben|nebenan|de al lado|d'à côté))(?![\w'])",
    re.IGNORECASE,
)
_COMPARED = word_set("compared with")
_THEIRS = re.compile(
    r"\b(?:hers|theirs|at his|bei (?:ihm|ihr|ihnen|denen)|chez (?:eux|elle|lui))\b",
    re.IGNORECASE,
)
_HAS_IT = re.compile(
    r"\b(?:has|have|had|got|gets|goes|pays|takes|uses|wears|drinks|eats|wants|needs|lets|likes|loves|prefers"
    r"|charges|earns|swears by|(?:is|are) (?:at|on|in)|tiene|hat|a)\b(?! (?:\w+ )?(?:\w+ed|been|to)\b)",
    re.IGNORECASE,
)
