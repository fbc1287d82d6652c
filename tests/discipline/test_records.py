"""Records as the schema has them, and what each store cannot answer."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker

from auditor.discipline.record import document, record_of, unanswered
from auditor.records import Entry

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs/schema/record-v1.schema.json").read_text(encoding="utf-8")
)
RECORD = {
    "id": "m1",
    "subject": {"type": "user", "id": "u1"},
    "key": "travel.seat",
    "value": "window",
    "authority": "preference",
    "source": {
        "type": "user_stated",
        "evidence": {"kind": "message", "ref": "chat-1"},
        "observations": 1,
        "captured_at": "2026-05-01T10:00:00Z",
        "captured_by": "agent@1",
    },
    "scope": {
        "level": "project",
        "bindings": {"trip": "T1"},
        "valid_from": "2026-05-01T10:00:00Z",
        "valid_until": None,
        "revalidate_on": ["project_closed"],
    },
    "correction": {"route": "chat", "supersedes": [], "superseded_by": None, "broadened": False},
    "lineage": {"derived_from": []},
    "lifecycle": {"status": "active", "sensitivity": "none", "retain_value_after_expiry": False},
    "usage": {"last_used_at": None, "use_count": 0, "last_confirmed_at": None},
}


@pytest.fixture(scope="module")
def validator():
    Draft202012Validator.check_schema(SCHEMA)
    return Draft202012Validator(SCHEMA, format_checker=FormatChecker())


def changed(**fields):
    """``RECORD`` with ``group__name`` replaced."""
    record = json.loads(json.dumps(RECORD))
    for path, value in fields.items():
        *groups, name = path.split("__")
        place = record
        for group in groups:
            place = place[group]
        place[name] = value
    return record


def test_a_whole_record_is_valid(validator):
    assert list(validator.iter_errors(RECORD)) == []


@pytest.mark.parametrize("name", list(RECORD))
def test_each_of_the_eleven_fields_is_required(validator, name):
    assert not validator.is_valid({key: value for key, value in RECORD.items() if key != name})


@pytest.mark.parametrize(
    "wrong",
    [
        changed(colour="red"),
        changed(source__captured_at="yesterday"),
        changed(source__captured_at="2026-13-41T10:00:00Z"),
        changed(source__source_of_truth="not a uri"),
        changed(scope__valid_until="soon"),
        changed(scope__level="galaxy"),
        changed(source__observations=0),
        changed(authority="policy", value=None),
    ],
    ids=["unknown field", "yesterday", "month 13", "no uri", "soon", "no level", "no observation", "no pointer"],
)  # fmt: skip
def test_what_is_not_in_form_is_refused(validator, wrong):
    assert not validator.is_valid(wrong)


def test_a_policy_that_points_to_its_source_is_valid(validator):
    pointer = changed(authority="policy", value=None, source__source_of_truth="https://example.org/policy")
    assert validator.is_valid(pointer)


def test_a_store_without_such_fields_answers_unknown(validator):
    record = record_of(Entry("city", "Turin"))
    said = document(record)
    assert validator.is_valid(said)
    assert {name for name, value in said.items() if value == "unknown"} == set(RECORD) - {
        "id",
        "key",
        "value",
    }
    assert list(unanswered([record])) == [name for name in RECORD if name not in {"id", "key", "value"}]


def test_a_record_of_the_kit_comes_back_as_it_was():
    meta = {name: value for name, value in RECORD.items() if name not in {"id", "value"}}
    said = document(record_of(Entry("m1", "window", meta)))
    assert said["source"]["type"] == "user_stated"
    assert said["scope"] == RECORD["scope"]
    assert said["correction"] == RECORD["correction"]
    assert said["subject"] == RECORD["subject"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from([*RECORD, "status", "evidence_ids", "superseded_by", "owner", "confidence", "tags"])


@given(st.dictionaries(NAMES, JSON, max_size=6), JSON)
def test_no_metadata_whatever_breaks_the_reading(meta, value):
    said = document(record_of(Entry("k", value, meta)))
    assert set(said) == set(RECORD)
