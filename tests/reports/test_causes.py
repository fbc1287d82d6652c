"""Findings that one thing explains are put together."""

from dataclasses import replace
from datetime import timedelta

from report_nights import ASSIGNMENT, AT, said

from auditor.reports.causes import Cause, grouped


def findings(number, **fields):
    return [replace(ASSIGNMENT, id=f"f{place}", **{"evidence": ()} | fields) for place in range(number)]


def causes(found):
    return [(group.cause, len(group.findings)) for group in grouped(found)[0]]


def test_four_findings_from_one_conversation_are_a_group():
    assert causes(findings(4, evidence=(said("user", "x", source="a.txt"),))) == [
        (Cause("conversation", "a.txt"), 4)
    ]


def test_three_are_none_and_stay_alone():
    groups, alone = grouped(findings(3, evidence=(said("user", "x"),)))
    assert (groups, len(alone)) == ([], 3)


def test_memories_written_in_the_same_minute_are_one_batch():
    batch = [replace(one, written_at=AT.replace(second=place)) for place, one in enumerate(findings(5))]
    later = replace(batch[0], written_at=AT + timedelta(minutes=5))
    groups, alone = grouped([*batch, later])
    assert [(group.cause.kind, len(group.findings)) for group in groups] == [("batch", 5)]
    assert alone == [later]


def test_one_version_of_an_agent_is_a_cause():
    assert causes(findings(6, written_by="assistant@2.3")) == [(Cause("agent", "assistant@2.3"), 6)]


def test_a_finding_stands_under_the_cause_that_explains_most():
    one = findings(4, evidence=(said("user", "x", source="a.txt"),), written_by="v1")
    other = findings(4, written_by="v1")
    assert causes([*one, *other]) == [(Cause("agent", "v1"), 8)]


def test_a_conversation_comes_before_an_agent_that_explains_as_much():
    both = findings(4, evidence=(said("user", "x", source="a.txt"),), written_by="v1")
    assert causes(both) == [(Cause("conversation", "a.txt"), 4)]


def test_another_memory_as_evidence_is_no_conversation():
    entry = replace(said("memory", "x", source="m"), entry_key="k")
    assert causes(findings(9, evidence=(entry,))) == []
