"""What is known about findings as JSON documents, for the commands and the MCP server."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from auditor.cli.ledgers import ledger_with, stores_of
from auditor.cli.reasoning import reasoning_of, step_document
from auditor.cli.results import decision_document, known_document
from auditor.folders import Folders
from auditor.ledger import Decision, Known, Ledger
from auditor.ledger.precision import track_record
from auditor.reports.decided import Record, records_in
from auditor.verdicts.explaining import Step


def findings_in(
    folders: Folders, store: str | None, *, open_only: bool
) -> tuple[list[Known], dict[str, Record]]:
    """The findings of ``store`` or of all, and of each kind how often it was right.

    Raises:
        UsageError: No audit has been run there, or no store has that name.
    """
    everything = []
    for name in stores_of(folders, store):
        with Ledger(folders.ledger(name)) as ledger:
            everything += ledger.findings()
    known = [item for item in everything if item.open or not open_only]
    return known, dict(records_in([track_record(everything)]))


def findings_document(known: list[Known], records: dict[str, Record]) -> dict[str, Any]:
    """What ``auditor findings --json`` prints."""
    return {
        "schema_version": 1,
        "command": "findings",
        "findings": [known_document(item) for item in known],
        "decided": {kind: asdict(record) for kind, record in records.items()},
    }


@dataclass(frozen=True, slots=True)
class Explained:
    """One finding with what was decided about it and how it came about, or why that cannot be shown."""

    known: Known
    decisions: Sequence[Decision]
    steps: Sequence[Step]
    problem: str


def explained(folders: Folders, job: Path | None, finding_id: str) -> Explained:
    """Everything about the one finding whose id begins with ``finding_id``.

    Raises:
        UsageError: No finding has an id that begins so, or more than one has.
    """
    with ledger_with(folders, finding_id) as (store, ledger, known):
        decisions = ledger.decisions(known.finding.id)
        steps, problem = reasoning_of(folders, job, store, ledger, known)
    return Explained(known, decisions, steps, problem)


def explain_document(found: Explained) -> dict[str, Any]:
    """What ``auditor explain --json`` prints."""
    return {
        "schema_version": 1,
        "command": "explain",
        "finding": known_document(found.known),
        "decisions": [decision_document(decision) for decision in found.decisions],
        "reasoning": [step_document(step) for step in found.steps],
        "reasoning_problem": found.problem,
    }
