"""How long the conversation goes on about what the store holds, whatever else is chatted around it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from weakref import WeakKeyDictionary

from auditor.funnel.candidates import search_terms
from auditor.funnel.statements import light
from auditor.verdicts.second_look.talk import Talk
from auditor.verdicts.setting import Setting

_PAUSE = 5  # turns about something else that end no stretch
_SURELY = 2  # terms of one entry: one word alone is met by chance, and 200 turns of chatter meet many
_COMMON = 40  # entries that hold a term which tells none of them apart
_NEAR = 3

_STRETCHES: WeakKeyDictionary[Talk, int] = WeakKeyDictionary()


def longest_stretch(talk: Talk, setting: Setting) -> int:
    """The turns of the longest stretch of one conversation that is about entries of the store.

    A stretch runs over turns that share a telling term with an entry, with short pauses, and holds at least
    one that surely is about it. So chatter around it does not count.
    """
    if talk not in _STRETCHES:
        _STRETCHES[talk] = max(_stretches(talk, setting), default=0)
    return _STRETCHES[talk]


def _stretches(talk: Talk, setting: Setting) -> Iterator[int]:
    gone = _gone_by_term(setting)
    place, first, last, sure = "", 0, 0, False
    for turn in talk.turns:
        shared = _shared(turn.units - light(), setting, gone)
        if not shared:
            continue
        transcript, at = turn.place
        if transcript != place or at - last > _PAUSE:
            place, first, sure = transcript, at, False
        last = at
        sure = sure or shared >= _SURELY
        if sure:
            yield last - first + 1


def _gone_by_term(setting: Setting) -> Mapping[str, list[int]]:
    """Which of the changed and removed entries of last night hold a term."""
    gone: dict[str, list[int]] = defaultdict(list)
    for number, change in enumerate(setting.changes):
        if change.before is not None:
            for term in search_terms(setting.stated(change.before)):
                gone[term].append(number)
    return gone


def _shared(units: frozenset[str], setting: Setting, gone: Mapping[str, list[int]]) -> int:
    """How many of ``units`` the entry holds, of tonight or last night, that holds most of them."""
    near = setting.case.entries.mentioning(units, _NEAR)
    most = max((len(units & search_terms(setting.stated(entry))) for entry in near), default=0)
    times: dict[int, int] = defaultdict(int)
    for unit in units:
        holders = gone.get(unit, ())
        for number in holders if len(holders) <= _COMMON else ():
            times[number] += 1
    return max(most, max(times.values(), default=0))
