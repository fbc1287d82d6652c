"""The turns of the conversations as sets of terms and cues, made once a night."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import log
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import orjson

from auditor.facts.lexicon import plain
from auditor.funnel.candidates import FactBook, Said, value_terms
from auditor.records import Authority, Transcript
from auditor.verdicts.setting import Setting

_FILE = Path(__file__).parent / "data" / "cues.json"
_QUESTION = re.compile(r"[?？¿]|吗|ですか|ますか")
_SHORT = 5
_HALF = 0.5
_TYPICAL = 17  # turns of a conversation: the median of the nights that the weights were made from
_ENOUGH = 60  # turns: to look at all would make a night quadratic, and the rare words tell most


@dataclass(frozen=True, slots=True, eq=False)
class Heard:
    """One turn: ``units`` are its terms, names and typed values, ``cues`` the turns of phrase it holds."""

    place: tuple[str, int]
    order: int
    authority: Authority
    units: frozenset[str]
    cues: frozenset[str]
    clauses: tuple[Said, ...]


class Talk:
    """All turns in order, found by what they hold; ``longest`` counts those of the longest conversation."""

    def __init__(self, book: FactBook, transcripts: Iterable[Transcript]) -> None:
        """Gathers the clauses of ``book`` by turn; the texts of ``transcripts`` give the cues."""
        clauses: dict[tuple[str, int], list[Said]] = defaultdict(list)
        for said in book.all:
            clauses[said.turn].append(said)
        self.turns: list[Heard] = []
        self.longest = 0
        self._holding: dict[str, list[int]] = defaultdict(list)
        for transcript in transcripts:
            self.longest = max(self.longest, len(transcript.turns))
            for turn in transcript.turns:
                place = (transcript.id, turn.index)
                self._add(place, turn.text, tuple(clauses.get(place, ())), turn.speaker.value)

    def _add(self, place: tuple[str, int], text: str, clauses: tuple[Said, ...], speaker: str) -> None:
        units = frozenset[str]().union(*(units_of(said) for said in clauses))
        authority = _whose(clauses, speaker)
        heard = Heard(place, len(self.turns), authority, units, cues_in(text), clauses)
        for unit in units:
            self._holding[unit].append(heard.order)
        self.turns.append(heard)

    def holding(self, units: Iterable[str]) -> Sequence[Heard]:
        """The turns that hold any of ``units``, in order; of very many those that hold the rarest."""
        found: set[int] = set()
        held = sorted((len(self._holding[unit]), unit) for unit in units if unit in self._holding)
        for _, unit in held:
            if len(found) >= _ENOUGH:
                break
            found.update(self._holding[unit][-_ENOUGH:])
        return [self.turns[at] for at in sorted(found)]

    def rarity(self, unit: str) -> float:
        """How rare ``unit`` is in the talk: near 1 where one turn holds it, near 0 where many do.

        The turns that do not hold it are not counted, so that chatter makes nothing rarer.
        """
        held = len(self._holding[unit]) + _HALF
        return max(0.0, log((_TYPICAL + 1) / held) / log(_TYPICAL + 2))

    def beside(self, heard: Heard, step: int) -> Heard | None:
        """The turn ``step`` places after ``heard`` in its conversation, or None."""
        at = heard.order + step
        if not 0 <= at < len(self.turns) or self.turns[at].place[0] != heard.place[0]:
            return None
        return self.turns[at]


@lru_cache(maxsize=32768)
def units_of(said: Said) -> frozenset[str]:
    """The terms, names and typed values of one clause."""
    one = said.statement
    return one.terms | one.denied | one.names | frozenset(value_terms((*one.values, *one.denied_values)))


_BY_SPEAKER = {
    "user": Authority.USER,
    "unknown": Authority.USER,
    "agent": Authority.AGENT,
    "tool": Authority.RECORD,
    "system": Authority.RECORD,
    "document": Authority.THIRD_PARTY,
}


def _whose(clauses: Sequence[Said], speaker: str) -> Authority:
    own = _BY_SPEAKER[speaker]
    if own is Authority.RECORD and clauses:
        return clauses[0].fact.authority
    return own


@lru_cache(maxsize=16384)
def cues_in(text: str) -> frozenset[str]:
    """The names of the cues that ``text`` holds."""
    lowered = plain(text)
    found = {name for name, cue in _cues().items() if cue.search(lowered)}
    if _QUESTION.search(text):
        found.add("asks")
    if len(lowered.split()) <= _SHORT:
        found.add("short")
    return frozenset(found)


@cache
def _cues() -> Mapping[str, re.Pattern[str]]:
    return {name: re.compile(_joined(entry)) for name, entry in orjson.loads(_FILE.read_bytes()).items()}


def _joined(entry: Mapping[str, Any]) -> str:
    parts = []
    if entry.get("start"):
        parts.append(r"^\W*(?:" + "|".join(entry["start"]) + ")")
    if entry.get("words"):
        parts.append(r"(?<![\w'])(?:" + "|".join(entry["words"]) + r")(?![\w'])")
    if entry.get("anywhere"):
        parts.append("|".join(entry["anywhere"]))
    return "|".join(parts)


_TALKS: WeakKeyDictionary[Setting, dict[str | None, Talk]] = WeakKeyDictionary()


def talk_of(setting: Setting, owner: str | None) -> Talk:
    """The turns that count for entries of ``owner``, made once a night."""
    known = _TALKS.setdefault(setting, {})
    if owner not in known:
        heard = [one for one in setting.known if owner is None or one.user in {None, owner}]
        known[owner] = Talk(setting.book(owner), heard)
    return known[owner]
