"""What a text or key is about: attribute concepts ("residence", "allergy"), and synonyms made one word."""

from functools import cache, lru_cache

from auditor.values.folding import fold
from auditor.values.language import EAST_ASIAN, stop_words
from auditor.values.lexicon import table
from auditor.values.phrases import Phrases
from auditor.values.tokens import content_words, key_words


@cache
def _attributes() -> Phrases[str]:
    return Phrases(table("concepts").items())


@cache
def _synonyms() -> Phrases[str]:
    return Phrases(table("synonyms").items())


@lru_cache(maxsize=4096)
def concepts(text: str) -> frozenset[str]:
    """The attributes that ``text`` speaks of, as named in ``data/concepts.json``.

    Broad on purpose: a shared concept makes two statements candidates for comparing, it decides nothing.
    """
    return frozenset(found.meaning for found in _attributes().found_in(text))


def key_concepts(key: str) -> frozenset[str]:
    """The attributes that the name ``key`` names ("homeCity" → residence)."""
    return concepts(" ".join(key_words(key)))


@lru_cache(maxsize=4096)
def canonical_words(text: str) -> frozenset[str]:
    """The content words of ``text``, each one of a synonym group (in any language) as the group's head.

    What is left of Chinese and Japanese text between known phrases comes in character pairs, without
    lone characters that only have a grammatical use.
    """
    phrases = _synonyms().found_in(text)
    heads = {entry.meaning for entry in phrases}
    if text.isascii() or not EAST_ASIAN.search(text):
        found = set(content_words(text))
    else:
        found = set(content_words(_synonyms().without_asian(fold(text)))) - stop_words("asian")
    for entry in phrases:
        found.difference_update(entry.phrase)
    return frozenset(found | heads)
