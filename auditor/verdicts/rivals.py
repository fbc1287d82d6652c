"""Whether two entries can be rivals at all: they must speak of the same attribute of the same thing.

Nobody looks twice at a store whose `lead.orbisoft` is said to contradict `lead.pinecrest`. Two keys that
a person gave are two attributes unless the words tell otherwise, and two sentences are about one thing
only when they differ in little but the value. What opposes itself by meaning ("vegetarian", "a steak
every Friday") needs no common key.
"""

import re
from collections.abc import Mapping

from auditor.funnel.alignment import aligned
from auditor.funnel.rules import LADDER, OPPOSED
from auditor.records import Entry, Judgement
from auditor.values import concepts, content_words, find_values, key_words, oppositions, polarity_differs
from auditor.verdicts.content import text_of
from auditor.verdicts.described import telling_key
from auditor.verdicts.lexicon import words

_NO_DIFFERENCE = words("key fillers")
_COUNTED = re.compile(
    r"\b(?:" + "|".join(sorted(words("counted things"))) + r")s? (?:no\.? ?|number |#)?\d", re.IGNORECASE
)
_CONTRASTS = words("contrasts")
_SINGLE = words("single attributes")


def may_be_rivals(one: Entry, other: Entry, judgement: Judgement) -> bool:
    """Whether the conflict that ``judgement`` sees between two entries is about one attribute."""
    if isinstance(one.value, Mapping) or isinstance(other.value, Mapping):
        return False
    texts = text_of(one.value), text_of(other.value)
    if telling_key(one.key) and telling_key(other.key):
        if _same_attribute(one.key, other.key) or _opposed(*texts):
            return True
        return judgement.stage == LADDER and bool(set(key_words(one.key)) & set(key_words(other.key)))
    if telling_key(one.key) or telling_key(other.key):
        return True
    by_meaning = judgement.stage == OPPOSED or _opposed(*texts)
    return by_meaning or _same_frame(*texts) or _same_concept(*texts)


def _same_attribute(one: str, other: str) -> bool:
    """Whether what the words of one key lack, or have beside those of the other, tells nothing apart."""
    first, second = set(key_words(one)), set(key_words(other))
    return bool(first & second) and first ^ second <= _NO_DIFFERENCE


def _same_concept(one: str, other: str) -> bool:
    """Whether two sentences tell the same single attribute of a person in other words."""
    shared = concepts(one) & concepts(other) & _SINGLE
    telling = {*content_words(one)} ^ {*content_words(other)}
    return bool(shared) and not telling & _CONTRASTS


def _opposed(one: str, other: str) -> bool:
    return bool(oppositions(one, other)) or polarity_differs(one, other)


def _same_frame(one: str, other: str) -> bool:
    """Whether two sentences differ in nothing but values, and in no word that sets things apart."""
    if _COUNTED.search(one) or _COUNTED.search(other):
        return False
    laid = aligned(one, other)
    values = {
        word for text in (one, other) for value in find_values(text) for word in content_words(value.text)
    }
    telling = {*laid.a_missing, *laid.b_missing} - values
    return len(telling) <= 2 and not telling & _CONTRASTS  # noqa: PLR2004 - one word for another
