"""Makes statements of texts: the words that carry content, what is negated, the typed values."""

import re
from collections.abc import Collection
from datetime import datetime
from functools import cache, lru_cache

from auditor.funnel.interface import Statement
from auditor.funnel.meanings import concept, says, steps, word_list
from auditor.values.find import find_values
from auditor.values.folding import clean, without_accents
from auditor.values.language import language, stop_words
from auditor.values.model import Kind, Value
from auditor.values.tokens import key_words, raw_words, stem

_NEGATORS = frozenset(
    "no not never none neither nor without cannot nobody nothing kein keine keinen keinem keiner nicht nie ohne "
    "ningún ninguna ningun nunca sin jamás ni pas jamais sans aucun aucune".split()
)
_NEGATED_CHINESE = re.compile("不|没|沒|無|别|ない|ません|なし|なく|ず、")
_BOUNDARY = re.compile(
    r"[,;:.!?()]|\bbut\b|\bonly\b|\bjust\b|\bsondern\b|\bsino\b|\bmais\b|\band\b|\bexcept\b"
)
_TRAILING = frozenset({"keine", "keinen", "nicht", "kein"})
_PAST = re.compile(
    r"\b(?:was|were|used to|had|joined|born|grew up|studied|graduated|formerly|previously|ago|once|founded|met)\b"
    r"|\b(?:last (?:week|month|year|spring|summer|autumn|fall|winter)|in (?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_PLANNED = re.compile(
    r"\b(?:will|'ll|going to|gonna|plan(?:s|ning)? to|intend(?:s|ing)? to|want(?:s)? to|hope(?:s)? to|about to|tonight|later|tomorrow)\b",
    re.IGNORECASE,
)


@cache
def _roles() -> frozenset[str]:
    return frozenset(stem(word) for word in word_list("user"))


@cache
def light() -> frozenset[str]:
    """Stems of words that say little by themselves: they never decide whether something was said."""
    return frozenset(concept(stem(word)) for word in word_list("light"))


@cache
def _persons() -> frozenset[str]:
    return frozenset(concept(stem(word)) for word in word_list("persons"))


@lru_cache(maxsize=8192)
def topic_terms(key: str) -> frozenset[str]:
    """The terms that a key or path stands for, without the user's role words and bare numbers."""
    return frozenset(
        concept(stem(without_accents(word)))
        for word in key_words(key)
        if word not in _NEGATORS and stem(word) not in _roles() and len(word) > 1
    )


def statement(
    text: str,
    topic: Collection[str] = (),
    *,
    reference: datetime | None = None,
    aliases: frozenset[str] = frozenset(),
    negated: bool = False,
) -> Statement:
    """``text`` as a statement about ``topic``.

    Args:
        text: what is said.
        topic: terms of the key and path under which it is kept.
        reference: when it was said or written, for relative dates.
        aliases: stems of the user's own names, which say nothing about whom it is about.
        negated: that the whole is known to be denied.
    """
    return _statement(text, frozenset(topic), reference, aliases, negated)


@lru_cache(maxsize=16384)
def _statement(
    text: str, topic: frozenset[str], reference: datetime | None, aliases: frozenset[str], negated: bool
) -> Statement:
    cleaned = clean(text)
    values = find_values(text, reference)
    typed = tuple(value for value in values if value.kind is not Kind.NAME)
    bare = _without(cleaned, typed)
    spoken = tuple(stem(without_accents(word)) for word in raw_words(cleaned))
    affirmed, denied = _terms(bare, aliases)
    if negated and not denied:
        affirmed, denied = frozenset(), affirmed
    names = frozenset(
        concept(stem(part)) for value in values if value.kind is Kind.NAME for part in _name_parts(value)
    )
    return Statement(
        text=text,
        topic=topic,
        terms=affirmed,
        denied=denied,
        spoken=spoken,
        values=typed,
        persons=(affirmed | denied | topic) & _persons(),
        names=names - aliases,
        steps=steps(spoken),
        ends=says("verbs", spoken) or says("adverbs", spoken),
        past=_PAST.search(cleaned) is not None,
        planned=_PLANNED.search(cleaned) is not None,
    )


def _name_parts(value: Value) -> tuple[str, ...]:
    return value.normal if isinstance(value.normal, tuple) else ()


def _without(text: str, values: Collection[Value]) -> str:
    for value in values:
        start, end = value.span
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _terms(text: str, aliases: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The content terms that ``text`` affirms and those that it denies."""
    affirmed: set[str] = set()
    denied: set[str] = set()
    for piece in _BOUNDARY.split(text):
        _add_piece(piece, affirmed, denied)
    return frozenset(affirmed - aliases), frozenset(denied - affirmed - aliases)


def _add_piece(piece: str, affirmed: set[str], denied: set[str]) -> None:
    spoken = language(piece)
    stops = stop_words(spoken if spoken in {"de", "es", "fr"} else "en")
    found = raw_words(piece)
    negating = _NEGATED_CHINESE.search(piece) is not None
    trailing = bool(_TRAILING & set(found)) and spoken == "de"
    for word in found:
        if word in _NEGATORS:
            negating = True
            continue
        base = stem(without_accents(word))
        if word in stops or base in _roles():
            continue
        (denied if negating or trailing else affirmed).add(concept(base))
