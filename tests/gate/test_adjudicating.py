"""Whether a newcomer may replace what is stored."""

from datetime import UTC, datetime

import pytest

from auditor.gate import Fact, GatePolicy, Verdict, adjudicate

LYON = Fact("The user lives in Lyon", "I live in Lyon.")


@pytest.mark.parametrize(
    ("existing", "incoming"),
    [
        (LYON, Fact("The user lives in Turin", "I moved to Turin last week.")),
        (Fact("city: Lyon", "I live in Lyon."), Fact("city: Turin", "I moved to Turin.")),
        (Fact("The user has a dog", "I have a dog."), Fact("The user has a dog named Rex", "My dog Rex is three.")),
        (LYON, Fact("The user lives in Lyon", "I still live in Lyon.")),
    ],
)  # fmt: skip
def test_a_newcomer_that_its_source_supports_is_accepted(existing, incoming):
    assert adjudicate(existing, incoming).verdict is Verdict.ACCEPT


@pytest.mark.parametrize(
    ("existing", "incoming"),
    [
        (LYON, Fact("The user lives in Turin", "My brother lives in Turin.")),
        (LYON, Fact("The user lives in Turin", "I don't live in Turin, I live in Lyon.")),
        (
            Fact("The user is allergic to peanuts", "I'm allergic to peanuts."),
            Fact("The user has no allergies", "User: Any snack ideas?\nAgent: How about nuts?"),
        ),
    ],
)
def test_a_newcomer_without_support_does_not_replace_what_is_supported(existing, incoming):
    assert adjudicate(existing, incoming).verdict is Verdict.BLOCK


def test_two_facts_about_different_things_need_a_look():
    assert adjudicate(LYON, Fact("The user has a dog", "I have a dog.")).verdict is Verdict.REVIEW


def test_a_newcomer_that_would_lose_a_part_needs_a_look():
    existing = Fact("The user has two cats and a dog", "I have two cats and a dog.")
    assert adjudicate(existing, Fact("The user has a dog", "I have a dog.")).verdict is Verdict.REVIEW


@pytest.mark.parametrize(("policy", "verdict"), [(GatePolicy(), "REVIEW"), (GatePolicy(older_needs_look=False), "BLOCK")])  # fmt: skip
def test_what_was_said_earlier_does_not_replace_what_was_said_later(policy, verdict):
    later, earlier = (datetime(2026, 1, day, tzinfo=UTC) for day in (5, 1))
    existing = Fact("The user lives in Lyon", "I moved from Turin to Lyon.", later)
    incoming = Fact("The user lives in Turin", "I live in Turin.", earlier)
    assert adjudicate(existing, incoming, policy).verdict == verdict
