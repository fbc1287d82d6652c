"""The forms that other programs read."""

import csv
import io
import json
import re
from dataclasses import replace
from datetime import timedelta
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft4Validator
from npm import SARIF, installed
from report_nights import ASSIGNMENT, AT, DIET, NIGHTS, SECRET, audit, bad_night, degraded_night, store
from test_hostile import HOSTILE, night_of

from auditor.cli.options import FORMATS as OFFERED
from auditor.reports.formats import FORMATS

INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def sarif(night):
    return json.loads(FORMATS["sarif"](night))["runs"][0]


def junit(night):
    return ET.fromstring(FORMATS["junit"](night))


def rows(night):
    return list(csv.DictReader(io.StringIO(FORMATS["csv"](night))))


def test_every_form_that_is_offered_is_there():
    assert set(OFFERED) == set(FORMATS)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_values_leave_nothing_invisible_in_any_form(form, text):
    assert INVISIBLE.search(FORMATS[form](night_of(text))) is None


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_values_break_no_form(text):
    night, harmless = night_of(text), night_of("harmless")
    assert len(sarif(night)["results"]) == len(sarif(harmless)["results"])
    assert len(rows(night)) == len(rows(harmless))
    assert [suite.tag for suite in junit(night).iter()] == [suite.tag for suite in junit(harmless).iter()]


@pytest.mark.parametrize("form", FORMATS)
def test_no_form_shows_a_credential(form):
    assert "hunter2" not in FORMATS[form](night_of("the db password is hunter2-example"))


@pytest.mark.parametrize("form", FORMATS)
def test_endless_values_are_bounded_in_every_form(form):
    assert len(FORMATS[form](night_of("long word " * 500_000))) < 2_000_000


@pytest.mark.needs_node
@pytest.mark.slow
def test_sarif_keeps_to_its_schema(tmp_path):
    schema = installed(SARIF, tmp_path) / "lib" / "schemas" / "sarif-2.1.0-rtm.5.json"
    validator = Draft4Validator(json.loads(schema.read_text()))
    nights = [make() for make in NIGHTS.values()] + [night_of(text) for text in HOSTILE.values()]
    for night in nights:
        log = json.loads(FORMATS["sarif"](night))
        assert [error.message for error in validator.iter_errors(log)] == []


def test_a_finding_keeps_its_fingerprint_from_night_to_night():
    (first,) = sarif(audit(store(ASSIGNMENT)))["results"]
    later = replace(ASSIGNMENT, confidence=0.7, first_seen=AT - timedelta(days=2))
    (second,) = sarif(audit(store(later)))["results"]
    assert first["partialFingerprints"] == second["partialFingerprints"]
    assert (first["baselineState"], second["baselineState"]) == ("new", "unchanged")


def test_a_reopened_finding_is_updated_and_a_decided_one_suppressed():
    night = audit(store(replace(ASSIGNMENT, state="reopened"), replace(DIET, state="false_alarm")))
    reopened, decided = sarif(night)["results"]
    assert reopened["baselineState"] == "updated"
    assert decided["suppressions"][0]["justification"] == "marked as a false alarm"


def test_levels_follow_the_severity_and_notes_are_results_too():
    results = sarif(audit(store(ASSIGNMENT, notes=[SECRET])))["results"]
    assert [(one["ruleId"], one["level"]) for one in results] == [
        ("agent_invention", "error"),
        ("note/secret", "warning"),
    ]


def test_what_was_not_read_is_told_and_the_run_no_success():
    invocation = sarif(degraded_night())["invocations"][0]
    assert not invocation["executionSuccessful"]
    assert (
        "line 812 of MEMORY.md is cut off" in invocation["toolExecutionNotifications"][0]["message"]["text"]
    )


def test_junit_counts_what_it_holds():
    for name in NIGHTS:
        for suite in junit(NIGHTS[name]()):
            found = {
                tag: len(suite.findall(f".//{tag}")) for tag in ("failure", "error", "skipped", "testcase")
            }
            assert found == {
                "failure": int(suite.get("failures")),
                "error": int(suite.get("errors")),
                "skipped": int(suite.get("skipped")),
                "testcase": int(suite.get("tests")),
            }


def test_a_spreadsheet_gets_every_finding_and_calculates_none():
    assert len(rows(bad_night())) == len(bad_night().stores[0].findings)
    (row,) = rows(audit(store(replace(ASSIGNMENT, after="=HYPERLINK(1)"))))
    assert row["after"] == "'=HYPERLINK(1)"
    assert row["before"] == "draft"
    assert row["said"] == "It is due on Friday at noon. I have noted that you submitted it."
