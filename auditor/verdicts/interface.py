"""The one question that a night puts to the verdicts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo

from auditor.changes.interface import EntryIndex
from auditor.records import Change, Confirmation, Finding, NotChecked, Note, Scores, Transcript
from auditor.verdicts.policy import Policy

MODEL_ASKED = "models.asked"
MODEL_UNANSWERED = "models.unanswered"
"""Among the counts: the findings a model was to be asked about, and those of them without an answer."""


@dataclass(frozen=True, slots=True)
class Case:
    """All that is known about one store on one night.

    ``changes`` holds the added, removed and changed entries; ``entries`` all of tonight's.
    ``transcripts`` are those of the period (``since`` to ``at``), ``older`` earlier ones that the auditor
    still holds: evidence, but no coverage. ``since`` is None on a first audit. ``number`` counts
    the copies of the store, 0 where none are kept; it says whose turn it is to be audited again.
    """

    store: str
    at: datetime
    changes: Iterable[Change]
    entries: EntryIndex
    since: datetime | None = None
    transcripts: Sequence[Transcript] = ()
    older: Sequence[Transcript] = ()
    zone: tzinfo = UTC
    first_audit: bool = False
    number: int = 0
    policy: Policy = field(default_factory=Policy)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The answer: findings sorted worst first, then by key; what confirms entries; everything counted."""

    findings: Sequence[Finding] = ()
    notes: Sequence[Note] = ()
    not_checked: Sequence[NotChecked] = ()
    confirmed: Sequence[Confirmation] = ()
    scores: Scores = field(default_factory=Scores)
    transcript_scores: Mapping[str, Scores] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    quiet: Mapping[str, int] = field(default_factory=dict)
