"""What entries were made from, followed to the roots: do they rest on anything but what a model said?"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from auditor.discipline.record import EVIDENCE_FIELDS
from auditor.records import Confirmation, Entry
from auditor.snapshots.canonical import entry_of, key_part, key_part_of, legible
from auditor.trust.grounds import Grounds, Origin, grounds_of

Lines = Callable[[], Iterable[bytes]]
_NAMES = "|".join(re.escape(name) for name in sorted(EVIDENCE_FIELDS))
_DERIVED = re.compile(rf'"(?:{_NAMES})":'.encode())
_MODELS = frozenset({Origin.INFERRED, Origin.MODEL})
_MOST = 10_000  # ancestors that are followed


@dataclass(frozen=True, slots=True)
class Roots:
    """The entries of one store that others were made from, and those others, by key."""

    held: Mapping[str, Grounds] = field(default_factory=dict)

    def echo(self, one: Grounds, confirmed: Mapping[str, Iterable[Confirmation]]) -> bool:
        """Whether every root of ``one`` is what a model said, and nobody confirmed any of them.

        However many there are: that they agree proves nothing. What rests on itself has no other root.
        """
        if not one.made_from:
            return False
        known = [self.held[key] for key in self._ancestors(one) if key in self.held]
        others = [each for each in known if each.key != one.key]
        bases = [each for each in others if not any(key in self.held for key in each.made_from)]
        if not bases:
            return bool(known)
        return all(base.origin in _MODELS and not confirmed.get(base.key) for base in bases)

    def gone(self, one: Grounds) -> bool:
        """Whether something that ``one`` was made from, at any remove, was deleted."""
        return any(self.held[key].deleted for key in self._ancestors(one) if key in self.held)

    def _ancestors(self, one: Grounds) -> set[str]:
        found: set[str] = set()
        waiting = list(one.made_from)
        while waiting and len(found) < _MOST:
            key = waiting.pop()
            if key not in found:
                found.add(key)
                waiting += self.held[key].made_from if key in self.held else ()
        return found


def roots_in(lines: Lines, at: datetime, zone: tzinfo) -> Roots:
    """The roots in a store, whose ``lines`` are gone through once, or twice where entries name evidence."""
    derived: dict[str, Grounds] = {}
    for line in lines():
        if _DERIVED.search(line):
            one = grounds_of(entry_of(line), at, zone)
            if one.made_from:
                derived[one.key] = one
    wanted = {key for one in derived.values() for key in one.made_from} - derived.keys()
    if not wanted:
        return Roots(derived)
    entries = picked(lines, wanted)
    return Roots(derived | {key: grounds_of(entry, at, zone) for key, entry in entries.items()})


def picked(lines: Lines, keys: Iterable[str]) -> dict[str, Entry]:
    """The entries under ``keys``, as far as they are among ``lines``."""
    parts = {key_part_of(legible(key)) for key in keys}
    found = (entry_of(line) for line in lines() if key_part(line) in parts) if parts else ()
    return {entry.key: entry for entry in found}
