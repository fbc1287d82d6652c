"""Which entries step 3 looks at: the due ones, those in turn, and those that the talk touches."""

from collections.abc import Collection, Iterator, Mapping

from auditor.funnel.candidates import search_terms
from auditor.records import Authority, Entry, Mood
from auditor.verdicts.forgetting import asked_terms
from auditor.verdicts.setting import Setting

_NEAR = 8


def touched_entries(
    setting: Setting, quiet: Mapping[str, Entry], alarmed: Collection[str]
) -> Iterator[Entry]:
    """The entries to look at, each once: due, quietly changed, in turn, or touched by what was said."""
    seen: set[str] = set(alarmed)
    for entry in _candidates(setting, quiet):
        if entry.key not in seen:
            seen.add(entry.key)
            yield entry


def _candidates(setting: Setting, quiet: Mapping[str, Entry]) -> Iterator[Entry]:
    entries = setting.case.entries
    yield from entries.due(setting.case.at)
    for key in sorted(quiet):
        yield quiet[key]
    yield from setting.in_turn
    for request in setting.forget_requests(None):
        asked = asked_terms(request)
        found = entries.mentioning(asked, _NEAR)
        yield from found
        for near in found:
            names = setting.stated(near).names
            if names:
                yield from entries.mentioning(names, _NEAR)
        for _, gone in setting.gone.near_terms(asked):
            if gone.names:
                yield from entries.mentioning(gone.names, _NEAR)
    for said in setting.book(None).all:
        fact = said.fact
        entitled = fact.authority in {Authority.USER, Authority.RECORD}
        if entitled and fact.asserts and fact.mood is not Mood.FORGET:
            yield from entries.mentioning(search_terms(said.statement), _NEAR)
