"""What the ledger is asked and answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from auditor.ledger.lifecycle import Known
from auditor.records import StoreAudit
from auditor.trust.history import History

PASSED_OVER = "passed_over"  # the status of a night whose copy was left without an audit


@dataclass(frozen=True, slots=True)
class Anchor:
    """The head of a store's chain of snapshots: how many there are and the last manifest's SHA-256."""

    chain: int
    manifest: str


@dataclass(frozen=True, slots=True)
class Run:
    """One night of one store. ``window`` is the id of the snapshot that it audits.

    ``replay`` says that a later night is already in the ledger: this run sees the ledger as it was then
    and changes nothing in it. ``decisions`` and ``decisions_hash`` are the head of the decision log when
    the run was first opened.
    """

    id: int
    window: str
    at: datetime
    replay: bool
    decisions: int
    decisions_hash: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a night's findings mean beside those of the nights before.

    ``audit`` is tonight's audit with ``state`` and ``first_seen`` filled in, with the open findings of
    earlier nights that are neither found again nor mended, and with how many of each sort there are in
    its counts ("findings.new", …). ``new`` (never reported by a finished night)
    and ``reopened`` are what an alert is about; ``mended`` went away tonight. ``history`` is what the nights
    up to tonight have learned about the entries.
    """

    audit: StoreAudit
    new: Sequence[Known] = field(default_factory=tuple)
    reopened: Sequence[Known] = field(default_factory=tuple)
    still_open: Sequence[Known] = field(default_factory=tuple)
    mended: Sequence[Known] = field(default_factory=tuple)
    decided: Sequence[Known] = field(default_factory=tuple)
    history: History = field(default_factory=History)


@dataclass(frozen=True, slots=True)
class RunSummary:
    """How one night went; ``finished`` is None where it was cut short, reports are paths by format.

    ``status`` and ``reason`` are those of the store's audit.
    """

    window: str
    at: datetime
    status: str
    reason: str
    finished: datetime | None
    counts: Mapping[str, int]
    scores: Mapping[str, float | None]
    reports: Mapping[str, str]
