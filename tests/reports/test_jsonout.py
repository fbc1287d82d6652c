"""The JSON document keeps to its published schema, whatever a night holds."""

import json
import math
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator
from report_nights import ASSIGNMENT, NIGHTS, audit, bad_night, quiet_night, store

from auditor.errors import StoreNotFoundError
from auditor.records import Scores
from auditor.reports import audit_document, audit_json, error_document
from auditor.reports.jsonout import dumps
from auditor.resources import resource

VALIDATOR = Draft202012Validator(json.loads((resource("schema") / "audit-v1.schema.json").read_text()))


@pytest.mark.parametrize("name", NIGHTS)
def test_every_night_is_valid(name):
    document = json.loads(audit_json(NIGHTS[name]()))
    assert [error.message for error in VALIDATOR.iter_errors(document)] == []


def test_the_example_in_the_docs_is_valid():
    text = (resource("schema").parent / "json.md").read_text()
    examples = [json.loads(part.split("```")[0]) for part in text.split("```json\n")[1:]]
    assert len(examples) == 2
    for example in examples:
        VALIDATOR.validate(example)


def test_the_schema_knows_every_field_that_is_written():
    properties = VALIDATOR.schema["$defs"]
    document = audit_document(bad_night())
    assert set(document) == set(properties["audit"]["properties"])
    assert set(document["stores"][0]) == set(properties["store"]["properties"])
    assert set(document["findings"][0]) == set(properties["finding"]["properties"])
    assert set(document["findings"][0]["evidence"][0]) == set(properties["evidence"]["properties"])
    assert set(document["notes"][0]) == set(properties["note"]["properties"])


def test_safe_and_expansion_findings_are_in_it():
    labels = {finding["label"] for finding in audit_document(bad_night())["findings"]}
    assert labels == {"safe", "expansion", "stale", "hallucination", "contradiction"}


def test_scores_that_were_not_measured_are_null():
    assert audit_document(audit(store(scores=Scores(p3=0.5))))["scores"] == {
        "p1": None,
        "p2": None,
        "p3": 0.5,
        "health": None,
    }


def test_scores_over_stores_are_the_means_of_those_measured():
    stores = (store(scores=Scores(p2=0.5, p3=1.0)), store(scores=Scores(p3=0.5)), store(scores=Scores()))
    scores = audit_document(audit(*stores))["scores"]
    assert (scores["p1"], scores["p2"], scores["p3"]) == (None, 0.5, 0.75)


def test_values_that_json_does_not_have_are_text():
    odd = replace(ASSIGNMENT, before={"n": math.nan, "big": 10**30, "\ud800": "\ud800"}, after=math.inf)
    document = json.loads(audit_json(audit(store(odd))))
    VALIDATOR.validate(document)
    assert document["findings"][0]["before"] == {"n": "nan", "big": str(10**30), "?": "?"}
    assert document["findings"][0]["after"] == "inf"


def test_long_and_deep_values_are_bounded():
    deep: list = []
    for _ in range(500):
        deep = [deep]
    huge = replace(ASSIGNMENT, before="x" * 5_000_000, after=[*range(5_000), deep])
    text = audit_json(audit(store(huge)))
    assert len(text) < 100_000
    assert b"4,980,000 more characters" in text


def test_credentials_are_masked_in_every_field():
    leak = "the password is hunter2-example"
    leaky = replace(
        ASSIGNMENT,
        reason=leak,
        advice=leak,
        before={"db": {"password": "hunter2-example"}},
        after=[leak],
        evidence=[replace(ASSIGNMENT.evidence[0], text=leak)],
    )
    text = audit_json(audit(store(leaky), provenance={"note": leak}))
    assert b"hunter2" not in text


def test_the_same_audit_gives_the_same_bytes():
    assert audit_json(quiet_night()) == audit_json(quiet_night())


def test_an_error_is_a_document_with_a_stable_name():
    document = error_document(StoreNotFoundError("notes.json: there is nothing"))
    VALIDATOR.validate(document)
    assert document["error"]["name"] == "store_not_found"
    assert document["exit_code"] == 3


def test_what_a_terminal_would_obey_stands_in_the_document_as_escapes_with_the_same_meaning():
    text = "\u202egpj \u009b31m \u200b \U000e0041 é 😀"
    printed = dumps({"key": text}).decode()
    assert "é 😀" in printed
    assert not any(sign in printed for sign in "\u202e\u009b\u200b\U000e0041")
    assert json.loads(printed) == {"key": text}
