"""What a model is asked about an alarm, and what its answer does to it."""

from datetime import UTC, datetime

import pytest
from judges import Says

from auditor.changes.memory_index import MemoryEntryIndex
from auditor.models.interface import InMemory, Stance
from auditor.models.panel import Panel
from auditor.records import Band, ChangeKind, Evidence, Finding, Label, Severity
from auditor.verdicts.described import describe
from auditor.verdicts.interface import Case
from auditor.verdicts.second_opinion import question_of, review

CASE = Case("s", datetime(2026, 11, 28, 3, tzinfo=UTC), (), MemoryEntryIndex([], describe))
USER = Evidence("user", "We moved to Ghent")
AGENT = Evidence("agent", "You live in Bruges, as you said")


def alarm(kind="contradicts_user", confidence=0.6, evidence=(USER,), **fields):
    label = Label.HALLUCINATION if kind in {"unsupported", "agent_invention"} else Label.CONTRADICTION
    values = {"before": "Ghent", "after": "Bruges"} | fields
    return Finding(
        "s",
        "home_city",
        ChangeKind.CHANGED,
        label,
        kind,
        Severity.HIGH,
        confidence,
        Band.LOOK,
        "Because.",
        f"2.{kind}",
        evidence=evidence,
        **values,
    )


def reviewed(finding, stance):
    judge = Says(stance)
    (found,) = review([finding], CASE, Panel([judge], InMemory())).findings
    return found, judge.asked


def test_the_question_holds_who_said_what_and_the_memory():
    question = question_of(alarm())
    assert (question.said, question.memory) == ("user: We moved to Ghent", "home_city: Bruges")


def test_what_the_agent_said_is_no_evidence_for_a_model_either():
    assert question_of(alarm(evidence=(AGENT,))) is None
    assert "Bruges" not in question_of(alarm(evidence=(AGENT, USER))).said


@pytest.mark.parametrize(
    "kind", ["agent_invention", "misattribution", "disputed", "not_forgotten", "guard_weakened"]
)
def test_who_said_it_is_never_asked(kind):
    assert question_of(alarm(kind)) is None


def test_what_is_fine_or_gone_is_never_asked():
    assert question_of(alarm("unexplained_loss", after=None)) is None
    quiet = alarm("verified")
    assert question_of(quiet) is None


def test_what_the_rules_are_sure_of_is_never_asked():
    sure = alarm(confidence=0.85)
    assert reviewed(sure, Stance.SUPPORTS) == (sure, [])


def test_agreement_lifts_an_alarm_and_disagreement_lowers_it_to_what_is_shown_at_the_least():
    agreed, _ = reviewed(alarm(confidence=0.6), Stance.CONTRADICTS)
    assert (agreed.confidence, agreed.band) == (0.86, Band.ACT)
    doubted, _ = reviewed(alarm(confidence=0.6), Stance.SUPPORTS)
    assert (doubted.confidence, doubted.band) == (0.5, Band.LOOK)
    assert doubted.label is Label.CONTRADICTION


def test_that_nothing_was_said_is_weak_evidence():
    shown, _ = reviewed(alarm("unsupported", 0.6), Stance.NEITHER)
    assert 0.6 < shown.confidence < 0.75
    hidden, _ = reviewed(alarm("unsupported", 0.45), Stance.NEITHER)
    assert hidden.confidence == 0.45, "what the rules would not show is not shown on a model's silence"


def test_the_old_value_is_told_beside_what_was_said():
    question = question_of(alarm("unsupported"))
    assert question.said == "memory: Ghent\nuser: We moved to Ghent"
