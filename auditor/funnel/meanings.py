"""What words exclude, imply and follow upon: the lexicons under ``data/`` as look-ups by stem."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import orjson

from auditor.values import raw_words, words

_DATA = Path(__file__).parent / "data"


@cache
def _table(name: str) -> Any:
    return orjson.loads((_DATA / f"{name}.json").read_bytes())


def _phrase(text: str) -> tuple[str, ...]:
    return words(text)


@cache
def _contrasts() -> Mapping[str, tuple[tuple[str, int], ...]]:
    """Single words (as stems) to (set, member) for every set of words that exclude one another."""
    found: dict[str, tuple[tuple[str, int], ...]] = {}
    for name, members in _table("contrasts").items():
        for number, member in enumerate(members.split(",")):
            for word in member.split("|"):
                found[_one(word)] = (*found.get(_one(word), ()), (name, number))
    return found


def _one(word: str) -> str:
    parts = _phrase(word.strip())
    return parts[0] if len(parts) == 1 else " ".join(parts)


@lru_cache(maxsize=8192)
def excludes(one: str, other: str) -> str:
    """The name of the set in which the stems ``one`` and ``other`` exclude each other, or ""."""
    if one == other:
        return ""
    theirs = dict(_contrasts().get(other, ()))
    for name, number in _contrasts().get(one, ()):
        if name in theirs:
            if theirs[name] != number:
                return name
            return ""
    return ""


def places(word: str) -> tuple[tuple[str, int], ...]:
    """The sets of exclusive words in which the stem ``word`` stands, and which member of each it is."""
    return _contrasts().get(word, ())


@lru_cache(maxsize=8192)
def same_member(one: str, other: str) -> bool:
    """Whether two stems are words for one member of a contrast set ("e-mail", "mail")."""
    theirs = set(_contrasts().get(other, ()))
    return any(place in theirs for place in _contrasts().get(one, ()))


def contrasting(terms: Collection[str]) -> list[str]:
    """Those of ``terms`` that stand in some set of exclusive words, in order: no others exclude any."""
    return sorted(_exclusive().intersection(terms))


@cache
def _exclusive() -> frozenset[str]:
    return frozenset(_contrasts())


def in_set(word: str, contrast: str) -> bool:
    """Whether the stem ``word`` is one of the exclusive words of the set ``contrast``."""
    return any(name == contrast for name, _ in _contrasts().get(word, ()))


@cache
def _broader() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for broad, narrow in _table("implies").items():
        for word in narrow.split("|"):
            found.setdefault(_one(word), set()).add(_one(broad))
    return {word: frozenset(broads) for word, broads in found.items()}


@lru_cache(maxsize=8192)
def broader(word: str) -> frozenset[str]:
    """The stems that ``word`` is a kind of, two steps up ("steak" → "meat")."""
    direct = _broader().get(word, frozenset())
    return direct.union(*(_broader().get(one, frozenset()) for one in direct)) - {word}


@cache
def _exclusions() -> Mapping[str, Sequence[tuple[frozenset[str], frozenset[str]]]]:
    """(words of a name, what it rules out) by the first word of the name."""
    rows: dict[str, list[tuple[frozenset[str], frozenset[str]]]] = {}
    for names, excluded in _table("excludes").items():
        concepts = frozenset(_one(word) for word in excluded.split("|"))
        for name in map(_phrase, names.split("|")):
            rows.setdefault(name[0], []).append((frozenset(name), concepts))
    return rows


@lru_cache(maxsize=32768)
def ruled_out_by(terms: frozenset[str]) -> frozenset[str]:
    """The concepts that a statement with ``terms`` rules out for its subject ("vegan" → meat, fish, …)."""
    by_word = _exclusions()
    told = (
        concepts for word in terms if word in by_word for name, concepts in by_word[word] if name <= terms
    )
    return frozenset[str]().union(*told)


def barred_with(terms: frozenset[str]) -> frozenset[str]:
    """The terms to look for what ``terms`` cannot stand beside: "fish" for "vegetarian", and back."""
    above = terms.union(*map(broader, terms))
    bars = (names for names, concepts in _all_exclusions() if not concepts.isdisjoint(above))
    return ruled_out_by(terms).union(*bars)


@cache
def _all_exclusions() -> Sequence[tuple[frozenset[str], frozenset[str]]]:
    return [row for rows in _exclusions().values() for row in rows]


@cache
def _ladders() -> Mapping[tuple[str, ...], tuple[tuple[str, int], ...]]:
    found: dict[tuple[str, ...], tuple[tuple[str, int], ...]] = {}
    for name, steps in _table("ladders").items():
        for number, step in enumerate(steps.split(",")):
            for alternative in step.split("|"):
                phrase = tuple(raw_words(alternative))
                found[phrase] = (*found.get(phrase, ()), (name, number))
    return found


@cache
def _longest_step() -> int:
    return max(map(len, _ladders()))


@lru_cache(maxsize=16384)
def steps(spoken: tuple[str, ...]) -> Mapping[str, int]:
    """The status that the words ``spoken`` name on each ladder: ladder to step, the last mention counting."""
    found: dict[str, int] = {}
    at = 0
    while at < len(spoken):
        for size in range(min(_longest_step(), len(spoken) - at), 0, -1):
            if (places := _ladders().get(spoken[at : at + size])) is not None:
                found.update(places)
                at += size
                break
        else:
            at += 1
    return found


def listed_marks(kind: str) -> Sequence[str]:
    """The regular expressions of the marks of ``kind``."""
    marks: Sequence[str] = _table("marks")[kind]
    return marks


@cache
def _synonyms() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for concept, listed in _table("synonyms").items():
        for word in listed.split("|"):
            found.setdefault(_one(word), concept)
    return found


@lru_cache(maxsize=32768)
def concept(word: str) -> str:
    """The one name under which the stem ``word`` and its synonyms are compared."""
    return _synonyms().get(word, word)


@cache
def listed_words() -> frozenset[str]:
    """All words with another name for them, a broader word, or words that they exclude; and these names."""
    names = {*_synonyms(), *_synonyms().values(), *_contrasts(), *_broader()}
    return frozenset(names).union(*_broader().values())


@cache
def word_list(name: str) -> tuple[str, ...]:
    """A plain word list: "user" (role words for the user), "light" (words that say little), "persons"."""
    return tuple(_table("roles")[name].split("|"))


def country_named(code: str) -> str | None:
    """The country of a two-letter code in capitals, or None."""
    named: str | None = _table("countries").get(code)
    return named


@cache
def word_set(name: str) -> frozenset[str]:
    """The words of the list ``name`` in ``data/words.json``."""
    return frozenset(_table("words")[name].split("|"))
