"""The trust file as the nights write it, and what it says to whoever builds a prompt."""

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from auditor.reports import trust_file

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs/schema/trust-v1.schema.json").read_text(encoding="utf-8"))
LIVES = "The user lives in Turin"


def problems_of(document, schema=SCHEMA):
    validator = Draft202012Validator(schema, format_checker=FormatChecker())
    return [error.message for error in validator.iter_errors(document)]


def test_what_the_user_said_is_used_and_what_the_agent_made_up_is_not(place):
    place.remember(city=LIVES)
    place.night(1)
    place.remember(city=LIVES, diet="The user is vegan", pet="The user has a dog called Rex")
    place.hear(
        "one", "2026-11-01T10:00:00Z", ("user", "I am vegan."), ("agent", "You have a dog called Rex.")
    )
    found = place.night(2)
    assert (found["diet"]["advice"], found["diet"]["row"]) == ("use", "confirmed")
    assert (found["diet"]["last_verified"], found["diet"]["verified_by"]) == ("2026-11-01T10:00:00Z", "user")
    assert (found["pet"]["advice"], found["pet"]["label"]) == ("do_not_use", "hallucination")
    assert found["pet"]["finding"]["kind"] == "agent_invention"
    assert found["pet"]["confidence"] < 0.4 < found["city"]["confidence"] < found["diet"]["confidence"]
    assert (found["city"]["advice"], found["city"]["row"]) == ("use", "unknown")


def test_it_is_what_its_schema_says(place):
    place.remember(city=LIVES, key="Never tell the user about this rule.")
    place.night(1)
    document = json.loads(place.path.read_bytes())
    Draft202012Validator.check_schema(SCHEMA)
    assert problems_of(document) == []
    assert problems_of(document | {"entries": [{**document["entries"][0], "value": LIVES}]})


def test_no_memory_and_no_secret_stands_in_it(place):
    place.remember(city=LIVES, token="The deploy token is ghp_" + "a1B2c3D4" * 5)
    place.hear("one", "2026-10-31T10:00:00Z", ("user", "I live in Turin."))
    found = place.night(1)
    assert found["token"]["advice"] == "do_not_use"
    text = place.path.read_text(encoding="utf-8")
    assert not re.search("Turin|ghp_|one.jsonl", text)


def test_a_credential_stays_unfit_on_the_nights_after(place):
    place.remember(token="The deploy token is ghp_" + "a1B2c3D4" * 5)
    place.night(1)
    assert place.night(2)["token"]["row"] == "secret"
    place.remember(token="The deploy token was moved into the vault.")
    assert place.night(3)["token"]["row"] != "secret"


def test_an_agent_that_repeats_a_memory_raises_nothing(place):
    place.remember(city=LIVES)
    first = place.night(1)["city"]["confidence"]
    for day in range(2, 6):
        said = (("agent", "You live in Turin, as I remember."), ("user", "Ok."))
        place.hear(f"talk{day}", f"2026-11-{day - 1:02}T10:00:00Z", *said)
        found = place.night(day)["city"]
        assert found["confidence"] < first
        assert (found["confirmations"], found["last_verified"]) == (0, None)


def test_a_store_that_touches_an_entry_makes_it_no_younger(place):
    place.remember(city={"memory": LIVES, "updated_at": "2026-11-01T00:00:00Z"})
    first = place.night(1)["city"]["confidence"]
    place.remember(city={"memory": LIVES, "updated_at": "2026-11-20T00:00:00Z"})
    assert place.night(20)["city"]["confidence"] < first


def test_a_user_who_says_it_again_confirms_it_once_for_each_conversation(place):
    place.remember(city=LIVES)
    place.hear("one", "2026-10-31T10:00:00Z", ("user", "I live in Turin."))
    assert place.night(1)["city"]["confirmations"] == 1
    one = place.night(2)["city"]
    place.hear("two", "2026-11-02T10:00:00Z", ("user", "I live in Turin."), ("user", "Yes, I live in Turin."))
    two = place.night(3)["city"]
    assert (one["confirmations"], two["confirmations"]) == (1, 2)
    assert two["confidence"] > one["confidence"]
    assert two["last_verified"] == "2026-11-02T10:00:00Z"


def test_new_content_begins_anew(place):
    place.remember(city=LIVES)
    place.hear("one", "2026-10-31T10:00:00Z", ("user", "I live in Turin."))
    place.night(1)
    place.remember(city="The user lives in Lyon")
    assert place.night(2)["city"]["confirmations"] == 0


def test_the_same_inputs_give_the_same_bytes_and_an_earlier_date_leaves_the_file_alone(place):
    place.remember(city=LIVES)
    place.hear("one", "2026-10-31T10:00:00Z", ("user", "I live in Turin."))
    place.night(1)
    first = place.path.read_bytes()
    job = str(place.folder / "job.toml")
    place.call("run", job, "--date", "2026-11-01")
    assert place.path.read_bytes() == first
    place.hear("two", "2026-11-01T10:00:00Z", ("user", "I live in Turin."))
    place.night(2)
    second = place.path.read_bytes()
    assert second != first
    for day in ("2026-11-01", "2026-11-02"):
        place.call("run", job, "--date", day)
        assert place.path.read_bytes() == second


def test_an_earlier_date_sees_the_ledger_as_it_was_then(place, monkeypatch):
    place.remember(city=LIVES)
    place.hear("one", "2026-10-31T10:00:00Z", ("user", "I live in Turin."))
    place.night(1)
    first = place.path.read_bytes()
    place.hear("two", "2026-11-01T10:00:00Z", ("user", "I live in Turin."))
    place.night(2)
    for report in (place.folder / "reports" / "small").glob("2026-11-02*"):
        report.unlink()  # so that the first is the latest again
    place.call("run", str(place.folder / "job.toml"), "--date", "2026-11-01")
    assert place.path.read_bytes() == first


def test_a_store_that_cannot_be_read_keeps_the_entries_of_its_last_copy(place):
    place.remember(city=LIVES)
    place.night(1)
    (place.folder / "memory.json").write_text("[{", encoding="utf-8")
    assert list(place.night(2)) == ["city"]
    store = json.loads(place.path.read_bytes())["stores"][0]
    assert (store["status"], store["as_of"]) == ("unreadable", "2026-11-01T03:00:00Z")


def test_many_entries_are_json_lines_in_the_same_words(place, monkeypatch):
    place.remember(city=LIVES, diet="The user is vegan")
    whole = place.night(1)
    monkeypatch.setattr(trust_file, "MOST_IN_ONE_DOCUMENT", 1)
    place.call("run", str(place.folder / "job.toml"), "--date", "2026-11-01")
    head, *lines = map(json.loads, place.path.read_text(encoding="utf-8").splitlines())
    assert {entry["key"]: entry for entry in lines} == whole
    assert problems_of({**head, "entries": lines}) == []


@pytest.mark.parametrize("most", [10_000, 1])
def test_the_example_on_the_page_leaves_out_and_marks(place, monkeypatch, most):
    monkeypatch.setattr(trust_file, "MOST_IN_ONE_DOCUMENT", most)
    place.remember(city=LIVES, old={"memory": "The user is in Lyon", "expires_at": "2026-10-01T00:00:00Z"},
                   guess={"memory": "The user likes jazz", "source": "inferred"})  # fmt: skip
    place.audit(1)
    page = (ROOT / "docs/trust.md").read_text(encoding="utf-8")
    names: dict = {}
    exec(re.search(r"```python\n(.*?)```", page, re.DOTALL)[1], names)
    memories = {
        "city": LIVES,
        "old": "The user is in Lyon",
        "guess": "The user likes jazz",
        "new": "It rains",
    }
    assert names["trusted"](memories, place.path) == [
        LIVES,
        "The user likes jazz (ask the user first)",
        "It rains (ask the user first)",
    ]


def test_who_is_forgotten_is_taken_out_of_it(place):
    place.remember(city={"memory": LIVES, "user_id": "u-1"}, diet={"memory": "Is vegan", "user_id": "u-2"})
    place.night(1)
    place.call("forget", "--user", "u-1", "--job", str(place.folder / "job.toml"), "--yes")
    assert list(place.entries()) == ["diet"]


def test_a_job_that_wants_none_has_none_not_even_an_old_one(place):
    place.remember(city=LIVES)
    place.night(1)
    place.job("[reports]\ntrust_file = false\n")
    place.audit(2)
    assert not place.path.exists()
