"""Finding the phrases of a word list in a text, whatever their inflection, case and accents."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from auditor.values.folding import fold
from auditor.values.language import EAST_ASIAN
from auditor.values.tokens import words

Meaning = TypeVar("Meaning")
Stems = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found(Generic[Meaning]):
    """A phrase as listed (stemmed, or East Asian as written) and what it means."""

    phrase: Stems
    meaning: Meaning


class Phrases(Generic[Meaning]):
    """A word list: meanings with their phrases, written ``"phrase | phrase"``."""

    def __init__(self, listed: Iterable[tuple[Meaning, str]]) -> None:
        self._latin: dict[str, list[tuple[int, Found[Meaning]]]] = {}  # by first word, with the length
        self._asian: dict[str, list[Found[Meaning]]] = {}
        for meaning, line in listed:
            for phrase in filter(None, map(str.strip, line.split("|"))):
                self._add(phrase, meaning)
        longest_first = sorted(self._asian, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first)) or "(?!)")

    def _add(self, phrase: str, meaning: Meaning) -> None:
        if EAST_ASIAN.search(phrase):
            self._asian.setdefault(fold(phrase), []).append(Found((fold(phrase),), meaning))
        elif stems := words(phrase):
            self._latin.setdefault(stems[0], []).append((len(stems), Found(stems, meaning)))

    def found_in(self, text: str) -> list[Found[Meaning]]:
        """Every phrase of the list that stands in ``text``."""
        spoken, listed = words(text), self._latin
        found = [
            entry
            for at, word in enumerate(spoken)
            if word in listed
            for length, entry in listed[word]
            if length == 1 or spoken[at : at + length] == entry.phrase
        ]
        if not text.isascii() and EAST_ASIAN.search(text):
            for phrase in self._pattern.findall(fold(text)):
                found.extend(self._asian[phrase])
        return found

    def without_asian(self, folded: str) -> str:
        """``folded`` with a space in place of every East Asian phrase of the list."""
        return self._pattern.sub(" ", folded)
