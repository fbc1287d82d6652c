"""Which of two memories that contradict each other to keep: a suggestion from the evidence, never applied.

Recency decides nothing: what was written last is as a rule what went wrong last.
"""

from collections.abc import Iterator
from dataclasses import replace

from auditor.records import Entry, Evidence, Finding, StoreAudit
from auditor.trust.grounds import Origin
from auditor.trust.roots import picked
from auditor.trust.trusting import StoreTrust, Trusted
from auditor.values import content_words, find_values
from auditor.verdicts.content import text_of

_STATED = frozenset({Origin.USER, Origin.CORRECTION, Origin.RECORD, Origin.OBSERVED})
_MODELS = frozenset({Origin.INFERRED, Origin.MODEL})
_HEARD, _CLAIMED, _UNKNOWN, _MODEL = 3, 2, 1, 0
_CLEARLY = 2  # words: one more may be a matter of style
_WORDS = {
    _HEARD: "a user or a record said it, in a conversation that the audit has read",
    _CLAIMED: "its store says that a user or a record said it",
    _UNKNOWN: "the other is what only a model said",
}


def with_suggestions(audit: StoreAudit, trust: StoreTrust) -> StoreAudit:
    """``audit`` with the memory to keep on each open finding of two that contradict each other."""
    pairs = {finding.id: pair for finding in audit.findings if (pair := _pair(finding))}
    entries = picked(trust.lines, {key for pair in pairs.values() for key in pair}) if pairs else {}
    trusted = trust.of(entries.values()) if entries else ()
    weighed = {one.grounds.key: (entries[one.grounds.key], one) for one in trusted}

    def suggested(finding: Finding) -> Finding:
        pair = pairs.get(finding.id, ())
        sides = [weighed[key] for key in pair if key in weighed]
        kept = next(_better(*sides), None) if len(sides) == len(pair) == 2 else None  # noqa: PLR2004 - a pair
        return replace(finding, keep=kept[0], keep_because=kept[1]) if kept else finding

    return replace(audit, findings=[suggested(finding) for finding in audit.findings]) if pairs else audit


def _pair(finding: Finding) -> tuple[str, str] | None:
    """The keys of the two memories, where the finding is about two."""
    if finding.kind != "cross_entry" or finding.state not in {"open", "reopened"}:
        return None
    rivals = (one.entry_key for one in finding.evidence if isinstance(one, Evidence) and one.entry_key)
    other = next((key for key in rivals if key != finding.key), None)
    return None if other is None else (finding.key, other)


def _better(one: tuple[Entry, Trusted], other: tuple[Entry, Trusted]) -> Iterator[tuple[str, str]]:
    """The key to keep and why, by the first reason that tells the two apart."""
    for first, second in ((one, other), (other, one)):
        key = first[0].key
        if _standing(first[1]) > _standing(second[1]):
            yield key, _WORDS[_standing(first[1])]
    if _standing(one[1]) != _standing(other[1]):
        return
    for first, second in ((one, other), (other, one)):
        key = first[0].key
        if _citations(first[1]) > _citations(second[1]):
            yield key, "it names what it rests on, or more conversations confirm it"
    if _citations(one[1]) != _citations(other[1]):
        return
    for first, second in ((one, other), (other, one)):
        if _more_specific(first[0], second[0]):
            yield first[0].key, "it is the more specific of the two"


def _standing(one: Trusted) -> int:
    """Whose word it is: what was heard, what its store claims, what nobody knows, what only a model said."""
    if one.confirmations:
        return _HEARD
    if one.row.name == "echo" or one.grounds.origin in _MODELS:
        return _MODEL
    return _CLAIMED if one.grounds.origin in _STATED else _UNKNOWN


def _citations(one: Trusted) -> int:
    return len({said.root for said in one.confirmations}) or int(one.grounds.cited)


def _more_specific(one: Entry, other: Entry) -> bool:
    """Whether ``one`` names more figures and dates in no fewer words, or no fewer in clearly more words."""
    mine, theirs = text_of(one.value), text_of(other.value)
    words, others = set(content_words(mine)), set(content_words(theirs))
    values, rivals = len(find_values(mine)), len(find_values(theirs))
    more = len(words) - len(others)
    return (values > rivals and more >= 0) or (values >= rivals and more >= _CLEARLY)
