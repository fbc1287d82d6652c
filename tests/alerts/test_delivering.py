"""At least once, never lost, in order, and never again after it was accepted."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from alert_nights import finding
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.alerts import flush, with_delivery
from auditor.alerts.delivering import LONGEST_PAUSE, LONGEST_WISH, pause_after
from auditor.alerts.interface import Undelivered
from auditor.alerts.outbox import KEPT, Outbox
from auditor.locking import held_lock
from auditor.records import Audit, StoreAudit


def ids(receiver):
    return [request["headers"].get("webhook-id") for request in receiver.got]


@pytest.mark.parametrize("trouble", [500, 503, 408, 425, 429, "hang up"])
def test_what_passes_is_tried_again_with_the_same_id_and_body_within_the_run(told, receiver, trouble):
    nights, _ = told
    receiver.answers = [trouble, trouble]
    delivery = nights.night(finding())
    assert (delivery.delivered, delivery.undelivered) == (1, [])
    assert len(receiver.got) == 3
    assert len(set(ids(receiver))) == 1
    assert len({request["body"] for request in receiver.got}) == 1
    assert [round(wait, 2) for wait in nights.clock.waits] == [0.5, 1.0]


def test_a_receiver_that_asks_to_wait_is_given_the_time(told, receiver):
    nights, _ = told
    receiver.answers = [(429, {"Retry-After": "7"})]
    nights.night(finding())
    assert nights.clock.waits == [7]


def test_a_date_to_wait_for_is_counted_from_the_receivers_own_clock(told, receiver):
    nights, _ = told
    wanted = datetime.now(UTC) + timedelta(seconds=9)
    receiver.answers = [(503, {"Retry-After": format_datetime(wanted, usegmt=True)})]
    nights.night(finding())
    assert 7 <= nights.clock.waits[0] <= 9


def test_a_receiver_that_asks_for_hours_is_left_alone_until_then(told, receiver):
    nights, _ = told
    receiver.answers = [(429, {"Retry-After": "3600"})]
    delivery = nights.night(finding(), days=0)
    assert delivery.undelivered == [Undelivered("ops", 1, "it answered 429 Too Many Requests")]
    assert flush(nights.alerting, nights.ports).delivered == 0
    assert len(receiver.got) == 1
    nights.clock.moment += timedelta(hours=1)
    assert flush(nights.alerting, nights.ports).delivered == 1


def test_what_could_not_be_delivered_goes_out_first_with_the_next_night(told, receiver):
    nights, events = told
    receiver.answers = [500] * 6
    assert nights.night(finding()).undelivered == [
        Undelivered("ops", 1, "it answered 500 Internal Server Error")
    ]
    assert nights.night(finding("second")).undelivered == []
    assert [key for *_, key in events()] == ["diet", "second"]
    assert len(receiver.got) == 6 + 2


def test_a_dead_endpoint_takes_a_bounded_time_and_its_address_is_not_told(nights):
    nights.channel("http://127.0.0.1:9/secret-path")
    delivery = nights.night(finding(), days=0)
    assert delivery.undelivered == [
        Undelivered("ops", 1, "no connection: refused, broken off, or its name is not known")
    ]
    assert sum(nights.clock.waits) < 45


def test_a_channel_that_refuses_is_left_alone_and_the_others_are_told(nights, receiver):
    nights.channel(f"{receiver.url}/gone", "gone").channel(f"{receiver.url}/hook", "ops")
    receiver.answers = [410]
    delivery = nights.night(finding())
    assert delivery.undelivered == [Undelivered("gone", 1, "it answered 410 Gone")]
    first, second = receiver.at("/hook")
    assert first["data"]["events"][0]["kind"] == "contradicts_user"
    assert second["type"] == "audit.delivery"
    assert second["data"]["events"][0]["keys"] == ["gone"]
    assert second["data"]["events"][0]["reason"] == "it answered 410 Gone"
    nights.night(finding())
    assert [request["path"] for request in receiver.got].count("/gone") == 1
    assert len(receiver.at("/hook")) == 2


def test_a_channel_that_was_left_alone_is_used_again_when_its_address_changes(nights, receiver):
    nights.channel(f"{receiver.url}/old")
    receiver.answers = [404]
    nights.night(finding())
    nights.channel(f"{receiver.url}/new")
    assert nights.night(finding()).undelivered == []
    assert [document["type"] for document in receiver.at("/new")] == ["audit.run"]


def test_one_channel_in_trouble_does_not_keep_the_others_waiting(nights, receiver):
    nights.channel("http://127.0.0.1:9/", "dead").channel(f"{receiver.url}/hook", "ops")
    assert [item.channel for item in nights.night(finding()).undelivered] == ["dead"]
    assert len(receiver.at("/hook")) == 1


def test_a_night_that_was_killed_after_it_was_told_is_not_told_again(told, receiver):
    nights, events = told
    audit = StoreAudit("memory", "json", "ok", findings=[finding()])
    nights.tell(audit)
    nights.tell(audit)
    assert len(events()) == 1


def test_a_night_that_was_killed_before_it_was_told_is_told_by_the_next(told):
    nights, events = told
    nights.night()
    audit = StoreAudit("memory", "json", "ok", findings=[finding()])
    nights.recorded(audit)
    nights.finish(audit)
    nights.at += timedelta(days=1)
    nights.night(finding())
    assert events() == [("raised", "contradicts_user", "diet")]


def test_looking_at_a_night_again_tells_nobody_and_remembers_how_it_went(told, receiver):
    nights, _ = told
    receiver.answers = [500] * 6
    at = nights.at
    first = nights.night(finding())
    nights.night(finding())
    nights.at = at
    again = nights.tell(StoreAudit("memory", "json", "ok", findings=[finding("x")]), again=True)
    assert again.undelivered == first.undelivered
    assert len(receiver.got) == 7


def test_two_processes_do_not_deliver_at_once(told, tmp_path, receiver):
    nights, _ = told
    with held_lock(tmp_path / "outbox.lock", nights.clock):
        delivery = nights.night(finding(), days=0)
        assert delivery.undelivered == [Undelivered("ops", 1, "not tried yet")]
    assert receiver.got == []
    assert flush(nights.alerting, nights.ports).delivered == 1


def test_an_outbox_that_cannot_be_used_does_not_end_the_night(told, tmp_path):
    nights, _ = told
    (tmp_path / "outbox.sqlite3").write_text("no database, but long enough to look at", encoding="utf-8")
    delivery = nights.night(finding())
    audit = with_delivery(Audit("run", nights.at, [StoreAudit("memory", "json", "ok")]), delivery)
    assert audit.stores[0].counts == {"alerts.undelivered": 1}
    assert "nobody was told: " in audit.stores[0].not_checked[0].reason


def test_what_waits_shows_in_the_audit(told, receiver):
    nights, _ = told
    receiver.answers = [500] * 6
    delivery = nights.night(finding())
    audit = with_delivery(Audit("run", nights.at, [StoreAudit("memory", "json", "ok")]), delivery)
    assert audit.stores[0].counts == {"alerts.undelivered": 1}
    assert audit.stores[0].not_checked[0].reason == (
        "1 alert waits for the channel ops: it answered 500 Internal Server Error; the next run sends them again"
    )


def test_what_was_accepted_is_remembered_for_a_while_but_not_what_it_said(told, tmp_path):
    nights, _ = told
    nights.channel(nights.sections[0].address.get_secret_value(), content="values")
    nights.night(finding())
    content = (tmp_path / "outbox.sqlite3").read_bytes()
    assert b"old value" not in content
    with Outbox(tmp_path / "outbox.sqlite3") as outbox:
        assert len(outbox.delivered()) == 1
        outbox.forget_delivered(nights.clock.now() + KEPT)
        assert outbox.delivered() == []


def test_the_outbox_is_its_owners_alone(told, tmp_path):
    nights, _ = told
    nights.night(finding())
    assert (tmp_path / "outbox.sqlite3").stat().st_mode & 0o077 == 0


def test_a_clock_that_was_wrong_does_not_silence_a_channel(told, receiver):
    nights, _ = told
    nights.clock.moment += timedelta(days=3_000)
    receiver.answers = [500] * 6
    nights.night(finding())
    nights.clock.moment -= timedelta(days=3_000)
    assert flush(nights.alerting, nights.ports).delivered == 1


@given(st.integers(1, 10**6), st.one_of(st.none(), st.floats(0, 10**9)), st.floats(0, 1, exclude_max=True))
def test_pauses_grow_and_stay_within_bounds(attempts, asked, luck):
    pause = pause_after(attempts, asked, luck)
    if asked is None:
        assert timedelta(seconds=0.5) <= pause <= LONGEST_PAUSE
        assert pause_after(attempts + 1, None, luck) >= pause
    else:
        assert min(timedelta(seconds=asked), LONGEST_WISH) <= pause <= LONGEST_WISH


@settings(max_examples=8)
@given(
    st.lists(st.lists(st.sampled_from([204, 204, 500, 429, "hang up"]), max_size=8), min_size=1, max_size=6)
)
def test_whatever_fails_each_event_arrives_once_by_its_id(tmp_path_factory, answers):
    from contextlib import closing

    from alert_nights import FakeClock, Nights, Receiver

    with closing(Receiver()) as receiver:
        nights = Nights(tmp_path_factory.mktemp("nights"), FakeClock()).channel(f"{receiver.url}/hook")
        for number, night in enumerate(answers):
            receiver.answers = list(night)
            nights.night(*[finding(f"key {one}") for one in range(number + 1)])
        receiver.answers = []
        nights.clock.moment += timedelta(days=1)
        assert flush(nights.alerting, nights.ports).undelivered == []
        accepted = {request["headers"]["webhook-id"]: request for request in receiver.accepted}
        assert len(accepted) == len(receiver.accepted)
        events = [event["id"] for document in receiver.documents for event in document["data"]["events"]]
        assert len(events) == len(set(events)) == len(answers)
