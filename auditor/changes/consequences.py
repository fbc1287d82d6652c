"""Relations of a knowledge graph that went because an end of theirs went: no loss of their own."""

from collections.abc import Iterable

from auditor.changes.interface import EntryIndex
from auditor.records import Change, ChangeKind, Entry
from auditor.values import canonical_words, key_words

_ENOUGH = 50


def without_consequences(changes: Iterable[Change], tonight: EntryIndex) -> list[Change]:
    """``changes`` without the removed relations of entities that were removed.

    A relation says so in its meta (``relation``, ``from``, ``to``); an entity is removed when entries of its
    namespace went tonight and none is left. The finding on those entries tells of the loss.
    """
    found = list(changes)
    lost = {
        _namespace(change.before)
        for change in found
        if change.kind is ChangeKind.REMOVED and change.before is not None and not _is_relation(change.before)
    }
    kept = {_namespace(change.after) for change in found if change.after is not None}
    gone = {name for name in lost - kept if name and not _stands(name, tonight)}
    return [change for change in found if not _follows(change, gone)]


def _follows(change: Change, gone: set[str]) -> bool:
    entry = change.before
    if change.kind is not ChangeKind.REMOVED or entry is None or not _is_relation(entry):
        return False
    return not gone.isdisjoint({str(entry.meta.get("from")), str(entry.meta.get("to"))})


def _stands(name: str, tonight: EntryIndex) -> bool:
    """Whether an entry about the entity ``name`` is left."""
    near = tonight.mentioning(canonical_words(" ".join(key_words(name))), _ENOUGH)
    return any(_namespace(entry) == name and not _is_relation(entry) for entry in near)


def _is_relation(entry: Entry) -> bool:
    return entry.meta.get("relation") is True


def _namespace(entry: Entry | None) -> str:
    return str(entry.meta.get("namespace") or "") if entry is not None else ""
