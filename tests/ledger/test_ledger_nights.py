"""A fault's life over several nights, as the ledger tells it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from auditor.errors import UsageError
from auditor.ledger import Anchor, Decision, Ledger, State
from auditor.records import (
    Band,
    ChangeKind,
    Evidence,
    Finding,
    Judgement,
    Label,
    Relation,
    Scores,
    Severity,
    StoreAudit,
)

FIRST_NIGHT = datetime(2026, 11, 1, 3, tzinfo=UTC)


class TickingClock:
    """Each look at it is a second later."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 1, 3, 5, tzinfo=UTC)

    def now(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


@pytest.fixture
def path(tmp_path):
    return tmp_path / "snapshots" / "notes" / "ledger.sqlite"


@pytest.fixture
def ledger(path):
    with Ledger(path, TickingClock()) as opened:
        yield opened


def fault(key="diet", kind="contradicts_user", **changes) -> Finding:
    finding = Finding(
        store="notes",
        key=key,
        change=ChangeKind.CHANGED,
        label=Label.CONTRADICTION,
        kind=kind,
        severity=Severity.HIGH,
        confidence=0.9,
        band=Band.ACT,
        reason="The user said otherwise.",
        row="user asserted a conflict",
        before="vegetarian",
        after="eats steak",
        evidence=(Evidence("user", "I am a vegetarian.", FIRST_NIGHT, "chats/1.txt", 3),),
        id=f"{key}-{kind}",
        fingerprint="steak",
    )
    return replace(finding, **changes)


def fine(key="diet", change=ChangeKind.CHANGED, kind="user_update", **changes) -> Finding:
    return fault(key, kind, change=change, label=Label.SAFE, severity=Severity.INFO, **changes)


def night(ledger, number, *findings, status="ok", finish=True):
    run = ledger.open_run(
        f"snapshot-{number:03}",
        FIRST_NIGHT + timedelta(days=number - 1),
        Anchor(number, f"manifest-{number}"),
    )
    reason = "" if status == "ok" else "cut off"
    audit = StoreAudit("notes", "json", status, reason, entries=41, findings=findings, scores=Scores(p3=0.9))
    recorded = ledger.record(run, audit)
    if finish:
        ledger.finish_run(run, recorded.audit)
    return recorded


def keys(items) -> list[str]:
    return [item.finding.key for item in items]


def test_a_fault_is_new_on_its_first_night_and_open_with_the_same_id_on_the_next(ledger):
    first = night(ledger, 1, fault())
    second = night(ledger, 2, fault(change=ChangeKind.UNCHANGED))
    assert keys(first.new) == ["diet"]
    assert keys(second.new) == []
    assert keys(second.still_open) == ["diet"]
    assert second.audit.findings[0].first_seen == FIRST_NIGHT


def test_the_audit_counts_what_became_of_findings(ledger):
    night(ledger, 1, fault("a"), fault("b"))
    second = night(ledger, 2, fine("a"), fault("c"))
    assert second.audit.counts == {"findings.mended": 1, "findings.new": 1, "findings.still_open": 1}


def test_a_fault_that_is_not_found_again_stays_open_and_in_the_report(ledger):
    night(ledger, 1, fault())
    second = night(ledger, 2)
    assert keys(second.still_open) == ["diet"]
    assert [finding.id for finding in second.audit.findings] == ["diet-contradicts_user"]


def test_a_fault_is_mended_when_its_entry_is_judged_otherwise_with_a_change(ledger):
    night(ledger, 1, fault())
    second = night(ledger, 2, fine())
    assert keys(second.mended) == ["diet"]
    assert ledger.findings(open_only=True) == []
    assert "mended" in ledger.finding("diet").why


@pytest.mark.parametrize("kind", ["metadata_only", "equivalent", "verified"])
def test_a_fault_stays_when_a_change_leaves_its_content_in_place(ledger, kind):
    night(ledger, 1, fault())
    assert keys(night(ledger, 2, fine(kind=kind)).still_open) == ["diet"]


def test_what_is_stale_is_mended_by_any_change_after_which_it_is_not_found(ledger):
    night(ledger, 1, fault(kind="expired", label=Label.STALE))
    assert keys(night(ledger, 2, fine(kind="metadata_only")).mended) == ["diet"]


def test_a_loss_is_mended_when_the_entry_comes_back(ledger):
    night(ledger, 1, fault(kind="unexplained_loss", change=ChangeKind.REMOVED, after=None))
    assert keys(night(ledger, 2).still_open) == ["diet"]
    assert keys(night(ledger, 3, fine(kind="verified", change=ChangeKind.ADDED)).mended) == ["diet"]


def test_a_fault_is_mended_when_its_entry_is_removed(ledger):
    night(ledger, 1, fault())
    second = night(ledger, 2, fine(change=ChangeKind.REMOVED, kind="forgotten_on_request"))
    assert keys(second.mended) == ["diet"]


def test_a_fault_goes_with_an_entry_that_moved_to_another_key(ledger):
    night(ledger, 1, fault())
    second = night(ledger, 2, fine("food", kind="moved", previous_key="diet"))
    assert keys(second.still_open) == ["food"]
    assert ledger.finding("diet-contradicts_user").finding.key == "food"


def test_a_fault_that_is_found_again_under_the_new_key_keeps_its_id(ledger):
    night(ledger, 1, fault(kind="expired", label=Label.STALE))
    night(ledger, 2, fine("food", kind="moved", previous_key="diet"))
    third = night(ledger, 3, fault("food", "expired", label=Label.STALE, change=ChangeKind.UNCHANGED))
    assert [item.finding.id for item in third.still_open] == ["diet-expired"]
    assert third.new == ()
    assert [finding.id for finding in third.audit.findings] == ["diet-expired"]


def test_a_decision_goes_with_an_entry_that_moved(ledger):
    night(ledger, 1, fault(kind="expired", label=Label.STALE))
    ledger.decide(Decision("diet", "accepted", who="ann"))
    night(ledger, 2, fine("food", kind="moved", previous_key="diet"))
    third = night(ledger, 3, fault("food", "expired", label=Label.STALE, change=ChangeKind.UNCHANGED))
    assert keys(third.decided) == ["food"]


def test_an_unreadable_store_mends_nothing(ledger):
    night(ledger, 1, fault())
    second = night(ledger, 2, status="unreadable")
    assert keys(second.still_open) == ["diet"]


def test_a_mended_fault_that_comes_back_is_reopened_and_keeps_its_first_night(ledger):
    night(ledger, 1, fault())
    night(ledger, 2, fine())
    third = night(ledger, 3, fault())
    assert keys(third.reopened) == ["diet"]
    assert third.reopened[0].first_seen == FIRST_NIGHT


@pytest.mark.parametrize("as_", ["accepted", "false-alarm", "context-dependent"])
def test_a_decided_fault_stays_decided_while_its_value_stays(ledger, as_):
    night(ledger, 1, fault())
    ledger.decide(Decision("diet", as_, who="ann", note="She means her cat."))
    second = night(ledger, 2, fault())
    assert keys(second.decided) == ["diet"]
    assert second.audit.findings[0].state == as_.replace("-", "_")


def test_a_decided_fault_is_reopened_by_a_new_value(ledger):
    night(ledger, 1, fault())
    ledger.decide(Decision("diet", "accepted", who="ann"))
    second = night(ledger, 2, fault(after="eats whale", fingerprint="whale"))
    assert keys(second.reopened) == ["diet"]


def test_a_decided_fault_is_reopened_by_what_the_user_says_after_the_decision(ledger):
    night(ledger, 1, fault())
    ledger.decide(Decision("diet", "context-dependent", who="ann", context="at home"))
    again = Evidence(
        "user", "I never eat meat, anywhere.", FIRST_NIGHT + timedelta(hours=12), "chats/2.txt", 0
    )
    second = night(ledger, 2, fault(evidence=(*fault().evidence, again)))
    assert keys(second.reopened) == ["diet"]
    assert "spoken of again" in second.reopened[0].why


def test_what_the_agent_says_after_a_decision_reopens_nothing(ledger):
    night(ledger, 1, fault())
    ledger.decide(Decision("diet", "accepted", who="ann"))
    again = Evidence("agent", "You eat steak.", FIRST_NIGHT + timedelta(hours=12), "chats/2.txt", 0)
    assert keys(night(ledger, 2, fault(evidence=(again,))).decided) == ["diet"]


def test_a_decision_with_an_end_is_over_when_its_time_is(ledger):
    night(ledger, 1, fault())
    ledger.decide(Decision("diet", "accepted", who="ann", until=FIRST_NIGHT + timedelta(days=2)))
    assert keys(night(ledger, 2, fault()).decided) == ["diet"]
    assert keys(night(ledger, 3, fault()).reopened) == ["diet"]


def test_a_fault_said_to_be_fixed_is_reopened_when_it_is_found_again(ledger):
    night(ledger, 1, fault())
    ledger.decide(Decision("diet", "fixed", who="ann"))
    assert ledger.finding("diet").state is State.RESOLVED
    assert keys(night(ledger, 2, fault()).reopened) == ["diet"]


def test_a_decision_may_be_taken_back(ledger):
    night(ledger, 1, fault())
    ledger.decide(Decision("diet", "false-alarm", who="ann"))
    assert ledger.decide(Decision("diet", "reopen", who="bob")).open


def test_the_newest_night_can_be_run_again_and_says_the_same(ledger):
    night(ledger, 1, fault("a"))
    once = night(ledger, 2, fault("b"))
    again = night(ledger, 2, fault("b"))
    assert again == once
    assert len(ledger.findings()) == 2


def test_a_night_that_is_run_again_keeps_what_people_decided_after_it(ledger):
    once = night(ledger, 1, fault())
    ledger.decide(Decision("diet", "accepted", who="ann"))
    again = night(ledger, 1, fault())
    assert again.audit == once.audit
    assert ledger.finding("diet").state is State.ACCEPTED


def test_an_older_night_is_rerun_with_the_ledger_as_it_was_and_changes_nothing(ledger):
    first = night(ledger, 1, fault("a"))
    second = night(ledger, 2, fault("b"))
    night(ledger, 3, fine("a"), fine("b"), fault("c"))
    ledger.decide(Decision("c", "accepted", who="ann"))
    before = ledger.findings()
    assert night(ledger, 2, fault("b")) == second
    assert night(ledger, 1, fault("a")) == first
    assert ledger.findings() == before


def test_a_night_older_than_all_runs_is_audited_without_being_written_down(ledger):
    night(ledger, 5, fault("e"))
    late = night(ledger, 2, fault("b"))
    assert keys(late.new) == ["b"]
    assert keys(late.still_open) == []
    assert keys(ledger.findings()) == ["e"]


def test_what_a_night_that_was_cut_short_found_is_still_new_to_the_next(ledger):
    night(ledger, 1, fault("a"), finish=False)
    assert keys(night(ledger, 2, fault("b")).new) == ["a", "b"]
    assert keys(night(ledger, 3).new) == []


def test_a_finding_is_named_by_the_beginning_of_its_id(ledger):
    night(ledger, 1, fault("diet"), fault("dial"))
    assert ledger.finding("die").finding.key == "diet"
    with pytest.raises(UsageError, match="2 findings begin with it"):
        ledger.finding("di")
    with pytest.raises(UsageError, match="no finding has this id"):
        ledger.finding("x")
    with pytest.raises(UsageError, match="not a decision"):
        ledger.decide(Decision("die", "whatever", who="ann"))


def test_secrets_and_endless_values_are_not_kept_in_full(ledger, path):
    leaked = fault("db", after="the password is hunter2-example", before="x" * 1_000_000)
    night(ledger, 1, leaked)
    content = path.read_bytes()
    assert b"hunter2-example" not in content
    assert len(content) < 200_000


def test_the_runs_hold_anchor_counts_and_scores(ledger):
    night(ledger, 1)
    night(ledger, 2, finish=False)
    night(ledger, 3, status="unreadable")
    first, second, third = ledger.runs()
    assert (third.status, third.reason) == ("unreadable", "cut off")
    assert first.counts["entries"] == 41
    assert first.scores["p3"] == 0.9
    assert second.finished is None
    assert ledger.anchor() == Anchor(3, "manifest-3")


def test_a_judgement_is_remembered_as_it_was_first_made(ledger):
    assert ledger.judgement("k") is None
    first = Judgement(Relation.CONFLICT, 0.8, "nli", "Both cannot be true.")
    ledger.remember_judgement("k", first)
    ledger.remember_judgement("k", Judgement(Relation.SAME, 0.1, "llm"))
    assert ledger.judgement("k") == first


def test_a_night_is_told_the_scores_of_those_before_and_of_no_later_one(ledger):
    for number in (1, 2, 3):
        night(ledger, number)
    assert [past.at.day for past in night(ledger, 3).audit.history] == [1, 2]
    assert [past.scores.p3 for past in night(ledger, 2).audit.history] == [0.9]
