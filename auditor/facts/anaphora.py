"""What "it", "the same" and "the blue one" stand for: the topic of what was said just before."""

import re
from functools import lru_cache

from auditor.facts.clauses import has_finite_verb
from auditor.facts.languages import content_words
from auditor.facts.lexicon import pattern, plain
from auditor.facts.moods import requests

_POINTING = re.compile(
    r"(?<![\w'])(?:it|it's|its|it'll|that|that's|this|them|those|these|they|one|ones|same|him|her|"
    r"there|here|both|neither|"
    r"es|das|davon|eso|esto|lo|ça|cela|la même)(?![\w])|それ|这个|那个|它"
)
_MAX_TOPIC_WORDS = 6


def needs_topic(text: str) -> bool:
    """Whether a clause says nothing of its own about what it is about: "make it the 14th instead"."""
    lowered = plain(text)
    own = [word for word in content_words(_POINTING.sub(" ", lowered)) if not _is_value(word)]
    if has_finite_verb(text) or requests(lowered) or _PAST_TENSE.search(lowered):
        pointing = _POINTING.findall(lowered)
        few = 1 if pointing and set(pointing) <= _ONES else _FEW
        return not own or (bool(pointing) and len(own) <= few)
    return len(own) <= _FEW and _FRAGMENT.search(lowered) is not None


_PAST_TENSE = re.compile(r"\w{3,}ed\b")
_FRAGMENT = re.compile(
    r"\d|^\W*(?:and |but |no wait,? |or )*(?:not|no longer|instead of|rather than|just|only|still|"
    r"same|in|on|at|from|since|until|for|by|"
    r"next|last|the \w+ one|nicht|ab|seit|um|desde|depuis)\b|\b(?:mon|tues|wednes|thurs|fri|satur|"
    r"sun)day|\b(?:one|two|three|four|five|six|seven|"
    r"eight|nine|ten|twelve|half|quarter|noon|midnight|tomorrow|today|instead)\b"
)
_FEW = 3
_ONES = frozenset({"one", "ones"})


def points_back(text: str) -> bool:
    """Whether a clause has a word that stands for something said before: "them", "that one"."""
    return _POINTING.search(plain(text)) is not None


def with_topic(text: str, context: str) -> str:
    """``text`` with the topic words of ``context`` that it lacks, in brackets."""
    has = set(content_words(text))
    topic = [w for w in dict.fromkeys(content_words(context)) if w not in has and not _is_value(w)]
    topic = topic[-_MAX_TOPIC_WORDS:]
    return f"{text} ({' '.join(topic)})" if topic else text


_VALUES = ("weekday", "date", "number")


@lru_cache(maxsize=8192)
def _is_value(word: str) -> bool:
    """Whether a word is a value of what was said before, which a new value may replace."""
    return any(pattern("corrections", f"kind_{kind}").fullmatch(word) for kind in _VALUES)
