"""What the gate answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from auditor.gate.policy import GatePolicy


class Verdict(StrEnum):
    """STORE, REJECT and REVIEW answer ``check``; ACCEPT, BLOCK and REVIEW answer ``adjudicate``."""

    STORE = "STORE"
    REJECT = "REJECT"
    ACCEPT = "ACCEPT"
    BLOCK = "BLOCK"
    REVIEW = "REVIEW"


@dataclass(frozen=True, slots=True)
class Span:
    """Words of the source that a decision rests on; ``turn`` counts from 0."""

    text: str
    speaker: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict with everything that led to it.

    ``kind`` names the row of the decision table of docs/labels.md that decided, ``confidence`` is in
    [0, 1], ``policy`` is the one that was asked.
    """

    verdict: Verdict
    reason: str
    kind: str
    confidence: float
    evidence: Sequence[Span]
    policy: GatePolicy
