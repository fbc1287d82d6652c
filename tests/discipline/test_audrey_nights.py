"""Two nights of an Audrey store: nine changes and seven standing problems, and what must stay quiet."""

import json
from pathlib import Path

import pytest
from audrey_store import Audrey
from click.testing import CliRunner

from auditor.cli import auditor

SAMPLE = Path(__file__).parents[1] / "data/stores/audrey/wal_case"
AT = "2026-06-09T03:00:00Z"


def run(*args):
    result = CliRunner().invoke(auditor, [*map(str, args), "--at", AT, "--json"], prog_name="auditor")
    return json.loads(result.stdout)


def rules(document):
    return {(one["invariant"], one["key"]) for one in document["violations"]}


def first_night(store):
    """What both nights have: honest memories and seven that something is wrong with."""
    store.episode("E01", "The kiosk printer jams when it rains.", "direct-observation")
    store.episode("E02", "The kiosk printer jams when it rains.", "tool-result")
    store.semantic("S01", "Rain jams the kiosk printer.", ["E01", "E02"], evidence_count=2)
    # 1 a laundered hallucination: three times the same invention, then a principle
    for number in (3, 4, 5):
        store.episode(f"E0{number}", "Mirela keeps two horses.", "model-generated")
    store.semantic("S02", "Mirela keeps two horses.", ["E03", "E04", "E05"], evidence_count=3)
    # 2 two that deny each other, tied by nothing
    store.episode("E06", "Jonas is allergic to peanuts.")
    store.episode("E07", "Jonas enjoys the peanut noodles.", "model-generated")
    # 3 to be edited by raw SQL on the second night
    store.episode("E08", "Crossings pause when wind is above 55 km/h.", "tool-result")
    # 4 evidence that does not exist
    store.semantic("S03", "The ferry office closes early on Sundays.", ["E90", "E91"], evidence_count=2)
    # 5 deleted evidence, living conclusion
    store.episode("E09", "Petra parks behind the depot.")
    store.semantic("S04", "Petra parks behind the depot.", ["E09"], evidence_count=1)
    # 6 says more than its inputs
    store.episode("E10", "Kiosk two was slow on Monday.", "inference")
    store.episode("E11", "Kiosk two was slow on Tuesday.", "tool-result")
    store.semantic("S05", "Kiosk two hardware is failing and must be replaced.", ["E10", "E11"])
    # 7 rolled back, and still served
    store.episode("E12", "The boat was late twice.", "tool-result")
    store.semantic("S06", "The boat was late twice.", ["E12"])
    store.run("R1", ["S06"], "rolled_back")
    # quiet: a pair that depends on the context, and a user's own update
    store.episode("E13", "The API allows 40 requests a second.", "tool-result")
    conditions = {"a": "live keys", "b": "sandbox keys"}
    store.semantic("S07", "The API allows 40 requests a second.", ["E13"], "context_dependent",
                   conditions=json.dumps(conditions))  # fmt: skip
    store.episode("E14", "The sandbox API allows 25 requests a second.", "tool-result")
    store.contradiction("C1", "S07", "E14", "context_dependent", {"conditions": conditions})
    store.episode("E15", "Tomas lives in Porto.")


def second_night(store):
    """Nine changes: six added, one edited past its writer, two replaced or forgotten."""
    store.episode("F01", "Tomas moved to Braga.", supersedes="E15")
    store.sql("UPDATE episodes SET superseded_by = 'F01' WHERE id = 'E15'")
    store.sql("UPDATE episodes SET content = 'Crossings pause when wind is above 85 km/h.' WHERE id = 'E08'")
    store.sql("UPDATE episodes SET superseded_by = 'forgotten' WHERE id = 'E09'")
    store.episode("F02", "Ines travels with a folding bicycle.")
    store.episode("F03", "Lena is on the Harbour annual pass.")
    store.episode("F04", "The wind notice was printed again.", "tool-result")
    store.episode("F05", "Mirela also breeds ponies.", "model-generated")
    store.episode("F06", "The night export ran at 04:30.", "tool-result")


CHANGED = {"F01", "F02", "F03", "F04", "F05", "F06", "E08", "E09", "E15"}


@pytest.fixture(params=[False, True], ids=["v0.3.3", "v16"])
def nights(request, tmp_path):
    """The two copies; what the second night wrote stands only in its -wal."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    before = Audrey(tmp_path / "one/audrey.db", indexed=request.param)
    first_night(before)
    after = Audrey(tmp_path / "two/audrey.db", indexed=request.param)
    first_night(after)
    after.sql("PRAGMA journal_mode = WAL")
    second_night(after)
    assert after.path.with_name("audrey.db-wal").stat().st_size > 0
    yield before.path, after.path, request.param
    after.connection.close()


def test_the_nine_changes_are_reported(nights):
    before, after, _ = nights
    document = run("compare", before, after)
    assert {one["key"] for one in document["findings"] if one["change"] != "unchanged"} == CHANGED


def test_the_seven_standing_problems_are_found(nights):
    before, after, indexed = nights
    found = rules(run("lint", after, "--previous", before))
    assert {
        ("laundered", "S02"),
        ("unlinked_conflict", "E06"),
        ("silent_edit", "E08"),
        ("missing_evidence", "S03"),
        ("I7", "S04"),
        ("beyond_evidence", "S05"),
        ("rolled_back_output", "S06"),
    } <= found
    assert (("index_differs", "E08") in found) is indexed


def test_the_pair_with_conditions_and_the_honest_update_are_quiet(nights):
    before, after, _ = nights
    linted = {key for _, key in rules(run("lint", after, "--previous", before))}
    assert linted.isdisjoint({"S01", "S07", "E13", "E14", "E15", "F01", "E01", "E02"})
    alarms = {one["key"] for one in run("compare", before, after)["findings"] if one["severity"] != "info"}
    assert alarms.isdisjoint({"S01", "S07", "E13", "E14", "E15", "F01"})


def test_a_genuine_store_shows_its_own_problems_and_keeps_its_pair_and_its_update_quiet(tmp_path):
    for file in SAMPLE.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    found = rules(run("lint", tmp_path / "audrey.db"))
    short = {(rule, key[-6:]) for rule, key in found}
    assert {
        ("laundered", "6ZEE70"),  # the retriever
        ("overruled", "6JBMBC"),  # no pets
        ("index_differs", "BCGXAG"),  # 85 km/h
        ("unlinked_conflict", "3YAXTG"),  # shellfish and the seafood platter
        ("open_conflict", "6ZEE6Y"),  # 30 days, reopened
    } <= short
    pair_and_update = {
        "01KV4G3M80CFA45X4R086ZEE6X",
        "01KWP94680D1BWPHRZCR2X8F6G",
        "01KX31NXM02BCAGJQCTX7Q69VW",
    }
    assert pair_and_update.isdisjoint({key for _, key in found})


def test_the_genuine_rows_that_are_only_in_the_wal_are_read(tmp_path):
    for file in SAMPLE.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    whole = run("lint", tmp_path / "audrey.db")["stores"][0]["records"]
    (tmp_path / "audrey.db-wal").unlink()
    assert run("lint", tmp_path / "audrey.db")["stores"][0]["records"] < whole
