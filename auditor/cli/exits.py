"""Which exit code an audit earns. When several apply: 3, then 4, then 1."""

from auditor.errors import ExitCode
from auditor.records import Audit, Label
from auditor.reports.verdict import UNDELIVERED
from auditor.verdicts.interface import MODEL_UNANSWERED

OPEN = ("open", "reopened")
RANK = {Label.STALE: 1, Label.HALLUCINATION: 2, Label.CONTRADICTION: 3}


def exit_code_of(audit: Audit, fail_on: str) -> ExitCode:
    """``fail_on`` is the lowest label that counts as a finding, or "never"; decided findings do not count."""
    statuses = {store.status for store in audit.stores}
    unread = any(store.counts.get("conversations.unreadable", 0) for store in audit.stores)
    if "unreadable" in statuses or unread:
        return ExitCode.UNREADABLE
    waiting = any(store.counts.get(UNDELIVERED, 0) for store in audit.stores)
    unconfirmed = any(store.counts.get(MODEL_UNANSWERED, 0) for store in audit.stores)
    if "partial" in statuses or waiting or unconfirmed:
        return ExitCode.DEGRADED
    if fail_on == "never":
        return ExitCode.OK
    least = RANK[Label(fail_on)]
    found = any(
        RANK.get(finding.label, 0) >= least and finding.state in OPEN
        for store in audit.stores
        for finding in store.findings
    )
    return ExitCode.FINDINGS if found else ExitCode.OK
