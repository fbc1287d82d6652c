"""What a clause denies: negation words, how far they reach, and whether two texts differ by it."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import islice, pairwise

from auditor.values.folding import fold, letters, without_accents
from auditor.values.language import EAST_ASIAN, language
from auditor.values.lexicon import table
from auditor.values.tokens import content_words, open_contractions, stem


class Denial(StrEnum):
    """How a clause denies: it does not hold, or it held once and no longer does."""

    NOT = "not"
    CEASED = "ceased"


@dataclass(frozen=True, slots=True)
class Negation:
    """A negation word and the words that it reaches, both as offsets into ``opened(text)``.

    A ``local`` one ("without", "ex-", "-free") denies a part of the clause, not the clause.
    """

    cue: str
    denial: Denial
    span: tuple[int, int]
    scope: tuple[int, int]
    local: bool = False


_BREAK = re.compile(
    r"[.!?;:,。！？；：，、()\n]|\s-\s"
    r"|\s(?:and|then|so)(?=\s(?:(?:i|we) )?(?:(?:am|are|have|now|then) ){0,2}"
    r"(?:start(?:ed|ing)?|beg[au]n|switch(?:ed|ing)?|took up|taken up|join(?:ed|ing)?|moved|signed up|bought"
    r"|got)\b)"
)
"""Where a clause ends: also before what began in the place of what was given up."""
_WHOLE_CLAUSE = frozenset({"de", "fr", "ja"})
_ANSWER = re.compile(r"^(?:no|nein|non|nope|nah|不|いいえ|いや)[,.!，。、 ]*(?=[,.!，。、])")
_ELIDED = re.compile(r"\bn'(?=\w)")
_FREE = re.compile(r"\b([a-z]+)-free\b")


def opened(text: str) -> str:
    """``text`` folded, without Latin accents, English and French short forms written out."""
    folded = open_contractions(without_accents(fold(text)))
    return _ELIDED.sub("n ", folded) if "'" in folded else folded


@dataclass(frozen=True, slots=True)
class _Cues:
    """The negation words of one language."""

    pseudo: re.Pattern[str]
    cues: re.Pattern[str]
    ceased: frozenset[str]
    local: frozenset[str]
    first_words: frozenset[str]
    words: frozenset[str]


def _cues_of(text: str) -> _Cues:
    spoken = language(text)
    return _cues(spoken if spoken in table("negation") else "en")


@cache
def _cues(spoken: str) -> _Cues:
    listed = {name: _split(phrases) for name, phrases in table("negation")[spoken].items()}
    every = [*listed["ceased"], *listed["not"]]
    return _Cues(
        pseudo=_any_of(listed["pseudo"]),
        cues=_any_of(every),
        ceased=frozenset(listed["ceased"]),
        local=frozenset(listed["local"]),
        first_words=frozenset(re.split("[ ']", phrase)[0] for phrase in every),
        words=frozenset(stem(word) for phrase in every for word in re.split("[ ']", phrase)),
    )


def _split(listed: str) -> list[str]:
    return [without_accents(phrase.strip()) for phrase in listed.split("|")]


def _any_of(phrases: list[str]) -> re.Pattern[str]:
    """Any of ``phrases``; in those of several words one more word may stand at each gap."""
    ordered = sorted(phrases, key=len, reverse=True)
    latin = [phrase for phrase in ordered if not EAST_ASIAN.search(phrase)]
    gapped = "|".join(re.escape(phrase).replace("\\ ", " (?:[^\\W_]+ )?") for phrase in latin)
    parts = [rf"(?<![^\W_])(?:{gapped})(?![^\W_])"] if latin else []
    return re.compile("|".join([*parts, *(re.escape(phrase) for phrase in ordered if phrase not in latin)]))


@lru_cache(maxsize=4096)
def negations(text: str) -> tuple[Negation, ...]:
    """The first 50 negations in ``text``, in order.

    A bare "No," that answers what was said before is none.
    """
    cues, folded = _cues_of(text), fold(text)
    short_forms = "'" in folded or "-free" in folded
    if not short_forms and folded.isascii() and cues.first_words.isdisjoint(letters(folded)):
        return ()
    plain = opened(text)
    spoken = language(text)
    if (
        "-free" not in plain
        and cues.first_words.isdisjoint(letters(plain))
        and (plain.isascii() or not EAST_ASIAN.search(plain))
    ):
        return ()
    hidden = cues.pseudo.sub(_blank, plain)
    hidden = _ANSWER.sub(_blank, hidden)
    starts, ends = _clause_bounds(hidden)
    found = []
    for match in islice(cues.cues.finditer(hidden), _MOST):
        start, end = starts[bisect_right(starts, match.start()) - 1], ends[bisect_left(ends, match.end())]
        local = match[0] in cues.local
        if local and (next_words := _NEXT_TWO.match(hidden, match.end(), end)):
            scope = next_words.span()
        else:
            scope = (start if spoken in _WHOLE_CLAUSE else match.end(), end)
        found.append(Negation(match[0], _denial(match[0], cues.ceased), match.span(), scope, local))
    found.extend(
        Negation("-free", Denial.NOT, match.span(), match.span(1), local=True)
        for match in islice(_FREE.finditer(hidden), _MOST)
    )
    return tuple(_without_doubles(found))


_MOST = 50
_NEXT_TWO = re.compile(
    r"(?:[ -](?:an?|the|my|any|some|our|ein\w*|einen|un|una|une|des))?(?:[ -][^\W_]+){1,2}"
)


def _blank(match: re.Match[str]) -> str:
    return "\x00" * len(match[0])


def _denial(cue: str, ceased: frozenset[str]) -> Denial:
    words = cue.split(" ")
    return Denial.CEASED if cue in ceased or f"{words[0]} {words[-1]}" in ceased else Denial.NOT


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
def _conjunctions() -> re.Pattern[str]:
    return _any_of(_split(table("negation")["ends"]))


def _clause_bounds(plain: str) -> tuple[list[int], list[int]]:
    """Where clauses begin and where they end, both in order."""
    breaks = sorted(
        match.span() for pattern in (_BREAK, _conjunctions()) for match in pattern.finditer(plain)
    )
    return [0, *sorted(end for _, end in breaks)], [*(start for start, _ in breaks), len(plain)]


def negated(text: str) -> bool:
    """Whether ``text`` as a whole denies its content.

    What only a part of it lacks ("coffee without sugar") does not count, and two negations side by
    side ("never not") cancel out.
    """
    denying = [negation for negation in negations(text) if not negation.local]
    doubled = any(second.span[0] - first.span[1] <= 1 for first, second in pairwise(denying))
    return bool(denying) and not doubled


@lru_cache(maxsize=4096)
def negated_words(text: str) -> frozenset[str]:
    """The content words of ``text`` that stand under a negation, without the negation words themselves."""
    found = negations(text)
    if not found:
        return frozenset()
    plain = opened(text)
    reached = {word for negation in found for word in content_words(plain[slice(*negation.scope)])}
    return frozenset(reached - _cues_of(text).words)


def polarity_differs(a_text: str, b_text: str) -> bool:
    """Whether some content word that both texts share is denied in one of them only."""
    shared = set(content_words(a_text)) & set(content_words(b_text))
    return not shared.isdisjoint(negated_words(a_text) ^ negated_words(b_text))
