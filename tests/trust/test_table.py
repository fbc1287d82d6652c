"""The decision table of docs/trust.md, case by case."""

import re
from pathlib import Path

import pytest

from auditor.trust.table import TABLE

PAGE = Path(__file__).parents[2] / "docs/trust.md"


def test_the_page_has_its_rows_in_their_order():
    page = PAGE.read_text(encoding="utf-8").split("## The advice")[1].split("## The confidence")[0]
    lines = [line for line in page.splitlines() if line.startswith("| `")]
    assert [name for line in lines for name in re.findall(r"`(\w+)`", line.split("|")[1])] == [
        row.name for row in TABLE
    ]
    told = {
        name: line.split("|")[3].strip()
        for line in lines
        for name in re.findall(r"`(\w+)`", line.split("|")[1])
    }
    assert [
        row.name for row in TABLE if not told[row.name].startswith(row.advice.value.replace("_", " "))
    ] == []


@pytest.mark.parametrize(
    ("more", "row", "routine", "consequential"),
    [
        ({"source": "user"}, "stated", "use", "ask"),
        ({"source": "crm"}, "record", "revalidate", "revalidate"),
        ({"source": "inferred"}, "inferred", "ask", "ask"),
        ({"source": "inferred", "last_confirmed_at": "2026-10-30T00:00:00Z"}, "stated", "use", "ask"),
        ({"source": "user", "expires_at": "2026-10-30"}, "expired", "do_not_use", "do_not_use"),
        ({"source": "user", "status": "superseded"}, "over", "do_not_use", "do_not_use"),
        ({"source": "user", "authority": "policy"}, "policy", "revalidate", "revalidate"),
        ({"source": "user", "bindings": {"trip_id": "T1"}}, "bound", "ask", "ask"),
        ({"source": "user_correction", "correction": {"broadened": True}}, "broadened", "ask", "ask"),
        ({"source": "user", "created_at": "2025-01-01T00:00:00Z"}, "overdue", "revalidate", "revalidate"),
        ({"created_at": "2026-08-01T00:00:00Z"}, "faded", "revalidate", "revalidate"),
        ({}, "unknown", "use", "ask"),
    ],
)
def test_each_kind_of_memory_has_its_advice(place, more, row, routine, consequential):
    place.remember(fact={"memory": "Likes the window seat", **more})
    found = place.night(1)["fact"]
    assert (found["row"], found["advice"], found["consequential"]) == (row, routine, consequential)
    assert place.advise("fact", "--at", "2026-11-01T03:00:00Z")["advice"] == routine
    assert (
        place.advise("fact", "--at", "2026-11-01T03:00:00Z", "--action", "consequential")["advice"]
        == consequential
    )


def test_what_the_user_wants_forgotten_is_not_used(place):
    place.remember(pet="The user has a dog called Rex")
    place.night(1)
    place.hear("one", "2026-11-01T10:00:00Z", ("user", "Please forget that I have a dog called Rex."))
    assert place.night(2)["pet"]["row"] == "to_be_forgotten"


def test_a_conclusion_from_what_a_model_said_is_an_echo_however_many_agree(place):
    guesses = {f"e{number}": {"memory": "Hates mornings", "source": "model-generated"} for number in range(5)}
    place.remember(
        **guesses, fact={"memory": "Is no morning person", "source": "user", "derived_from": [*guesses]}
    )
    found = place.night(1)["fact"]
    assert (found["row"], found["advice"]) == ("echo", "ask")
    assert found["confidence"] <= 0.6


def test_a_conclusion_with_one_root_that_a_user_said_is_none(place):
    place.remember(
        e1={"memory": "Hates mornings", "source": "model-generated"},
        e2={"memory": "Hates mornings", "source": "told-by-user"},
        fact={"memory": "Is no morning person", "source": "user", "derived_from": ["e1", "e2"]},
    )
    assert place.night(1)["fact"]["row"] == "stated"


def test_what_was_made_from_itself_is_an_echo(place):
    place.remember(
        one={"memory": "Hates mornings", "source": "user", "derived_from": ["two"]},
        two={"memory": "Sleeps late", "source": "user", "derived_from": ["one"]},
    )
    assert {entry["row"] for entry in place.night(1).values()} == {"echo"}


def test_what_was_made_from_something_deleted_is_not_used(place):
    place.remember(
        old={"memory": "Lives in Bonn", "deleted_at": "2026-10-01T00:00:00Z"},
        fact={"memory": "Likes the Rhine", "source": "user", "derived_from": ["old"]},
    )
    found = place.night(1)
    assert found["fact"]["row"] == "evidence_deleted"
