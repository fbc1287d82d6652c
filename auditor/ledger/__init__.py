"""The memory of the auditor itself: runs, findings and their lives, decisions; one SQLite file a store."""

from auditor.ledger.decisions import DECISIONS, Decision
from auditor.ledger.forgetting import Traces
from auditor.ledger.interface import PASSED_OVER, Anchor, Recorded, Run, RunSummary
from auditor.ledger.ledger import Ledger
from auditor.ledger.lifecycle import Known, State

__all__ = [
    "DECISIONS",
    "PASSED_OVER",
    "Anchor",
    "Decision",
    "Known",
    "Ledger",
    "Recorded",
    "Run",
    "RunSummary",
    "State",
    "Traces",
]
