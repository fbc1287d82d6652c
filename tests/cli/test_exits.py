from dataclasses import replace
from datetime import UTC, datetime

import pytest

from auditor.cli.exits import exit_code_of
from auditor.records import Audit, Band, ChangeKind, Finding, Label, Severity, StoreAudit

FINDING = Finding(
    "s", "k", ChangeKind.CHANGED, Label.SAFE, "kind", Severity.HIGH, 0.9, Band.ACT, "reason", "row"
)
STALE, MADE_UP, CONTRADICTION = (
    replace(FINDING, label=label) for label in (Label.STALE, Label.HALLUCINATION, Label.CONTRADICTION)
)


def code(*findings, fail_on="stale", status="ok", counts=None):
    store = StoreAudit("s", "json", status, findings=findings, counts=counts or {})
    quiet = StoreAudit("t", "json", "ok")
    return exit_code_of(Audit("run", datetime(2026, 11, 28, tzinfo=UTC), [quiet, store]), fail_on)


def test_safe_changes_and_new_knowledge_are_nothing_to_report():
    assert code() == code(FINDING, replace(FINDING, label=Label.EXPANSION)) == 0


@pytest.mark.parametrize(
    ("fail_on", "codes"),
    [
        ("stale", [1, 1, 1]),
        ("hallucination", [0, 1, 1]),
        ("contradiction", [0, 0, 1]),
        ("never", [0, 0, 0]),
    ],
)
def test_fail_on_draws_the_line(fail_on, codes):
    assert [code(finding, fail_on=fail_on) for finding in (STALE, MADE_UP, CONTRADICTION)] == codes


def test_reopened_findings_count_and_decided_ones_do_not():
    states = ("open", "reopened", "resolved", "accepted", "false_alarm", "context_dependent")
    assert [code(replace(STALE, state=state)) for state in states] == [1, 1, 0, 0, 0, 0]


def test_unreadable_wins_over_degraded_and_degraded_over_findings():
    assert code(STALE, status="unreadable") == 3
    assert code(STALE, status="partial", counts={"conversations.unreadable": 1}) == 3
    assert code(STALE, status="partial") == 4
    assert code(fail_on="never", status="unreadable") == 3


def test_an_entry_that_is_not_judged_by_rule_changes_nothing():
    assert code(counts={"not_judged": 7}) == 0


def test_an_alert_that_could_not_be_delivered_is_degraded():
    assert code(STALE, counts={"alerts.undelivered": 1}) == 4
