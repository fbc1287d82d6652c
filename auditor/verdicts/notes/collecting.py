"""All notes of one store's night, each once, sorted."""

from collections.abc import Iterator, Sequence

from auditor.records import ChangeKind, Entry, Finding, Note, Severity
from auditor.verdicts.notes.making import note
from auditor.verdicts.notes.neighbours import copies, dangling_references, type_changes
from auditor.verdicts.notes.stores import store_notes
from auditor.verdicts.notes.talk import talk_notes
from auditor.verdicts.notes.texts import text_notes
from auditor.verdicts.setting import Setting

_SEVERITIES = tuple(Severity)[::-1]


def collect_notes(setting: Setting, findings: Sequence[Finding]) -> list[Note]:
    """The notes on what was added or changed and on the store, the gravest first."""
    found = {one.id: one for one in _all_notes(setting, findings)}
    return sorted(
        found.values(), key=lambda one: (_SEVERITIES.index(one.severity), one.kind, tuple(one.keys))
    )


def _all_notes(setting: Setting, findings: Sequence[Finding]) -> Iterator[Note]:
    for entry in _written(setting):
        for kind, reason in text_notes(entry):
            yield note(setting.case.store, kind, [entry.key], reason)
        yield from copies(setting, entry)
    yield from type_changes(setting)
    yield from dangling_references(setting)
    yield from store_notes(setting, findings)
    yield from talk_notes(setting, findings)


def _written(setting: Setting) -> Iterator[Entry]:
    """The entries that were added or changed tonight."""
    for change in setting.changes:
        if change.kind in {ChangeKind.ADDED, ChangeKind.CHANGED} and change.after is not None:
            yield change.after
