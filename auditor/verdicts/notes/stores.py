"""Notes on a store as a whole: much gone or changed at once, growth, facts retired together."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from auditor.records import ChangeKind, Finding, Note
from auditor.times import parse_time
from auditor.verdicts.notes.making import note
from auditor.verdicts.setting import Setting

_FEWEST = 3
_SHARE = 0.5
_FEWEST_CHANGED = 5
_GROWTH = 2
_FEWEST_GROWN = 50
_WRITTEN = ("created_at", "updated_at")
_AHEAD = timedelta(hours=1)
_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
_RETIRED = ("invalid_at", "valid_until", "expired_at", "valid_to", "ended_at", "t_invalid")
_EXPLAINED = frozenset({"moved", "forgotten_on_request", "expired_cleanup", "superseded"})


def store_notes(setting: Setting, findings: Sequence[Finding]) -> Iterator[Note]:
    """What the night's changes together say about the store."""
    explained = {one.key for one in findings if one.kind in _EXPLAINED}
    gone = [
        change.key
        for change in setting.changes
        if change.kind is ChangeKind.REMOVED and change.key not in explained
    ]
    yield from _gone(setting, gone)
    yield from _changed(setting, findings)
    yield from _grown(setting)
    yield from _retired_together(setting)
    yield from _impossible_times(setting)


def _impossible_times(setting: Setting) -> Iterator[Note]:
    """New entries that say they were written later than this audit, or before there was a store."""
    wrong: dict[str, list[str]] = defaultdict(list)
    for change in setting.changes:
        for name in _WRITTEN if change.after is not None else ():
            at = parse_time(change.after.meta.get(name)) if change.after is not None else None
            if at is not None and at > setting.case.at + _AHEAD:
                wrong["later than this audit: a clock is wrong, or local times pass for UTC"].append(
                    change.key
                )
            elif at is not None and at < _EARLIEST:
                wrong["before there can have been a store: a time was never set"].append(change.key)
    for why, keys in sorted(wrong.items()):
        reason = f"{len(set(keys))} entries say that they were written {why}."
        yield note(setting.case.store, "clock", keys, reason)


def _gone(setting: Setting, gone: Sequence[str]) -> Iterator[Note]:
    before = len(setting.case.entries) + len(gone) - len(setting.added)
    if len(gone) >= _FEWEST and len(gone) >= _SHARE * max(before, 1):
        reason = f"{len(gone)} of {before} entries are gone, and nothing that was said explains it."
        yield note(setting.case.store, "mass_deletion", gone, reason)


def _changed(setting: Setting, findings: Sequence[Finding]) -> Iterator[Note]:
    odd = [one.key for one in findings if one.change is ChangeKind.CHANGED and one.alarm]
    if len(odd) >= _FEWEST_CHANGED and len(odd) >= _SHARE * len(setting.case.entries):
        reason = f"{len(odd)} of {len(setting.case.entries)} entries changed in ways that nothing explains."
        yield note(setting.case.store, "mass_change", odd, reason)


def _grown(setting: Setting) -> Iterator[Note]:
    now, added = len(setting.case.entries), len(setting.added)
    if setting.case.first_audit or setting.case.since is None:
        return
    if added >= _FEWEST_GROWN and now >= _GROWTH * max(now - added, 1):
        yield note(
            setting.case.store, "growth", (), f"{added} entries were added in one night; there are {now} now."
        )


def _retired_together(setting: Setting) -> Iterator[Note]:
    """Entries that were given the very same end in one night: one write that retired unrelated facts."""
    ended: dict[str, list[str]] = defaultdict(list)
    for change in setting.changes:
        now = change.after or change.before
        if change.before is None or now is None:
            continue
        known = change.before.meta if change.after is not None else {}
        for name in _RETIRED:
            end = now.meta.get(name)
            if isinstance(end, str) and end and known.get(name) != end and "T" in end:
                ended[end].append(change.previous_key or change.key)
                break
    for end, keys in sorted(ended.items()):
        if len(keys) > 1:
            reason = f"{len(keys)} entries were retired at the very same instant ({end})."
            yield note(setting.case.store, "retired_together", keys, reason)
