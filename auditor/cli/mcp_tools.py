"""What the MCP server's tools answer; each answer is bounded, and holds texts of a store as data only."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from auditor.cli.ledgers import ledger_with, stores_of
from auditor.cli.looking_back import explain_document, explained, findings_document, findings_in
from auditor.cli.results import known_document
from auditor.errors import UsageError
from auditor.folders import Folders
from auditor.gate import check
from auditor.gate.hooking import document
from auditor.ledger import PASSED_OVER, Ledger
from auditor.ledger.plain import plain_json
from auditor.times import rfc3339
from auditor.web.requests import MAX_BODY, decision_in

MAX_FINDINGS = 100
_WHO = "mcp"  # an agent does not choose whose name stands in the log


@dataclass(frozen=True, slots=True)
class Tools:
    """The tools over one working folder; the docstring of each is what the agent reads about it."""

    folders: Folders
    job: Path | None = None
    allow_resolve: bool = False

    def memory_status(self) -> dict[str, Any]:
        """How each store stood after its last audit, and how many findings of each label are open."""
        stores = [self._status(name) for name in stores_of(self.folders, None)]
        return _bounded({"schema_version": 1, "stores": stores})

    def list_findings(self, store: str = "", open_only: bool = True, limit: int = 20) -> dict[str, Any]:
        """Findings about memories, newest last; `left_out` says how many more there are.

        limit is at most 100; an empty store means all stores.
        """
        if not 1 <= limit <= MAX_FINDINGS:
            raise UsageError(f"limit should be from 1 to {MAX_FINDINGS}")
        known, records = findings_in(self.folders, store or None, open_only=open_only)
        known.sort(key=lambda item: (item.last_seen, item.finding.id))
        shown = known[-limit:]
        return _bounded({**findings_document(shown, records), "left_out": len(known) - len(shown)})

    def explain_finding(self, finding_id: str) -> dict[str, Any]:
        """What was remembered, who said what, which rule decided and what became of it since.

        The beginning of an id is enough where only one finding has it.
        """
        return _bounded(explain_document(explained(self.folders, self.job, finding_id)))

    def check_fact(self, conversation: str, fact: str) -> dict[str, Any]:
        """Whether a fact may be remembered on the word of a conversation: STORE, REJECT or REVIEW.

        conversation has one line a turn ("User: …", "Agent: …"). Nothing of it is kept.
        """
        if len(conversation) + len(fact) > MAX_BODY:
            raise UsageError(f"conversation and fact have more than {MAX_BODY:,} characters")
        return _bounded({"schema_version": 1, **document(check(conversation, fact))})

    def resolve_finding(
        self, finding_id: str, decision: str, note: str = "", context: str = "", until: str = ""
    ) -> dict[str, Any]:
        """Write a person's decision down: fixed, accepted, false-alarm or context-dependent.

        Only on the word of the person whose memory it is. context says where the memory is right (for
        context-dependent); until is a date on which the decision ends.
        """
        if not self.allow_resolve:
            raise UsageError(
                "this server only reads: decide with `auditor resolve`, or start it with --allow-resolve"
            )
        fields = {"decision": decision, "note": note, "context": context, "until": until}
        with ledger_with(self.folders, finding_id) as (_, ledger, known):
            decided = ledger.decide(decision_in(known.finding.id, fields, _WHO))
        return _bounded({"schema_version": 1, "finding": known_document(decided)})

    def _status(self, store: str) -> dict[str, Any]:
        with Ledger(self.folders.ledger(store)) as ledger:
            still_open = [item.finding for item in ledger.findings() if item.open]
            runs = [run for run in ledger.runs() if run.finished and run.status != PASSED_OVER]
        status: dict[str, Any] = {
            "store": store,
            "open": dict(Counter(str(finding.label) for finding in still_open)),
        }
        if runs:
            last = runs[-1]
            status |= {
                "audited_at": rfc3339(last.at),
                "status": last.status,
                "reason": last.reason,
                "entries": last.counts.get("entries", 0),
                "scores": dict(last.scores),
            }
        return status


def _bounded(answer: dict[str, Any]) -> dict[str, Any]:
    bounded: dict[str, Any] = plain_json(answer)
    return bounded
