"""Whether a text is in a language understood here: English, German, Spanish, French, Chinese or Japanese."""

import re
import unicodedata
from functools import cache

from auditor.facts.lexicon import lists, plain

_LETTER = re.compile(r"[^\W\d_]")
_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_KNOWN_SCRIPTS = (
    "LATIN",
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "FULLWIDTH",
    "HALFWIDTH",
    "IDEOGRAPHIC",
    "MODIFIER",
    "FEMININE",
    "MASCULINE",
)
_MIN_FOREIGN_LETTERS = 4
_MIN_TOKENS = 4
_MIN_HITS = 2
_SAMPLE = 2_000


def language_known(text: str) -> bool:
    """Whether ``text`` can be judged; short texts, names, codes and numbers always can."""
    sample = text[:_SAMPLE]
    letters = _LETTER.findall(sample)
    foreign = sum(1 for c in letters if not c.isascii() and not _known_script(c))
    if foreign >= _MIN_FOREIGN_LETTERS and foreign * 2 > len(letters):
        return False
    tokens = _TOKEN.findall(plain(sample))
    if len(tokens) < _MIN_TOKENS:
        return True
    known = max(_hits(tokens, "known").values())
    other = max(_hits(tokens, "other").values())
    return other < _MIN_HITS or known >= other


@cache
def _known_script(character: str) -> bool:
    return unicodedata.name(character, "").startswith(_KNOWN_SCRIPTS)


@cache
def _sets(kind: str) -> dict[str, frozenset[str]]:
    """The words that tell each language: one that a known language has too ("a", "no") tells no other."""
    found = {language: frozenset(stop) for language, stop in lists("languages")[kind].items()}
    if kind == "known":
        return found
    letters = frozenset("abcdefghijklmnopqrstuvwxyz")  # codes are full of them
    return {language: stop - _stop() - letters for language, stop in found.items()}


def _hits(tokens: list[str], kind: str) -> dict[str, int]:
    return {language: sum(token in stop for token in tokens) for language, stop in _sets(kind).items()}


def content_words(text: str) -> list[str]:
    """The words of ``text`` (lower case) that carry its topic, in order: no function words, no numbers."""
    stop = _stop()
    words = (word.split("'", 1)[0] if word.endswith("'s") else word for word in _TOKEN.findall(plain(text)))
    return [word for word in words if word not in stop and "'" not in word and len(word) > 1]


@cache
def _stop() -> frozenset[str]:
    known = (word for stop in lists("languages")["known"].values() for word in stop)
    return frozenset(lists("languages")["stop"]).union(known)
