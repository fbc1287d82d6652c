"""What an admission gate says of a write, told from the night's own finding: nothing is judged twice."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum

from auditor.records import ChangeKind, Finding, Label

THRESHOLD = 0.5


class Admission(StrEnum):
    """STORE: somebody entitled said it. REJECT: what was said contradicts it. REVIEW: neither."""

    STORE = "STORE"
    REJECT = "REJECT"
    REVIEW = "REVIEW"


_SAYS: Mapping[Label, Admission] = {
    Label.SAFE: Admission.STORE,
    Label.EXPANSION: Admission.STORE,
    Label.CONTRADICTION: Admission.REJECT,
    Label.HALLUCINATION: Admission.REVIEW,
    Label.STALE: Admission.REVIEW,
}
NOT_ATTRIBUTED = frozenset({"misattribution"})
_UNPROVEN = frozenset({"unverified", "disputed", "equivalent", "state"})
_NOT_BY_WHAT_WAS_SAID = frozenset({"cross_entry", "unexplained_overwrite", "unexplained_loss"})
_NOTHING_WRITTEN = frozenset({"equivalent", "metadata_only", "state", "moved", "duplicate", "guard_weakened"})


def admission(
    finding: Finding,
    store_threshold: float = THRESHOLD,
    reject_threshold: float = THRESHOLD,
    *,
    check_attribution: bool = True,
) -> Admission:
    """What the gate answers where a write was judged as ``finding``.

    The thresholds are the least confidences, in [0, 1], with which a write is stored or refused;
    ``check_attribution`` is whether what was said of somebody else needs a look.
    """
    if finding.kind in _UNPROVEN | _NOT_BY_WHAT_WAS_SAID:
        return Admission.REVIEW
    says = _SAYS[finding.label]
    if finding.kind in NOT_ATTRIBUTED and not check_attribution:
        says = Admission.STORE
    threshold = {Admission.STORE: store_threshold, Admission.REJECT: reject_threshold}
    return says if finding.confidence >= threshold.get(says, 0.0) else Admission.REVIEW


def of_write(finding: Finding) -> Admission | None:
    """What the gate would have said of the write that ``finding`` is about; None where nothing new was."""
    written = (
        finding.change in {ChangeKind.ADDED, ChangeKind.CHANGED} and finding.kind not in _NOTHING_WRITTEN
    )
    return admission(finding) if written else None


def counts(findings: Iterable[Finding], unverified: int) -> dict[str, int]:
    """How often which answer, by "gate.store" and so on; ``unverified`` additions are only counted."""
    found = Counter(says for finding in findings if (says := of_write(finding)) is not None)
    found[Admission.REVIEW] += unverified
    return {f"gate.{says.lower()}": found[says] for says in Admission} if found.total() else {}
