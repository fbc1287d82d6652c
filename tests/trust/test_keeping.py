"""Of two memories that contradict each other, the one that the evidence speaks for."""

import json

import pytest

MEAT, NONE = "The user eats meat every day", "The user is a strict vegetarian"


def suggested(place, day):
    """What the report of that night suggests: by key of the finding, what to keep and why."""
    report = place.folder / "reports" / "small" / f"2026-11-{day:02}.json"
    found = [one for one in json.loads(report.read_bytes())["findings"] if one["kind"] == "cross_entry"]
    assert found, "the two contradict each other"
    return {one["key"]: one.get("keep") for one in found}


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ({"source": "user"}, {"source": "inferred"}, "old"),
        ({"source": "inferred"}, {"source": "user"}, "new"),
        ({}, {"source": "model-generated"}, "old"),
        ({"source": "user", "transcript_id": "call-7"}, {"source": "user"}, "old"),
        ({"source": "user"}, {"source": "user", "transcript_id": "call-7"}, "new"),
    ],
)
def test_the_evidence_decides_and_not_which_is_newer(place, old, new, kept):
    first = {"memory": NONE, "created_at": "2026-10-01T00:00:00Z", **old}
    place.remember(old=first)
    place.night(1)
    place.remember(old=first, new={"memory": MEAT, "created_at": "2026-11-01T10:00:00Z", **new})
    place.night(2)
    assert {keep["key"] for keep in suggested(place, 2).values()} == {kept}
    page = (place.folder / "reports" / "small" / "2026-11-02.md").read_text(encoding="utf-8")
    assert "Suggestion:" in page


def test_nothing_is_suggested_where_nothing_tells_them_apart(place):
    place.remember(old="The user is vegan", new="The user eats meat")
    place.night(1)
    assert not any(suggested(place, 1).values())


def test_the_more_specific_of_two_is_kept_where_their_sources_are_alike(place):
    place.remember(old="The user is vegan", new="The user eats a steak every Friday at Tano's")
    place.night(1)
    assert {keep["key"] for keep in suggested(place, 1).values()} == {"new"}


def test_the_suggestion_stands_on_the_nights_after(place):
    place.remember(old={"memory": NONE, "source": "user"}, new={"memory": MEAT, "source": "inferred"})
    place.night(1)
    place.night(2)
    assert {keep["key"] for keep in suggested(place, 2).values()} == {"old"}


def test_it_changes_nothing(place):
    place.remember(old={"memory": NONE, "source": "user"}, new={"memory": MEAT, "source": "inferred"})
    before = (place.folder / "memory.json").read_bytes()
    place.night(1)
    assert (place.folder / "memory.json").read_bytes() == before
