"""Notes on entries that stand beside others: copies, near copies, and names of what is gone."""

from collections.abc import Iterator, Sequence

from auditor.funnel.candidates import search_terms
from auditor.funnel.interface import Statement
from auditor.funnel.relevance import met_share
from auditor.records import ChangeKind, Entry, Note, Relation
from auditor.values import fingerprint, fold, type_changed
from auditor.verdicts.content import leaves, text_of
from auditor.verdicts.notes.making import note
from auditor.verdicts.relocations import says_all
from auditor.verdicts.setting import Setting

_FEW = 8
_MOSTLY = 0.9
_SHORTEST_COPY = 6
_MOST_REMOVED_LOOKED_UP = 200


def copies(setting: Setting, entry: Entry) -> Iterator[Note]:
    """The entries that say what ``entry`` says, word for word or nearly so."""
    if len(text_of(entry.value)) < _SHORTEST_COPY:
        return
    if twins := _twins(setting, entry):
        yield note(setting.case.store, "duplicate", [entry.key, *twins], "These entries say the same.")
        return
    if entry.key in setting.uncompared:
        return
    stated = setting.stated(entry)
    for other in setting.case.entries.mentioning(search_terms(stated), _FEW):
        if other.key == entry.key:
            continue
        theirs = setting.stated(other)
        held = says_all(stated, theirs) and says_all(theirs, stated)
        if held or (
            _may_be_same(stated, theirs) and setting.judge.relation(stated, theirs).relation is Relation.SAME
        ):
            yield note(
                setting.case.store,
                "near_duplicate",
                [entry.key, other.key],
                "These entries say nearly the same.",
            )
            return


def _twins(setting: Setting, entry: Entry) -> Sequence[str]:
    """The keys of a few entries that say the very same."""
    if entry.key not in setting.copied:
        return ()
    same = setting.case.entries.saying(fingerprint(entry.value), _FEW)
    return [other.key for other in same if other.key != entry.key]


def _may_be_same(one: Statement, other: Statement) -> bool:
    """Whether it is worth asking a judge."""
    if len(one.values) != len(other.values):
        return False
    return met_share(one.own_terms, other) >= _MOSTLY or fold(one.text) == fold(other.text)


def type_changes(setting: Setting) -> Iterator[Note]:
    """Entries whose value kept its meaning and changed its shape (30 → "30 days")."""
    for change in setting.changes:
        before, after = change.before, change.after
        if change.kind is not ChangeKind.CHANGED or before is None or after is None:
            continue
        if before.value != after.value and type_changed(before.value, after.value):
            reason = "Its value has another type than last night, which may break whoever reads it."
            yield note(setting.case.store, "type_change", [after.key], reason)


def dangling_references(setting: Setting) -> Iterator[Note]:
    """Entries that still name entries removed tonight."""
    gone = [change.key for change in setting.raw_changes if change.kind is ChangeKind.REMOVED]
    if not gone or len(gone) > _MOST_REMOVED_LOOKED_UP:
        return
    pointing: dict[str, list[str]] = {}
    for key in gone:
        for entry in _naming(setting, key):
            pointing.setdefault(entry.key, []).append(key)
    for key, names in sorted(pointing.items()):
        yield note(
            setting.case.store,
            "dangling_reference",
            [key],
            f"It still names what is gone: {', '.join(sorted(names)[:5])}.",
        )


def _naming(setting: Setting, key: str) -> Sequence[Entry]:
    from auditor.funnel.statements import terms_of  # noqa: PLC0415 - keeps this module's import light

    near = setting.case.entries.mentioning(terms_of(key), _FEW)
    return [entry for entry in near if any(leaf.value == key for leaf in leaves(entry.value))]
