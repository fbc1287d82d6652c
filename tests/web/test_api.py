"""The JSON API of `auditor serve`."""

import json

import pytest
from jsonschema import Draft202012Validator

from auditor.resources import resource
from auditor.web.requests import MAX_BODY

SCHEMA = json.loads((resource("schema") / "audit-v1.schema.json").read_text())


def test_findings_are_those_of_the_json_report(client):
    found = client.get("/api/v1/findings?open=true&store=memory").json()["findings"]
    validator = Draft202012Validator({"$ref": "#/$defs/finding", "$defs": SCHEMA["$defs"]})
    assert [error.message for one in found for error in validator.iter_errors(one)] == []
    assert [one["key"] for one in found] == ["diet", "town"]
    assert client.get("/api/v1/findings?store=other").json()["findings"] == []


def test_a_decision_is_taken_and_the_finding_no_longer_open(client):
    answer = client.post("/api/v1/findings/aa11/decisions", json={"decision": "accepted", "who": "mara"})
    assert answer.json()["finding"]["state"] == "accepted"
    assert [one["id"] for one in client.get("/api/v1/findings?open=1").json()["findings"]] == ["bb22"]
    assert client.get("/api/v1/findings/aa11").json()["finding"]["state"] == "accepted"


def test_the_gate_answers(client):
    body = {"conversation": "User: I moved to Turin.", "memory": "The user lives in Turin"}
    answer = client.post("/api/v1/gate", json=body).json()
    assert (answer["verdict"], answer["kind"]) == ("STORE", "verified")
    assert answer["evidence"][0]["text"] == "I moved to Turin"


@pytest.mark.parametrize(
    ("path", "content", "kind"),
    [
        ("/api/v1/gate", b"{", "application/json"),
        ("/api/v1/gate", b"[]", "application/json"),
        ("/api/v1/gate", b'{"memory": 1}', "application/json"),
        ("/api/v1/gate", b'{"memory": "a", "conversation": "b"}', "text/plain"),
        ("/api/v1/gate", b" " * (MAX_BODY + 1), "application/json"),
        ("/api/v1/findings/zz/decisions", b'{"decision": "fixed"}', "application/json"),
        ("/api/v1/findings/aa11/decisions", b'{"decision": ["fixed"]}', "application/json"),
    ],
)
def test_what_is_wrong_is_answered_and_not_done(client, path, content, kind):
    answer = client.post(path, content=content, headers={"content-type": kind})
    assert answer.status_code == 400
    assert answer.json()["error"]["name"] == "usage"


def test_a_finding_that_is_not_there_is_not_found(client):
    assert client.get("/api/v1/findings/zz").status_code == 404


def test_every_path_is_described(client):
    described = client.get("/api/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    for path, operations in described["paths"].items():
        for method in operations:
            answer = client.request(method, path.replace("{id}", "aa11"))
            assert answer.status_code in {200, 400}
