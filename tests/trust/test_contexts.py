"""A decision that a memory is right in one context acts on the nights after."""

import json

BOTH = {"live": {"memory": "The user is a strict vegetarian", "source": "user"},
        "other": {"memory": "The user eats meat every day", "source": "user"}}  # fmt: skip


def alarms(place, day):
    report = place.folder / "reports" / "small" / f"2026-11-{day:02}.json"
    found = json.loads(report.read_bytes())["findings"]
    return [one for one in found if one["label"] == "contradiction" and one["state"] in {"open", "reopened"}]


def decide(place, findings):
    ids = [one["id"] for one in findings]
    decision = ("--as", "context-dependent", "--context", "at sea")
    place.call("resolve", *ids, *decision, "--job", str(place.folder / "job.toml"))


def test_the_next_night_is_quiet_about_it_and_the_trust_file_says_where_it_is_right(place):
    place.remember(live=BOTH["live"])
    place.night(1)
    place.remember(**BOTH)
    assert place.night(2)["other"]["row"] == "in_question"
    decide(place, alarms(place, 2))
    found = place.night(3)
    assert alarms(place, 3) == []
    assert (found["other"]["row"], found["other"]["advice"], found["other"]["context"]) == (
        "context", "ask", "at sea",
    )  # fmt: skip
    assert place.advise("other")["advice"] == "ask"
    inside = place.advise("other", "--within", "at sea")
    assert inside["advice"] in {"use", "revalidate"}


def test_another_value_ends_it(place):
    place.remember(live=BOTH["live"])
    place.night(1)
    place.remember(**BOTH)
    place.night(2)
    decide(place, alarms(place, 2))
    place.remember(live=BOTH["live"], other={"memory": "The user plays the piano"})
    assert place.night(3)["other"]["context"] is None
