"""Somebody avoids a thing ("is allergic to peanuts"), and somebody of that name enjoys it."""

import re

from auditor.values import content_words

_AVOIDS = re.compile(
    r"(?P<who>.*?)\b(?:allergic to|intolerant (?:to|of)|avoids?|hates?|dislikes?|can(?:no|')t (?:stand|eat"
    r"|have|drink)|(?:does not|doesn't|never) (?:eats?|drinks?|likes?|wears?|uses?))\b(?P<what>[^.;,]*)",
    re.IGNORECASE | re.DOTALL,
)
_ENJOYS = re.compile(
    r"(?P<who>.*?)\b(?:enjoys?|likes?|loves?|prefers?|orders?|eats?|drinks?|wants?)\b(?P<what>[^.;,]*)",
    re.IGNORECASE | re.DOTALL,
)
_NOT_IT = re.compile(
    r"\w+-free\b|\bfree of\b|\bwithout\b|\bno\b|\bnot\b|n't\b|\bnever\b|\bused to\b|\bhates?\b", re.IGNORECASE
)
_LONGEST = 500


def avoids_what_is_enjoyed(one: str, other: str) -> bool:
    """Whether one text says of somebody that they avoid what the other says they enjoy."""
    return _denies(one[:_LONGEST], other[:_LONGEST]) or _denies(other[:_LONGEST], one[:_LONGEST])


def _denies(avoiding: str, enjoying: str) -> bool:
    avoids, enjoys = _AVOIDS.match(avoiding), _ENJOYS.match(enjoying)
    if avoids is None or enjoys is None or _NOT_IT.search(enjoying):
        return False
    same_person = set(content_words(avoids["who"])) & set(content_words(enjoys["who"]))
    return bool(same_person and set(content_words(avoids["what"])) & set(content_words(enjoys["what"])))
