"""What a clause denies: negation words, how far they reach, and whether two texts differ by it."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from auditor.values.folding import fold, without_accents
from auditor.values.language import EAST_ASIAN, language
from auditor.values.lexicon import table
from auditor.values.tokens import content_words, open_contractions


class Denial(StrEnum):
    """How a clause denies: it does not hold, or it held once and no longer does."""

    NOT = "not"
    CEASED = "ceased"


@dataclass(frozen=True, slots=True)
class Negation:
    """A negation word and the words that it reaches, both as offsets into ``opened(text)``."""

    cue: str
    denial: Denial
    span: tuple[int, int]
    scope: tuple[int, int]


_BREAK = re.compile(r"[.!?;:,。！？；：，、()\n]|\s-\s")
_WHOLE_CLAUSE = frozenset({"de", "fr", "ja"})
_ANSWER = re.compile(r"^(?:no|nein|non|nope|nah|不|いいえ|いや)[,.!，。、 ]*(?=[,.!，。、])")
_LETTERS = re.compile(r"[^\W\d_]+")
_ELIDED = re.compile(r"\bn'(?=\w)")
_FREE = re.compile(r"\b([a-z]+)-free\b")


def opened(text: str) -> str:
    """``text`` folded, without Latin accents, English and French short forms written out."""
    folded = open_contractions(without_accents(fold(text)))
    return _ELIDED.sub("n ", folded) if "'" in folded else folded


@cache
def _cues(spoken: str) -> tuple[re.Pattern[str], re.Pattern[str], frozenset[str]]:
    """(pseudo negations, all cues, those that say "no longer") of a language."""
    listed = table("negation")[spoken]
    pseudo, ceased = _split(listed["pseudo"]), _split(listed["ceased"])
    return _any_of(pseudo), _any_of([*ceased, *_split(listed["not"])]), frozenset(ceased)


@cache
def _first_words(spoken: str) -> frozenset[str]:
    listed = table("negation")[spoken]
    return frozenset(
        re.split("[ ']", phrase)[0] for name in ("not", "ceased") for phrase in _split(listed[name])
    )


def _split(listed: str) -> list[str]:
    return [without_accents(phrase.strip()) for phrase in listed.split("|")]


def _any_of(phrases: list[str]) -> re.Pattern[str]:
    ordered = sorted(phrases, key=len, reverse=True)
    latin = "|".join(
        re.escape(phrase).replace("\\ ", " (?:[^\\W_]+ )?")
        for phrase in ordered
        if not EAST_ASIAN.search(phrase)
    )
    asian = "|".join(re.escape(phrase) for phrase in ordered if EAST_ASIAN.search(phrase))
    parts = [rf"(?<![^\W_])(?:{latin})(?![^\W_])"] if latin else []
    return re.compile("|".join([*parts, asian] if asian else parts))


@lru_cache(maxsize=16384)
def negations(text: str) -> tuple[Negation, ...]:
    """The negations in ``text``, in order. A bare "No," that answers what was said before is none."""
    plain = opened(text)
    spoken = language(text)
    spoken = spoken if spoken in table("negation") else "en"
    if (
        "-free" not in plain
        and not EAST_ASIAN.search(plain)
        and _first_words(spoken).isdisjoint(_LETTERS.findall(plain))
    ):
        return ()
    pseudo, cues, ceased = _cues(spoken)
    hidden = pseudo.sub(lambda match: "\x00" * len(match[0]), plain)
    hidden = _ANSWER.sub(lambda match: "\x00" * len(match[0]), hidden)
    found = [
        Negation(
            match[0],
            Denial.CEASED if _is_ceased(match[0], ceased) else Denial.NOT,
            match.span(),
            _scope(hidden, match, spoken),
        )
        for match in cues.finditer(hidden)
    ]
    found.extend(
        Negation("-free", Denial.NOT, match.span(), match.span(1)) for match in _FREE.finditer(hidden)
    )
    return tuple(_without_doubles(found))


def _is_ceased(cue: str, ceased: frozenset[str]) -> bool:
    words = cue.split(" ")
    return cue in ceased or f"{words[0]} {words[-1]}" in ceased


def _without_doubles(found: list[Negation]) -> list[Negation]:
    """French "ne … pas" and German "kein … mehr" are one negation: the second of one scope goes."""
    kept: list[Negation] = []
    for negation in found:
        double = next((other for other in kept if other.scope == negation.scope), None)
        if double is None:
            kept.append(negation)
        elif negation.denial is Denial.CEASED and double.denial is Denial.NOT:
            kept[kept.index(double)] = negation
    return kept


@cache
def _ends() -> re.Pattern[str]:
    return _any_of(_split(table("negation")["ends"]))


def _scope(plain: str, match: re.Match[str], spoken: str) -> tuple[int, int]:
    start, end = _clause(plain, match)
    return (start, end) if spoken in _WHOLE_CLAUSE else (match.end(), end)


def _clause(plain: str, match: re.Match[str]) -> tuple[int, int]:
    after = [found.start() for pattern in (_BREAK, _ends()) if (found := pattern.search(plain, match.end()))]
    before = [
        found.end() for pattern in (_BREAK, _ends()) for found in pattern.finditer(plain, 0, match.start())
    ]
    return max(before, default=0), min(after, default=len(plain))


def negated(text: str) -> bool:
    """Whether ``text`` as a whole denies its content: an odd number of negations."""
    return len(negations(text)) % 2 == 1


@lru_cache(maxsize=16384)
def negated_words(text: str) -> frozenset[str]:
    """The content words of ``text`` that stand under a negation."""
    plain = opened(text)
    return frozenset(
        word for negation in negations(text) for word in content_words(plain[slice(*negation.scope)])
    )


def polarity_differs(a_text: str, b_text: str) -> bool:
    """Whether some content word that both texts share is denied in one of them only."""
    shared = set(content_words(a_text)) & set(content_words(b_text))
    return not shared.isdisjoint(negated_words(a_text) ^ negated_words(b_text))
