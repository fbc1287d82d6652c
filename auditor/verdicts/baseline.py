"""A first audit meets a store with a past: what its conversations are too young to tell of.

Without this a store of a year, audited for the first time beside last week's conversations, is called
made up from end to end.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from auditor.records import Entry, Finding, Label, Severity, Transcript
from auditor.verdicts.described import written_at
from auditor.verdicts.identity import finding_id
from auditor.verdicts.interface import Case
from auditor.verdicts.table import STEP_TWO
from auditor.verdicts.wording import TOO_YOUNG

_SLACK = timedelta(days=1)  # clocks, zones, and stores that write long after the talk
_FEWEST = 5
_MOST = 0.5  # of all entries: with more without a source, it is the conversations that are missing


def older_than(talk: Sequence[Transcript], entry: Entry) -> bool:
    """Whether ``entry`` was last written before the first of these conversations, as far as both say when."""
    written = written_at(entry)
    if written is None:
        return False
    return bool(talk) and all(one.at is not None and written + _SLACK < one.at for one in talk)


def without_past(case: Case, findings: list[Finding]) -> list[Finding]:
    """``findings``; on a first audit with most ``unsupported``, those are ``unverified`` instead."""
    bare = [one for one in findings if one.kind == "unsupported"]
    if not case.first_audit or len(bare) < _FEWEST or len(bare) < _MOST * len(findings):
        return findings
    return [_unverified(case, one) if one.kind == "unsupported" else one for one in findings]


def _unverified(case: Case, finding: Finding) -> Finding:
    row, entry = STEP_TWO[-1], case.entries.get(finding.key)
    return replace(
        finding,
        label=Label.EXPANSION,
        kind=row.kind,
        row=row.name,
        severity=Severity.INFO,
        reason=TOO_YOUNG,
        advice="",
        id=finding_id(case.store, entry, row.kind) if entry else finding.id,
    )
