"""Whether a fact may be stored: what its source says for and against it, and who says it.

The fact is judged as a memory that was added in a night with this one conversation, by the same table as
every night (docs/labels.md), so that the gate and the morning's report never disagree.
"""

from collections.abc import Iterable
from datetime import timedelta

from auditor.changes.memory_index import MemoryEntryIndex
from auditor.gate.decisions import Decision, Span, Verdict
from auditor.gate.policy import GatePolicy
from auditor.gate.sources import Source, source_of
from auditor.records import Change, ChangeKind, Entry, Finding
from auditor.verdicts.admission import admission
from auditor.verdicts.described import describe
from auditor.verdicts.interface import Case
from auditor.verdicts.judging import judge
from auditor.verdicts.policy import Policy

KEY = "fact"
_BEFORE = timedelta(days=1)
_ALL_ANSWERS = Policy(act_band=0.0, look_band=0.0)


def check(source: str | bytes | Source, fact: str, policy: GatePolicy = GatePolicy()) -> Decision:  # noqa: B008  # frozen
    """Whether ``fact`` may be stored on the word of ``source``.

    STORE where somebody entitled said it, REJECT where the source contradicts it, REVIEW where it does
    neither, or where it was said of somebody else.

    Raises:
        TranscriptUnreadableError: The source is no text.
    """
    told = source_of(source)
    entry = _entry(fact)
    finding = _found(entry, told)
    if finding is None:
        return Decision(Verdict.REVIEW, "The source says nothing about it.", "none", 0.0, (), policy)
    verdict = _verdict(finding, policy)
    spans = [Span(one.text, one.speaker, one.turn) for one in finding.evidence]
    return Decision(verdict, finding.reason, finding.kind, finding.confidence, spans, policy)


def check_many(
    source: str | bytes | Source,
    facts: Iterable[str],
    policy: GatePolicy = GatePolicy(),  # noqa: B008  # frozen
) -> list[Decision]:
    """``check`` for each of ``facts``, the source being read once."""
    told = source_of(source)
    return [check(told, fact, policy) for fact in facts]


def _entry(fact: str) -> Entry:
    """A fact as an entry; "city: Turin" and "city = Turin" have a key of their own."""
    for mark in (" = ", ": ", "="):
        key, found, value = fact.partition(mark)
        if found and value.strip() and _is_key(key.strip()):
            return Entry(key.strip(), value.strip())
    return Entry(KEY, fact)


def _is_key(text: str) -> bool:
    return bool(text) and len(text.split()) == 1 and text.replace("_", "").replace(".", "").isalnum()


def _found(entry: Entry, source: Source) -> Finding | None:
    case = Case(
        store="gate",
        at=source.moment + _BEFORE,
        changes=[Change(ChangeKind.ADDED, entry.key, None, entry)],
        entries=MemoryEntryIndex([entry], describe),
        since=source.moment - _BEFORE,
        transcripts=source.transcripts,
        policy=_ALL_ANSWERS,
    )
    findings = judge(case).findings
    return next((one for one in findings if one.key == entry.key), None)


def _verdict(finding: Finding, policy: GatePolicy) -> Verdict:
    says = admission(
        finding,
        policy.store_threshold,
        policy.reject_threshold,
        check_attribution=policy.check_attribution,
    )
    return Verdict(says.value)


def readable(fact: str) -> str:
    """A fact as words: the marks of a key become spaces."""
    entry = _entry(fact)
    return fact if entry.key == KEY else f"{entry.key.replace('_', ' ').replace('.', ' ')} is {entry.value}"


def key_of(fact: str) -> str | None:
    """The key of a fact that has one of its own, folded."""
    entry = _entry(fact)
    return None if entry.key == KEY else entry.key.casefold()
