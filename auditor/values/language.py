"""Which of the languages that the word lists know a text is written in."""

import re
from functools import cache, lru_cache

from auditor.values.folding import fold, letters
from auditor.values.lexicon import table

EAST_ASIAN = re.compile("[\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_KANA = re.compile("[\u3040-\u30ff]")
_FOREIGN = re.compile("[\u0370-\u1cff\uac00-\ud7af]")
_MARKS = {"ñ": "es", "¿": "es", "¡": "es", "ß": "de", "ç": "fr", "œ": "fr", "ê": "fr"}


@cache
def stop_words(language: str) -> frozenset[str]:
    """Function words of ``language`` ("en", "de", "es", "fr", "?" for others); empty for any other."""
    return frozenset(table("stopwords").get(language, "").split())


@cache
def _votes() -> dict[str, tuple[str, ...]]:
    votes: dict[str, tuple[str, ...]] = {}
    for name in _TOLD:
        for word in stop_words(name) | stop_words(f"{name}+"):
            if len(word) > 1:  # single letters stand in codes, initials and chess moves
                votes[word] = (*votes.get(word, ()), name)
    return votes


@lru_cache(maxsize=4096)
def language(text: str) -> str:
    """One of "en", "de", "es", "fr", "zh", "ja"; ``""`` if nothing tells, ``"?"`` for any other.

    Latin text is told by its function words, of which the lists hold some of twelve other languages
    too. ``""`` means short text such as a name or a number; ``"?"`` also stands for a sentence of at
    least six words, not all of plain letters, in which no known function word stands.
    """
    if not text.isascii():
        if EAST_ASIAN.search(text):
            return "ja" if _KANA.search(text) else "zh"
        if _FOREIGN.search(text):
            return "?"
    found = letters(fold(text))
    votes = _votes()
    told = [votes[word] for word in found if word in votes]
    if not told and text.isascii():
        return ""
    score = dict.fromkeys(_TOLD, 0.0)
    for names in told:
        for name in names:
            score[name] += 1 / len(names)
    if not text.isascii():
        for mark, marked in _MARKS.items():
            score[marked] += mark in text
    best = max(score, key=score.__getitem__)
    if score[best]:
        return best
    return "?" if len(found) >= _TELLING and not text.isascii() else ""


_TOLD = ("en", "de", "es", "fr", "?")
_TELLING = 6
