"""The extractor's second layer: a model makes a user's clauses stand alone that lean on the ones before.

The first layer, patterns, has found every clause, who stands behind it and how it was meant: none of that is
for a model to say. It may only put the speaker's own words together: a statement with a word, a number or a
denial that was not spoken, or whose quotation is not verbatim, is dropped and counted.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from auditor.facts.languages import content_words
from auditor.models.sentences import Extract, Extracts, Sentence
from auditor.records import Authority, Fact
from auditor.values import polarity_differs

_WORDS_BEFORE = 2  # clauses
_LEANING = 4  # content words: a clause with more says what it is about
_POINTS = re.compile(r"\b(?:it|that|this|them|those|these|he|she|they|one|there)\b", re.IGNORECASE)
_TRUST = 0.6
_ADDED = frozenset({"user", "users"})  # words for the speaker, which the speaker does not say
_NUMBER = re.compile(r"\d+")


class Reader(Protocol):
    """Reads sentences with a model."""

    def read(self, sentences: Sequence[Sentence]) -> Extracts:
        """What each of ``sentences`` holds."""


@dataclass(slots=True)
class ModelLayer:
    """Adds to the facts of a transcript what a model reads in them.

    ``dropped`` counts what it read that nobody said, ``unread`` the clauses that it gave no answer to.
    """

    reader: Reader
    added: int = 0
    unread: int = 0
    dropped: int = 0

    def with_more(self, facts: Sequence[Fact]) -> list[Fact]:
        """``facts`` of one transcript in order, each followed by what a model reads in its words."""
        sentences = {id(fact): sentence for fact, sentence in _leaning(facts)}
        found = self.reader.read(list(sentences.values())) if sentences else {}
        self.unread += sum(sentence not in found for sentence in set(sentences.values()))
        merged: list[Fact] = []
        for fact in facts:
            merged.append(fact)
            sentence = sentences.get(id(fact))
            if sentence is not None:
                for extract in found.get(sentence, ()):
                    merged += self._checked(fact, sentence, extract)
        return merged

    def _checked(self, fact: Fact, sentence: Sentence, extract: Extract) -> list[Fact]:
        if not was_said(extract, sentence):
            self.dropped += 1
            return []
        if extract.statement == fact.text:
            return []
        self.added += 1
        confidence = round(fact.confidence * _TRUST, 2)
        return [replace(fact, text=extract.statement, quote=extract.quote, confidence=confidence)]


def _leaning(facts: Sequence[Fact]) -> Iterator[tuple[Fact, Sentence]]:
    """The user's asserted clauses that lean on what the user said before them."""
    before: list[str] = []
    for fact in facts:
        if fact.authority is not Authority.USER or fact.read_back:
            continue
        few = len(content_words(fact.quote)) < _LEANING
        if before and fact.asserts and (few or _POINTS.search(fact.quote)):
            yield fact, Sentence(fact.quote, " ".join(before[-_WORDS_BEFORE:]))
        before.append(fact.quote)


def was_said(extract: Extract, sentence: Sentence) -> bool:
    """Whether the quotation is verbatim and the statement holds nothing that the speaker did not say."""
    if not content_words(extract.quote) or extract.quote not in sentence.text:
        return False
    spoken = f"{sentence.before} {sentence.text}"
    words = {*content_words(extract.statement)} - {*content_words(spoken)} - _ADDED
    numbers = {*_NUMBER.findall(extract.statement)} - {*_NUMBER.findall(spoken)}
    return not words and not numbers and not polarity_differs(sentence.text, extract.statement)
