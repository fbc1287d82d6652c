"""A year of nights in which everything fails now and then: each turn arrives exactly once."""

import random
from collections import Counter

import pytest
from alert_nights import finding

from auditor.alerts import flush
from auditor.records import Label, Severity

NIGHTS = 366
KEYS = [f"key {number}" for number in range(12)]


def mended(key):
    return finding(key, label=Label.SAFE, kind="user_update", severity=Severity.INFO, id=f"safe {key}")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_year_of_random_failures_tells_each_turn_exactly_once(seed, nights, receiver):
    chance = random.Random(seed)
    nights.channel(f"{receiver.url}/hook", remind_days=0)
    expected, is_open, unreadable = Counter(), set(), False
    for _ in range(NIGHTS):
        receiver.answers = [
            chance.choice([204, 500, 429, "hang up"]) for _ in range(chance.choice([0, 0, 0, 3, 9]))
        ]
        if chance.random() < 0.1:
            expected["raised", "unreadable"] += not unreadable
            unreadable = True
            nights.night(status="unreadable", reason="locked")
            continue
        turning = {key for key in KEYS if chance.random() < 0.02}
        expected["raised or reopened"] += len(turning - is_open)
        expected["recovered", "contradicts_user"] += len(turning & is_open)
        expected["recovered", "unreadable"] += unreadable
        unreadable = False
        closing, is_open = turning & is_open, is_open ^ turning
        nights.night(*map(finding, sorted(is_open)), *map(mended, sorted(closing)))
    receiver.answers = []
    assert flush(nights.alerting, nights.ports).undelivered == []

    ids = [request["headers"]["webhook-id"] for request in receiver.accepted]
    assert len(ids) == len(set(ids))
    events = [event for document in receiver.documents for event in document["data"]["events"]]
    assert len({event["id"] for event in events}) == len(events)
    found = Counter((event["turn"], event["kind"]) for event in events)
    found["raised or reopened"] = found.pop(("raised", "contradicts_user")) + found.pop(
        ("reopened", "contradicts_user")
    )
    assert found == +expected
