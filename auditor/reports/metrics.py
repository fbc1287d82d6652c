"""A run as metrics in the text format of Prometheus, for node_exporter's textfile collector.

Names are ``memory_audit_…``; all are gauges, since each run says how things stand. No memory text is in it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

from auditor.records import ALARMS, Audit, Severity, StoreAudit
from auditor.reports.verdict import OPEN, UNDELIVERED

_GOOD = frozenset({0, 1})
_LAST_GOOD = re.compile(r"^memory_audit_last_success_timestamp_seconds\{.*\} (\S+)$", re.MULTILINE)
_HELP = {
    "last_run_timestamp_seconds": "When the last run ended.",
    "last_success_timestamp_seconds": "When a run last ended with exit code 0 or 1.",
    "run_duration_seconds": "How long the last run took.",
    "exit_code": "Exit code of the last run (docs/exit-codes.md).",
    "missed_nights": "Nights since the audit before on which one was due and none was made.",
    "alerts_undelivered": "Alerts that nobody has taken yet.",
    "store_readable": "1 where the store could be read, 0.5 in part, 0 not at all.",
    "entries": "Memories in the store.",
    "open_findings": "Findings that nobody has decided about, by label.",
    "open_findings_by_severity": "Findings that nobody has decided about, by severity.",
    "notes": "Notes on the store.",
    "not_checked": "Things that could not be audited.",
    "score": "Scores between 0 and 1; those that were measured.",
}
_READABLE = {"ok": 1.0, "partial": 0.5, "unreadable": 0.0}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one run ended. ``audit`` is None where it was broken off."""

    job: str
    ended: datetime
    seconds: float
    exit_code: int
    audit: Audit | None = None


def metrics_text(outcome: Outcome, before: str = "") -> str:
    """The metrics of ``outcome``; ``before`` is what they were, for the time of the last success."""
    rows = [*_of_run(outcome, before)]
    for store in outcome.audit.stores if outcome.audit else ():
        rows += _of_store(outcome.job, store)
    lines = []
    for name, text in _HELP.items():
        own = [(labels, value) for row, labels, value in rows if row == name]
        if own:
            lines += [f"# HELP memory_audit_{name} {text}", f"# TYPE memory_audit_{name} gauge"]
            lines += [f"memory_audit_{name}{{{_labels(labels)}}} {value:.15g}" for labels, value in own]
    return "\n".join(lines) + "\n"


Row = tuple[str, Mapping[str, str], float]


def _of_run(outcome: Outcome, before: str) -> Iterator[Row]:
    job = {"job": outcome.job}
    ended = outcome.ended.timestamp()
    earlier = _LAST_GOOD.search(before)
    yield "last_run_timestamp_seconds", job, ended
    if outcome.exit_code in _GOOD:
        yield "last_success_timestamp_seconds", job, ended
    elif earlier:
        yield "last_success_timestamp_seconds", job, float(earlier[1])
    yield "run_duration_seconds", job, outcome.seconds
    yield "exit_code", job, outcome.exit_code
    if outcome.audit is not None:
        yield "missed_nights", job, len(outcome.audit.missed)
        waiting = sum(store.counts.get(UNDELIVERED, 0) for store in outcome.audit.stores)
        yield "alerts_undelivered", job, waiting


def _of_store(job: str, store: StoreAudit) -> Iterator[Row]:
    of = {"job": job, "store": store.store}
    alarms = [finding for finding in store.findings if finding.alarm and finding.state in OPEN]
    by_label = Counter(finding.label for finding in alarms)
    by_severity = Counter(finding.severity for finding in alarms)
    yield "store_readable", of, _READABLE[store.status]
    if store.status != "unreadable":
        yield "entries", of, store.entries
    for label in sorted(ALARMS):
        yield "open_findings", {**of, "label": label}, by_label[label]
    for severity in Severity:
        yield "open_findings_by_severity", {**of, "severity": severity}, by_severity[severity]
    yield "notes", of, len(store.notes)
    yield "not_checked", of, len(store.not_checked)
    for name, value in asdict(store.scores).items():
        if value is not None:
            yield "score", {**of, "score": name}, value


def _labels(labels: Mapping[str, str]) -> str:
    return ",".join(f'{name}="{_escaped(text)}"' for name, text in labels.items())


def _escaped(text: str) -> str:
    """As the text format wants label values; what is no UTF-8 is replaced."""
    text = text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
    return text.encode("utf-8", "replace").decode()
