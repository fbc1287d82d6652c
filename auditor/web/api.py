"""The JSON API, and its description as OpenAPI 3.1."""

from collections.abc import Mapping
from typing import Any

from auditor import __version__
from auditor.ledger.plain import plain_text
from auditor.web.live import DECISIONS

_JSON = "application/json"


def openapi() -> dict[str, Any]:
    """What the API takes and gives."""
    identity = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    is_open = {"name": "open", "in": "query", "schema": {"type": "boolean"}, "description": "Only open ones."}
    store = {"name": "store", "in": "query", "schema": {"type": "string"}, "description": "Only this store."}
    finding = {"$ref": "#/components/schemas/Finding"}
    findings = {"type": "object", "properties": {"findings": {"type": "array", "items": finding}}}
    one = {"type": "object", "properties": {"finding": finding, "decisions": {"type": "array"}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "memory-auditor", "version": __version__},
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {
                "Finding": {"type": "object", "description": "As in docs/json.md, with its state."},
                "Decision": _decision_schema(),
                "Question": _question_schema(),
            },
        },
        "security": [{}, {"token": []}],
        "paths": {
            "/api/v1/findings": {"get": _operation("List findings.", findings, [is_open, store])},
            "/api/v1/findings/{id}": {"get": _operation("One finding and its decisions.", one, [identity])},
            "/api/v1/findings/{id}/decisions": {
                "post": _operation("Decide about a finding.", one, [identity], "Decision")
            },
            "/api/v1/gate": {
                "post": _operation("Would this be admitted?", {"type": "object"}, [], "Question")
            },
        },
    }


def _decision_schema() -> dict[str, Any]:
    text = {"type": "string"}
    return {
        "type": "object",
        "required": ["decision"],
        "properties": {
            "decision": {"enum": [*DECISIONS, "reopen"]},
            "note": text,
            "context": text,
            "until": {**text, "description": "RFC 3339 or a date; when the decision ends by itself."},
            "who": text,
        },
    }


def _question_schema() -> dict[str, Any]:
    text = {"type": "string"}
    return {
        "type": "object",
        "required": ["conversation", "memory"],
        "properties": {"conversation": text, "memory": text},
    }


def _operation(
    summary: str, answer: Mapping[str, Any], parameters: list[dict[str, Any]], body: str = ""
) -> dict[str, Any]:
    responses = {
        "200": {"description": "Done.", "content": {_JSON: {"schema": answer}}},
        "400": {"description": "The request is wrong; the answer says what about it."},
        "401": {"description": "The token is missing or wrong."},
    }
    operation: dict[str, Any] = {"summary": summary, "parameters": parameters, "responses": responses}
    if body:
        schema = {"$ref": f"#/components/schemas/{body}"}
        operation["requestBody"] = {"required": True, "content": {_JSON: {"schema": schema}}}
    return operation


def error(name: str, message: str) -> dict[str, Any]:
    """What is answered instead when a request cannot be carried out."""
    return {"schema_version": 1, "error": {"name": name, "message": plain_text(message)}}
