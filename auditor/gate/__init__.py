"""The admission gate: may a fact be stored, given what was said; may it replace what is stored.

from auditor.gate import adjudicate, check

check("User: I moved to Turin.", "The user lives in Turin").verdict   # Verdict.STORE
"""

from auditor.gate.adjudicating import Fact, adjudicate
from auditor.gate.checking import check, check_many
from auditor.gate.decisions import Decision, Span, Verdict
from auditor.gate.policy import GatePolicy
from auditor.gate.sources import Source, source_of

__all__ = [
    "Decision",
    "Fact",
    "GatePolicy",
    "Source",
    "Span",
    "Verdict",
    "adjudicate",
    "check",
    "check_many",
    "source_of",
]
