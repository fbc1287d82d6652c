"""The gate inside a write path."""

import json

import pytest

from auditor.gate.hooking import answer


def asked(**line):
    return json.loads(answer(json.dumps(line).encode()))


def test_an_answer_carries_the_id_and_the_policy():
    found = asked(id="m-7", source="I live in Cork.", fact="The user lives in Cork")
    assert (found["id"], found["verdict"]) == ("m-7", "STORE")
    assert len(found["policy"]["fingerprint"]) == 12


def test_a_replacement_may_name_sources_and_times_or_share_one_source():
    line = {"existing": "city: Lyon", "incoming": "city: Turin"}
    told = {"existing_source": "I live in Lyon.", "incoming_source": "I moved to Turin."}
    assert asked(**line, **told)["verdict"] == "ACCEPT"
    times = {"existing_at": "2026-01-05T00:00:00Z", "incoming_at": "2026-01-01T00:00:00Z"}
    assert asked(**line, **told, **times)["verdict"] == "REVIEW"
    assert asked(**line, source="I moved from Lyon to Turin.")["verdict"] == "ACCEPT"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"not json", "literal"),
        (b"[1]", "JSON object"),
        (b'{"id": 3, "fact": "x"}', "source is missing"),
        (b'{"id": 3, "source": 1, "fact": "x"}', "source should be a text"),
        (b'{"existing": "x"}', "incoming is missing"),
        (b'{"existing": "x", "incoming": "y", "incoming_at": "soon"}', "isoformat"),
        (b'{"existing": "x", "incoming": "y", "incoming_at": 4}', "a time should be a text"),
    ],
)
def test_a_line_that_cannot_be_answered_says_why(line, error):
    found = json.loads(answer(line))
    assert error in found["error"]
    assert "verdict" not in found
