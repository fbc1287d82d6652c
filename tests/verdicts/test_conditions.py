"""What holds only after something is no denial, and a move overtakes where somebody lives."""

import pytest
from verdict_cases import alarms, kinds, night, talk


@pytest.mark.parametrize(
    "said",
    [
        "Don't deploy until the tests have passed.",
        "Run the tests before deploying.",
        "First run the tests, then deploy.",
    ],
)
def test_two_ways_to_say_what_comes_first_are_no_conflict(said):
    before = [{"id": "m1", "text": "Deploy only after the tests have passed."}]
    assert not alarms(night(before, [*before, {"id": "m2", "text": said}]))


def test_a_touched_time_mends_nothing_where_the_user_has_moved():
    found = night(
        [{"id": "m1", "text": "Lives in Arlen", "updated_at": "2026-01-05T08:00:00Z"}],
        [{"id": "m1", "text": "Lives in Arlen", "updated_at": "2026-03-09T18:20:00Z"}],
        talk("user: By the way, I moved to Brockton."),
    )
    assert kinds(found) == {"m1": "not_refreshed"}


@pytest.mark.parametrize(
    ("since", "kind"),
    [
        ("the week of 9 March 2026", "verified"),
        ("9 March 2026", "verified"),
        ("the week of 2 March 2026", "unsupported"),
        ("3 March 2026", "unsupported"),
    ],
)
def test_the_day_of_telling_is_no_invention(since, kind):
    found = night(
        [{"id": "m1", "text": "User's dog is called Biscuit"}],
        [
            {"id": "m1", "text": "User's dog is called Biscuit"},
            {"id": "m2", "text": f"User works from the Port Ellery office since {since}"},
        ],
        talk("user: I work from the Port Ellery office now."),
    )
    assert kinds(found) == {"m2": kind}
