"""What is never used, or no longer, by the marks that a store keeps."""

import json

WRITTEN = {"memory": "Likes tea", "created_at": "2026-06-01T00:00:00Z"}


def unused(place):
    args = (
        "advise",
        "--job",
        str(place.folder / "job.toml"),
        "--unused",
        "--at",
        "2026-11-10T00:00:00Z",
        "--json",
    )
    return json.loads(place.call(*args))


def test_never_used_and_dormant_memories_are_listed(place):
    place.remember(
        never={**WRITTEN, "use_count": 0},
        asleep={**WRITTEN, "use_count": 7, "last_used_at": "2026-07-01T00:00:00Z"},
        awake={**WRITTEN, "use_count": 7, "last_used_at": "2026-11-09T00:00:00Z"},
        young={"memory": "Has a cat", "created_at": "2026-11-09T00:00:00Z", "use_count": 0},
        nested={**WRITTEN, "usage": {"use_count": 0}},
        silent=WRITTEN,
    )
    found = {one["key"]: one["state"] for one in unused(place)["unused"]}
    assert found == {"never": "never_used", "asleep": "dormant", "nested": "never_used"}


def test_a_store_without_marks_says_so(place):
    place.remember(silent=WRITTEN)
    assert (unused(place)["unused"], unused(place)["cannot_say"]) == ([], ["memory"])


def test_use_raises_no_confidence(place):
    place.remember(often={**WRITTEN, "use_count": 900, "last_used_at": "2026-10-31T00:00:00Z"}, never=WRITTEN)
    found = place.night(1)
    assert found["often"]["confidence"] == found["never"]["confidence"]
