"""``auditor lint`` as people call it, also on both generations of an Audrey store."""

import json

import pytest
from audrey_store import Audrey
from click.testing import CliRunner

from auditor.cli import auditor


@pytest.fixture(params=[False, True], ids=["v0.3.3", "v16"])
def audrey(request, tmp_path):
    return Audrey(tmp_path / "audrey.db", indexed=request.param)


def linted(*args):
    result = CliRunner().invoke(auditor, ["lint", *map(str, args), "--json"], prog_name="auditor")
    document = json.loads(result.stdout)
    return {(one["invariant"], one["key"]) for one in document["violations"]}, document, result.exit_code


def test_a_clean_store_is_quiet(audrey):
    audrey.episode("E1", "The printer jams in the rain.")
    audrey.episode("E2", "The printer jams in the rain.", "tool-result")
    audrey.semantic("S1", "Rain jams the printer.", ["E1", "E2"])
    found, document, code = linted(audrey.path)
    assert (found, code) == (set(), 0)
    assert document["stores"][0]["records"] == 3
    assert len(document["stores"][0]["questions"]) == 12


def test_its_standing_problems_are_found(audrey):
    audrey.episode("E1", "Kim owns a dog.", "model-generated")
    audrey.episode("E2", "Kim owns a dog.", "model-generated")
    audrey.semantic("S1", "Kim owns a dog.", ["E1", "E2"])
    audrey.semantic("S2", "Kim sails on Fridays.", ["E9"])
    audrey.semantic("S3", "The kiosk is failing.", ["E3"])
    audrey.episode("E3", "The kiosk was slow.", "tool-result")
    audrey.run("R1", ["S3"], "rolled_back")
    audrey.episode("E4", "Tickets are refundable for 30 days.")
    audrey.episode("E5", "Tickets are refundable for 14 days.")
    audrey.contradiction("C1", "E4", "E5", "open")
    found, _, code = linted(audrey.path)
    assert code == 1
    assert found == {
        ("laundered", "S1"),
        ("missing_evidence", "S2"),
        ("rolled_back_output", "S3"),
        ("open_conflict", "E4"),
    }


def test_a_pair_with_conditions_and_an_honest_update_are_quiet(audrey):
    audrey.episode("E1", "The API allows 25 requests a second.", "tool-result")
    conditions = {"a": "live keys", "b": "sandbox keys"}
    audrey.episode("E0", "The API allows 40 requests a second.", "tool-result")
    audrey.semantic("S1", "The API allows 40 requests a second.", ["E0"], "context_dependent",
                    conditions=json.dumps(conditions))  # fmt: skip
    audrey.contradiction("C1", "S1", "E1", "context_dependent", {"conditions": conditions})
    audrey.episode("E2", "The night shift starts at 22:00.", superseded_by="E3")
    audrey.episode("E3", "The night shift starts at 21:30.", supersedes="E2")
    assert linted(audrey.path)[0] == set()


def test_a_row_edited_by_raw_sql_shows_against_an_earlier_copy(audrey, tmp_path):
    audrey.episode("E1", "Crossings pause above 60 km/h.")
    copy = tmp_path / "before.db"
    copy.write_bytes(audrey.path.read_bytes())
    audrey.sql("UPDATE episodes SET content = 'Crossings pause above 85 km/h.' WHERE id = 'E1'")
    found, _, _ = linted(audrey.path, "--previous", copy)
    assert ("silent_edit", "E1") in found
    assert (("index_differs", "E1") in found) is audrey.indexed


def test_rows_that_are_only_in_the_wal_are_read(audrey):
    audrey.sql("PRAGMA journal_mode = WAL")
    audrey.episode("E1", "Sam is allergic to nuts.")
    assert audrey.path.with_name("audrey.db-wal").stat().st_size > 0
    assert linted(audrey.path)[0] == {("I6", "E1")}


def test_neither_a_path_nor_a_job_is_a_usage_error():
    result = CliRunner().invoke(auditor, ["lint"], prog_name="auditor")
    assert result.exit_code == 2


def test_a_store_that_cannot_be_read_is_told_and_is_exit_code_3(tmp_path):
    (tmp_path / "memory.json").write_bytes(b"")
    found, document, code = linted(tmp_path / "memory.json")
    assert (found, code) == (set(), 3)
    assert "0 bytes" in document["not_read"][0]["reason"]
