"""What "it", "the same" and "the blue one" stand for: the topic of what was said just before."""

import re

from auditor.facts.clauses import has_finite_verb
from auditor.facts.languages import content_words
from auditor.facts.lexicon import plain
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
    own = content_words(_POINTING.sub(" ", lowered))
    if has_finite_verb(text) or requests(lowered) or _PAST_TENSE.search(lowered):
        return not own or (_POINTING.search(lowered) is not None and len(own) <= _FEW)
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


def points_back(text: str) -> bool:
    """Whether a clause has a word that stands for something said before: "them", "that one"."""
    return _POINTING.search(plain(text)) is not None


def with_topic(text: str, context: str) -> str:
    """``text`` with the topic words of ``context`` that it lacks, in brackets."""
    has = set(content_words(text))
    topic = [w for w in dict.fromkeys(content_words(context)) if w not in has][-_MAX_TOPIC_WORDS:]
    return f"{text} ({' '.join(topic)})" if topic else text
