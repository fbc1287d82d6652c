"""Alerts are about what turned."""

from datetime import timedelta

from alert_nights import START, evidence_of, finding, note

from auditor.ledger import Decision, Ledger
from auditor.records import Label, Severity, StoreAudit


def test_a_new_finding_is_told_once_and_not_again_the_next_night(told):
    nights, events = told
    for _ in range(3):
        nights.night(finding())
    assert events() == [("raised", "contradicts_user", "diet")]


def test_a_finding_that_is_mended_is_told_with_the_reason(told, receiver):
    nights, events = told
    nights.night(finding())
    nights.night(finding(label=Label.SAFE, kind="user_update", severity=Severity.INFO, id="other"))
    assert events()[1:] == [("recovered", "contradicts_user", "diet")]
    assert receiver.documents[1]["data"]["events"][0]["why"] == "mended: now safe (user_update)"


def test_a_finding_that_comes_back_is_reopened(told):
    nights, events = told
    nights.night(finding())
    nights.night(finding(label=Label.SAFE, kind="user_update", severity=Severity.INFO, id="other"))
    nights.night(finding())
    assert [turn for turn, *_ in events()] == ["raised", "recovered", "reopened"]


def test_a_finding_that_somebody_decided_about_is_no_news(told, tmp_path):
    nights, events = told
    nights.night(finding())
    with Ledger(tmp_path / "memory.sqlite3", nights.clock) as ledger:
        ledger.decide(Decision(finding().id, "accepted", "ann"))
    nights.night(finding())
    assert len(events()) == 1


def test_a_finding_below_the_channels_severity_is_not_told(told):
    nights, events = told
    nights.night(finding(severity=Severity.MEDIUM), finding("b", severity=Severity.CRITICAL))
    assert events() == [("raised", "contradicts_user", "b")]


def test_a_finding_that_gets_worse_is_told(told):
    nights, events = told
    nights.night(finding(severity=Severity.MEDIUM))
    nights.night(finding(severity=Severity.CRITICAL))
    assert events() == [("worsened", "contradicts_user", "diet")]


def test_safe_findings_are_never_told(told):
    nights, events = told
    nights.night(finding(label=Label.SAFE, kind="user_update", severity=Severity.CRITICAL))
    assert events() == []


def test_what_stays_open_is_remembered_every_seven_days(told):
    nights, events = told
    for _ in range(16):
        nights.night(finding())
    assert [turn for turn, *_ in events()] == ["raised", "reminder", "reminder"]


def test_a_reminder_is_not_lost_when_nights_are_missed(told):
    nights, events = told
    nights.night(finding(), days=10)
    nights.night(finding())
    nights.night(finding())
    assert [turn for turn, *_ in events()] == ["raised", "reminder"]


def test_reminders_can_be_switched_off(told, receiver):
    nights, events = told
    nights.channel(f"{receiver.url}/hook", remind_days=0)
    nights.night(finding(), days=30)
    nights.night(finding())
    assert len(events()) == 1


def test_an_unreadable_store_is_told_once_and_its_recovery_with_how_long(told, receiver):
    nights, events = told
    nights.channel(f"{receiver.url}/slack", "chat", kind="slack")
    nights.night(finding())
    for _ in range(3):
        nights.night(status="unreadable", reason="memory.json: there is nothing")
    nights.night(finding())
    assert events()[1:3] == [("raised", "unreadable"), ("recovered", "unreadable")]
    assert "OVER AFTER 3 DAYS: the store could not be read, memory" in receiver.at("/slack")[-1]["text"]


def test_nothing_of_a_store_that_could_not_be_read_counts_as_mended(told):
    nights, events = told
    nights.night(finding(), notes=[note()])
    nights.night(status="unreadable", reason="locked")
    nights.night(finding(), notes=[note()])
    assert [turn for turn, *_ in events()] == ["raised", "raised", "raised", "recovered"]


def test_a_partial_store_and_unreadable_conversations_are_told_whatever_the_channels_severity(told, receiver):
    nights, events = told
    nights.channel(f"{receiver.url}/hook", min_severity=Severity.CRITICAL)
    nights.night(status="partial", reason="a page is damaged", counts={"conversations.unreadable": 2})
    nights.night()
    assert sorted(events()) == [
        ("raised", "partial"),
        ("raised", "unreadable"),
        ("recovered", "partial"),
        ("recovered", "unreadable"),
    ]


def test_a_note_is_told_by_its_severity_and_its_end_is_no_news(told):
    nights, events = told
    nights.night(notes=[note(), note("near_duplicate", severity=Severity.LOW)])
    nights.night()
    assert events() == [("raised", "secret", "token")]


def test_a_mass_deletion_is_told_each_time_it_happens(told):
    nights, events = told
    for _ in range(2):
        nights.night(notes=[note("mass_deletion", keys=())])
    assert events() == [("raised", "mass_deletion")] * 2


def test_two_memories_that_conflict_are_two_findings_and_one_alert(told):
    nights, events = told
    nights.night(
        finding("city", "cross_entry", evidence=evidence_of("home")),
        finding("home", "cross_entry", evidence=evidence_of("city")),
        finding("diet", "cross_entry", evidence=evidence_of("allergy")),
    )
    assert sorted(events()) == [("raised", "cross_entry", "city", "home"), ("raised", "cross_entry", "diet")]


def test_what_was_open_before_alerts_began_is_no_news_but_is_remembered(told, receiver):
    nights, events = told
    sections, nights.sections = nights.sections, []
    audit = StoreAudit("memory", "json", "ok", findings=[finding()])
    nights.recorded(audit)
    nights.finish(audit)
    nights.at, nights.sections = START + timedelta(days=1), sections
    for _ in range(7):
        nights.night(finding(), finding("new") if nights.at > START + timedelta(days=3) else finding())
    assert events() == [("raised", "contradicts_user", "new"), ("reminder", "contradicts_user", "diet")]


def test_a_night_of_one_store_says_nothing_about_another(told):
    nights, events = told
    nights.night(finding(), notes=[note()])
    nights.night(store="notes")
    assert len(events()) == 2


def test_many_findings_are_one_message_under_its_limit_with_a_count_of_the_rest(nights, receiver):
    nights.channel(f"{receiver.url}/hook", content="values")
    nights.night(
        *[finding(f"key {number}", severity=Severity.HIGH) for number in range(10_000)],
        finding("worst", severity=Severity.CRITICAL),
    )
    (request,) = receiver.accepted
    (document,) = receiver.documents
    assert len(request["body"]) <= 20_000
    assert document["data"]["counts"]["raised"] == 10_001
    assert len(document["data"]["events"]) + document["data"]["omitted"] == 10_001
    assert document["data"]["events"][0]["severity"] == "critical"


def test_a_finding_that_was_decided_and_came_back_between_two_nights_is_reopened_once(told, tmp_path):
    nights, events = told
    nights.night(finding())
    with Ledger(tmp_path / "memory.sqlite3", nights.clock) as ledger:
        ledger.decide(Decision(finding().id, "accepted", "ann"))
    changed = StoreAudit("memory", "json", "ok", findings=[finding(fingerprint="2"), finding("other")])
    nights.tell(changed)
    nights.tell(changed)
    assert sorted(events()) == [
        ("raised", "contradicts_user", "diet"),
        ("raised", "contradicts_user", "other"),
        ("reopened", "contradicts_user", "diet"),
    ]


def test_what_is_open_in_an_unreadable_store_is_still_reminded_of(told):
    nights, events = told
    nights.night(finding(), days=6)
    nights.night(status="unreadable", reason="locked", days=1)
    nights.night(status="unreadable", reason="locked", days=1)
    assert events()[2:] == [("reminder", "contradicts_user", "diet")]


def test_what_was_open_in_a_store_that_the_job_no_longer_has_is_neither_told_nor_counted(told, receiver):
    nights, events = told
    nights.night(finding("a", store="notes"), store="notes")
    nights.stores = ["memory"]
    nights.night(finding("b"))
    assert events() == [("raised", "contradicts_user", "a"), ("raised", "contradicts_user", "b")]
    assert receiver.documents[-1]["data"]["still_open"] == 1
