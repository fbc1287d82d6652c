"""A store that calls the user by a name that nothing else tells."""

import pytest
from verdict_cases import alarms, kinds, night, talk

BEFORE = [
    {"id": "m1", "memory": "Priya Nandakumar lives in Lyon"},
    {"id": "m2", "memory": "Priya's sister is called Anjali"},
    {"id": "m3", "memory": "Priya is allergic to peanuts"},
    {"id": "m4", "memory": "Priya works as a civil engineer at Tolvane"},
    {"id": "m5", "memory": "Priya drives a blue Skoda"},
    {"id": "m6", "memory": "The dentist's number is 04 555 12"},
]
AFTER = [
    {"id": "m1", "memory": "Priya Nandakumar lives in Grenoble"},
    *BEFORE[1:4],
    BEFORE[5],
    {"id": "m7", "memory": "Priya plays the cello"},
]
SAID = talk(
    "user: We finally moved, I live in Grenoble now, no longer Lyon.",
    "agent: Congratulations! I noted Grenoble.",
    "user: Please forget the car, I sold the blue Skoda.",
    "agent: Done.",
    "user: I have started playing the cello.",
)


def test_the_one_whom_most_entries_name_is_the_user():
    found = night(BEFORE, AFTER, SAID)
    assert alarms(found) == []
    assert kinds(found)["m1"] == "user_update"
    assert kinds(found)["m5"] == "forgotten_on_request"


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (BEFORE, ["user: Priya is asleep. I live in Grenoble now."]),
        ([*BEFORE[:2], *({"id": f"n{n}", "memory": f"Bruno owns house {n}"} for n in range(5))],
         ["user: I live in Grenoble now."]),
    ],
    ids=["somebody else of whom the user speaks", "one of several people"],
)  # fmt: skip
def test_a_name_is_not_the_users_where_it_may_be_anothers(before, said):
    after = [{**before[0], "memory": "Priya Nandakumar lives in Grenoble"}, *before[1:]]
    assert [finding.key for finding in alarms(night(before, after, talk(*said)))] == ["m1"]
