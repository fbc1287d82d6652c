"""Audits and findings as a person reads them in a terminal, and findings as documents."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from auditor.cli.output import print_text, say
from auditor.folders import Folders
from auditor.ledger import Decision, Known
from auditor.ledger.codec import finding_document
from auditor.records import Audit, Evidence, Finding, Json
from auditor.reports.console import print_summary
from auditor.reports.shown import one_line, value_text
from auditor.reports.words import ROWS, SPEAKERS, STATES, kind_words
from auditor.times import rfc3339

SHORT = 100
LONG = 2_000
QUOTES = 9


def show_audit(
    audit: Audit, *, form: str | None, folders: Folders | None = None, day: date | None = None
) -> None:
    """Print ``audit`` in the ``form`` that is asked for, or as a summary with the report's path.

    ``folders`` is where the report was written, if it was; ``day`` the night that was audited again.
    """
    if form is not None:
        from auditor.reports.formats import FORMATS

        print_text(FORMATS[form](audit))
        return
    if audit.already is not None:
        say(f"already audited at {rfc3339(audit.already)}, nothing done; --again audits now all the same")
        return
    report = folders.reports(audit.job) / f"{day or 'latest'}.html" if folders else None
    print_summary(audit, [report] if report and report.exists() else [])
    for store in audit.stores:
        if store.first_audit:
            say(f"{one_line(store.store, SHORT)} was read as {one_line(store.provenance['read_as'], LONG)}")


def finding_line(finding: Finding) -> str:
    """``finding`` on one line: label, kind, store, key."""
    return f"{finding.label}: {kind_words(finding.kind)} | {finding.store} | {one_line(finding.key, SHORT)}"


def explanation(known: Known, decisions: Sequence[Decision]) -> str:
    """Everything about one finding on one screen."""
    finding = known.finding
    lines = [
        *_card(finding),
        "",
        f"why         {ROWS.get(finding.kind, finding.kind)} (row {finding.row} of the decision table)",
        f"severity    {finding.severity}, {finding.confidence:.0%} sure ({finding.band})",
        f"id          {finding.id}",
        f"state       {STATES.get(known.state, known.state)}: {one_line(known.why, SHORT)}",
        f"seen        {rfc3339(known.first_seen)} to {rfc3339(known.last_seen)}",
    ]
    lines += [_decision_line(decision) for decision in decisions]
    return "\n".join(lines)


def known_document(known: Known) -> dict[str, Any]:
    """A finding of the ledger in the form of the JSON document, with its state."""
    return {
        **finding_document(known.finding),
        "state": known.state.value,
        "why": known.why,
        "first_seen": rfc3339(known.first_seen),
        "last_seen": rfc3339(known.last_seen),
        "until": rfc3339(known.until) if known.until else None,
    }


def decision_document(decision: Decision) -> dict[str, Any]:
    """One line of the decision log."""
    times = {name: getattr(decision, name) for name in ("at", "until")}
    return asdict(decision) | {name: rfc3339(time) if time else None for name, time in times.items()}


def _card(finding: Finding) -> Iterator[str]:
    yield finding_line(finding)
    yield f"  {_value(finding.before, finding.key)} -> {_value(finding.after, finding.key)}"
    yield f"  {one_line(finding.reason, LONG)}"
    for evidence in finding.evidence[:QUOTES]:
        yield f"  {_quote(evidence)}"


def _value(value: Json, key: str) -> str:
    return "(nothing)" if value is None else one_line(value_text(value, key), LONG)


def _quote(evidence: Evidence) -> str:
    who = SPEAKERS.get(evidence.speaker, str(evidence.speaker)).lower()
    when = f", {rfc3339(evidence.at)}" if evidence.at else ""
    place = one_line(evidence.source or evidence.entry_key or "", SHORT)
    turn = f", turn {evidence.turn + 1}" if evidence.turn is not None else ""
    return f"{who}{when}: “{one_line(evidence.text, LONG)}” ({place}{turn})"


def _decision_line(decision: Decision) -> str:
    when = rfc3339(decision.at) if decision.at else ""
    about = " ".join(filter(None, [decision.context, decision.note]))
    return (
        f"decision    {when} {decision.decision} by {one_line(decision.who, SHORT)}: {one_line(about, LONG)}"
    )
