"""The word lists in ``data/``, loaded once and compiled into one pattern a list."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from auditor.facts.leads import leads, only_foreign
from auditor.values.folding import letters

Lists = Mapping[str, Any]

_NEVER = re.compile(r"(?!)")


@cache
def lists(name: str) -> Lists:
    """The lists of ``data/<name>.json``."""
    text = resources.files("auditor.facts").joinpath("data", f"{name}.json").read_text("utf-8")
    loaded: Lists = json.loads(text)
    return loaded


@cache
def words(name: str, key: str) -> frozenset[str]:
    """One flat list as a set of lower-case words and phrases."""
    return frozenset(lists(name)[key])


def whole_words(fragments: Iterable[str]) -> str:
    """A regular expression that finds any of ``fragments`` as whole words."""
    return r"(?<![\w'])(?:" + "|".join(fragments) + r")(?![\w])"


@cache
def pattern(name: str, key: str) -> re.Pattern[str]:
    """The compiled pattern of one list, to be searched for in lower-case text.

    A list is either flat (whole words) or an object with any of ``start`` (only at the start),
    ``end`` (only at the end), ``words`` (whole words) and ``anywhere`` (scripts without spaces).
    """
    entry = lists(name)[key]
    return _NEVER if not entry else re.compile(_alternatives(entry))


@dataclass(frozen=True, slots=True)
class _Listed:
    """A list of phrases, made to be searched for quickly.

    ``leads`` are the words with which its phrases begin, ``loose`` finds those of which that cannot be
    told; each pattern also exists without the phrases that no ASCII text holds.
    """

    leads: frozenset[str]
    every: re.Pattern[str]
    loose: re.Pattern[str] | None
    ascii: re.Pattern[str]
    loose_ascii: re.Pattern[str] | None


def search(name: str, key: str, text: str) -> re.Match[str] | None:
    """The first phrase of one list in ``text`` (lower case), as ``pattern(name, key).search(text)``."""
    listed = _listed(name, key)
    plainly = text.isascii()
    if listed.leads.isdisjoint(letters(text)):
        loose = listed.loose_ascii if plainly else listed.loose
        if loose is None or not loose.search(text):
            return None
    return (listed.ascii if plainly else listed.every).search(text)


@cache
def _listed(name: str, key: str) -> _Listed:
    entry = lists(name)[key]
    groups: Lists = entry if isinstance(entry, Mapping) else {"words": entry}
    known: set[str] = set()
    loose: dict[str, list[str]] = {}
    for place, phrases in groups.items():
        for phrase in phrases:
            words = None if place == "anywhere" else leads(phrase, whole=place != "start")
            if words is None:
                loose.setdefault(place, []).append(phrase)
            else:
                known |= words
    return _Listed(
        frozenset(known),
        pattern(name, key),
        _compiled(loose),
        _compiled(_for_ascii(groups)) or _NEVER,
        _compiled(_for_ascii(loose)),
    )


def _for_ascii(groups: Lists) -> Lists:
    return {
        place: [phrase for phrase in phrases if not only_foreign(phrase)] for place, phrases in groups.items()
    }


def _compiled(groups: Lists) -> re.Pattern[str] | None:
    return re.compile(_alternatives(groups)) if any(groups.values()) else None


def _alternatives(entry: Sequence[str] | Mapping[str, Sequence[str]]) -> str:
    if not isinstance(entry, Mapping):
        return whole_words(entry)
    parts = []
    if entry.get("start"):
        parts.append(r"^\W*(?:" + "|".join(entry["start"]) + ")")
    if entry.get("end"):
        parts.append(r"(?<![\w'])(?:" + "|".join(entry["end"]) + r")\W*$")
    if entry.get("words"):
        # An entry such as "/s" begins with no letter, so only a letter before it rules it out.
        parts.append(whole_words(entry["words"]))
    if entry.get("anywhere"):
        parts.append("|".join(entry["anywhere"]))
    return "|".join(parts)


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """``text`` in lower case with straight apostrophes and quotes, of the same length."""
    return text.lower() if text.isascii() else _lower_same_length(text)


_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"'})


def _lower_same_length(text: str) -> str:
    lowered = text.translate(_STRAIGHT).lower()
    return lowered if len(lowered) == len(text) else "".join(c.lower()[:1] or c for c in text)


@cache
def _lead_in() -> re.Pattern[str]:
    words = "|".join(lists("clauses")["lead_ins"])
    return re.compile(rf"(?:\W*(?:{words})(?![\w'-]))+[\s,.:–—-]*")


@lru_cache(maxsize=8192)
def without_lead_in(text: str) -> str:
    """``text`` (lower case) without the words that only open a turn: "actually, please forget" → "forget"."""
    match = _lead_in().match(text)
    return text[match.end() :] if match and match.end() < len(text) else text
