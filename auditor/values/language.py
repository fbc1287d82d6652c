"""Which of the languages that the word lists know a text is written in."""

import re
from functools import cache, lru_cache

from auditor.values.folding import fold
from auditor.values.lexicon import table

EAST_ASIAN = re.compile("[\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_KANA = re.compile("[\u3040-\u30ff]")
_LETTERS = re.compile(r"[^\W\d_]+")
_FOREIGN = re.compile("[\u0370-\u1cff\uac00-\ud7af]")
_MARKS = {"ñ": "es", "¿": "es", "¡": "es", "ß": "de", "ç": "fr", "œ": "fr", "ê": "fr"}


@cache
def stop_words(language: str) -> frozenset[str]:
    """Function words of ``language`` ("en", "de", "es", "fr"); empty for any other."""
    return frozenset(table("stopwords").get(language, "").split())


@cache
def _votes() -> dict[str, tuple[str, ...]]:
    votes: dict[str, tuple[str, ...]] = {}
    for language in ("en", "de", "es", "fr"):
        for word in stop_words(language) | frozenset(table("stopwords")[f"{language}+"].split()):
            votes[word] = (*votes.get(word, ()), language)
    return votes


@lru_cache(maxsize=16384)
def language(text: str) -> str:
    """``"en"``, ``"de"``, ``"es"``, ``"fr"``, ``"zh"``, ``"ja"``; ``""`` where nothing tells, ``"?"`` for others.

    Latin text is told by its function words. ``""`` means short text such as a name or a number,
    ``"?"`` a script, or a sentence of at least six words, in which no known function word stands.
    """
    if not text.isascii():
        if EAST_ASIAN.search(text):
            return "ja" if _KANA.search(text) else "zh"
        if _FOREIGN.search(text):
            return "?"
    found = _LETTERS.findall(fold(text))
    score = dict.fromkeys(("en", "de", "es", "fr"), 0.0)
    votes = _votes()
    for word in found:
        for vote in (names := votes.get(word, ())):
            score[vote] += 1 / len(names)
    if not text.isascii():
        for mark, marked in _MARKS.items():
            score[marked] += mark in text
    best = max(score, key=lambda name: score[name])
    if score[best]:
        return best
    return "?" if len(found) >= _TELLING else ""


_TELLING = 6
