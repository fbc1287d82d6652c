"""Removals and additions that are one changed memory, where a store gives every version a key of its own.

In stores whose text is the key, and in graphs that end a fact and begin another, a correction looks like one
entry gone and one new. Inside one scope (namespace and owner) such entries are paired by likeness, the
likest first, each at most once. What stays alone was removed or added.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from auditor.changes.retirements import ENDS
from auditor.records import Change, ChangeKind, Entry
from auditor.stores.interface import Identity
from auditor.values import Kind, Value, canonical_words, clean, equivalent, find_values, key_words, words

LIKE_ENOUGH = 0.5
"""From here on two texts share at least half of what they say, weighted; chosen on made-up corrections.

"Works from the Dunmore office" and "Works from the Port Ellery office" reach 0.75; "Ports start at 7000" and
"Use port 7100 for the mock", two rules about ports, 0.32.
"""

_PAIRED = frozenset({Identity.CONTENT, Identity.PROSE, Identity.TEMPORAL})
_SLOTS = frozenset(Kind) - {Kind.ORDINAL, Kind.PATH, Kind.CODE}
_LIGHT_WEIGHT = 0.3
_OTHER_VALUE = 0.5  # two times of day that differ fill the same slot …
_UNLIKE = {Kind.NAME: 0.25, Kind.NUMBER: 0.0}  # … two names perhaps, and two bare numbers may count anything
_LETTER = re.compile(r"\w")
_CONTAINED = 0.8
_FEWEST_CONTAINED = 2
_MOST_HOLDERS = 100  # a word in more additions than that tells none from another
_LIGHT = frozenset(
    words(
        "like love hate prefer want wish need use have get make do be go take keep say tell know think see"
        " user customer client patient also always never now currently"
    )
)

_Scope = tuple[str, str]


def paired(changes: Iterable[Change], identity: Identity) -> list[Change]:
    """``changes`` with each removal and addition that belong together as one change with ``previous_key``.

    It stands where the addition stood. Where a change keeps its key (``Identity.KEY``) or nothing is ever
    replaced (``Identity.APPEND``) only facts that were given an end are paired, with their successors.
    """
    given = list(changes)
    return list(_merged(given, _partners(given, only_ended=identity not in _PAIRED)))


def _merged(changes: Sequence[Change], partners: Mapping[str, Change]) -> Iterator[Change]:
    taken = {change.key for change in partners.values()}
    for change in changes:
        partner = partners.get(change.key) if change.kind is ChangeKind.ADDED else None
        if partner is not None:
            yield replace(change, kind=ChangeKind.CHANGED, before=partner.before, previous_key=partner.key)
        elif change.kind is not ChangeKind.REMOVED or change.key not in taken:
            yield change


def _partners(changes: Sequence[Change], *, only_ended: bool) -> dict[str, Change]:
    """The removal that belongs to each addition, by the addition's key."""
    scopes: dict[_Scope, tuple[list[Change], list[Change]]] = defaultdict(lambda: ([], []))
    for change in changes:
        if change.kind is ChangeKind.REMOVED and change.before is not None:
            if only_ended and not any(change.before.meta.get(name) for name in ENDS):
                continue
            scopes[_scope_of(change.before)][0].append(change)
        elif change.kind is ChangeKind.ADDED and change.after is not None:
            scopes[_scope_of(change.after)][1].append(change)
    found: dict[str, Change] = {}
    for gone, come in scopes.values():
        if gone and come:
            found |= _best_first(gone, come)
    return found


def _scope_of(entry: Entry) -> _Scope:
    return str(entry.meta.get("namespace") or ""), str(entry.meta.get("owner") or "")


def _best_first(gone: Sequence[Change], come: Sequence[Change]) -> dict[str, Change]:
    old = [_Said(change.before) for change in gone if change.before is not None]
    new = [_Said(change.after) for change in come if change.after is not None]
    scored = sorted(
        (-likeness, gone[i].key, come[j].key, i)
        for i, j in _candidates(old, new)
        if (likeness := old[i].likeness(new[j])) >= LIKE_ENOUGH
    )
    found: dict[str, Change] = {}
    taken: set[str] = set()
    for _, old_key, new_key, i in scored:
        if old_key not in taken and new_key not in found:
            taken.add(old_key)
            found[new_key] = gone[i]
    return found


def _candidates(old: Sequence["_Said"], new: Sequence["_Said"]) -> Iterator[tuple[int, int]]:
    """The pairs that share a telling word which few additions hold."""
    holding: dict[str, list[int]] = defaultdict(list)
    for j, said in enumerate(new):
        for word in said.telling:
            holding[word].append(j)
    for i, said in enumerate(old):
        near = (holding.get(word, ()) for word in sorted(said.telling))
        for j in sorted({j for holders in near if len(holders) <= _MOST_HOLDERS for j in holders}):
            yield i, j


@dataclass(frozen=True)
class _Said:
    """What an entry says besides the name of what it is about."""

    entry: Entry

    @cached_property
    def text(self) -> str:
        """Its value as text."""
        value = self.entry.value
        return value if isinstance(value, str) else str(value)

    @cached_property
    def values(self) -> Sequence[Value]:
        """The typed values in it."""
        return find_values(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """Its content words without those of its scope, its names and its values."""
        scope = key_words(str(self.entry.meta.get("namespace") or ""))
        about = frozenset(stem for word in scope for stem in words(word))
        text = clean(self.text)
        for start, end in (value.span for value in self.values if value.kind in _SLOTS):
            text = text[:start] + " " * (end - start) + text[end:]
        return canonical_words(text) - about

    @cached_property
    def telling(self) -> frozenset[str]:
        """Its words that tell one entry from another."""
        return self.words - _LIGHT

    @cached_property
    def slots(self) -> Mapping[Kind, frozenset[object]]:
        """Its typed values and names by kind, without the name at its front: all of a scope have that."""
        found: dict[Kind, set[object]] = defaultdict(set)
        text = clean(self.text)
        for value in self.values:
            at_front = value.kind is Kind.NAME and not _LETTER.search(text, 0, value.span[0])
            if value.kind in _SLOTS and not at_front:
                found[value.kind].add(value.normal)
        return {kind: frozenset(values) for kind, values in found.items()}

    @cached_property
    def weight(self) -> float:
        """How much it says."""
        return _weight(self.words) + len(self.slots)

    def likeness(self, other: "_Said") -> float:
        """The share of what the two say that both say, in [0, 1]; 0 where they say the very same.

        Twice the shared weight over both weights (Dice), or a little less than the share of the shorter one
        that the longer one holds: "allergic to peanuts" in "allergic to peanuts, cashews and walnuts".
        """
        if equivalent(self.entry.value, other.entry.value):
            return 0.0
        shared = _weight(self.words & other.words)
        for kind in self.slots.keys() & other.slots.keys():
            same = self.slots[kind] & other.slots[kind]
            shared += 1.0 if same else _UNLIKE.get(kind, _OTHER_VALUE)
        smaller = min(self.weight, other.weight)
        contained = shared / smaller if smaller >= _FEWEST_CONTAINED else 0.0
        return max(2 * shared / (self.weight + other.weight), _CONTAINED * contained) if smaller else 0.0


def _weight(said: frozenset[str]) -> float:
    return sum(_LIGHT_WEIGHT if word in _LIGHT else 1.0 for word in sorted(said))
