"""Runs the verdicts over labelled lines."""

from collections.abc import Sequence

from auditor.bench.files import Scenario
from auditor.bench.metrics import Predicted
from auditor.changes.compare import compare_entries
from auditor.changes.memory_index import MemoryEntryIndex
from auditor.models.panel import NO_MODELS, Models
from auditor.records import Entry
from auditor.verdicts.described import describe
from auditor.verdicts.interface import Case, Verdicts
from auditor.verdicts.judging import judge


def predict_scenario(scenario: Scenario, models: Models = NO_MODELS) -> list[Predicted]:
    """What the auditor finds in ``scenario``, in its own order."""
    verdicts = judge_scenario(scenario, models)
    return [
        Predicted(one.key, one.label.value, one.kind, one.confidence, one.band.value)
        for one in verdicts.findings
    ]


def judge_scenario(scenario: Scenario, models: Models = NO_MODELS) -> Verdicts:
    """The verdicts on ``scenario``, with what ``models`` say to what the rules are not sure of."""
    return judge(case_of(scenario), models=models)


def case_of(scenario: Scenario) -> Case:
    """The night that ``scenario`` describes, under the default policy."""
    return Case(
        store=scenario.id,
        at=scenario.as_of,
        changes=list(compare_entries(_by_key(scenario.before or ()), _by_key(scenario.after))),
        entries=MemoryEntryIndex(scenario.after, describe),
        since=scenario.since,
        transcripts=scenario.transcripts,
        zone=scenario.zone,
        first_audit=scenario.before is None,
    )


def _by_key(entries: Sequence[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: entry.key)
