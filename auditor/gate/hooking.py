"""The gate inside a write path: one JSON line in, one out."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import orjson

from auditor.errors import AuditorError
from auditor.gate.adjudicating import Fact, adjudicate
from auditor.gate.checking import check
from auditor.gate.decisions import Decision
from auditor.gate.policy import GatePolicy

MAX_LINE_BYTES = 4 * 1024**2


def document(decision: Decision) -> dict[str, Any]:
    """A decision as it stands in JSON."""
    return {
        "verdict": decision.verdict.value,
        "reason": decision.reason,
        "kind": decision.kind,
        "confidence": round(decision.confidence, 3),
        "evidence": [
            {"text": span.text, "speaker": span.speaker, "turn": span.turn} for span in decision.evidence
        ],
        "policy": {
            "name": decision.policy.name,
            "version": decision.policy.version,
            "fingerprint": decision.policy.fingerprint,
        },
    }


Noted = Callable[[Mapping[str, Any], Mapping[str, Any]], None]


def answer(
    line: bytes,
    policy: GatePolicy = GatePolicy(),  # noqa: B008  # frozen
    note: Noted | None = None,
) -> bytes:
    """The answer to one line of the hook; a line that cannot be answered is answered with its error.

    ``note`` is told each question that was decided, and the answer.
    """
    asked: Any = None
    try:
        asked = _asked(line)
        found = document(decided(asked, policy))
        if note is not None:
            note(asked, found)
    except (ValueError, TypeError, KeyError, AuditorError) as error:
        text = f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error)
        found = {"error": text}
    return orjson.dumps({"id": asked.get("id") if isinstance(asked, Mapping) else None, **found})


def _asked(line: bytes) -> Any:
    if len(line) > MAX_LINE_BYTES:
        raise ValueError(f"the line has more than {MAX_LINE_BYTES} bytes")
    return orjson.loads(line)


def decided(asked: Any, policy: GatePolicy) -> Decision:
    """The decision on a question of the hook.

    Raises:
        TypeError, KeyError, ValueError: The question is not as docs/gate.md has it.
        TranscriptUnreadableError: A source is no text.
    """
    if not isinstance(asked, Mapping):
        raise TypeError("a line should be a JSON object")
    if "fact" in asked:
        return check(_text(asked, "source"), _text(asked, "fact"), policy)
    existing, incoming = (_fact(asked, name) for name in ("existing", "incoming"))
    return adjudicate(existing, incoming, policy)


def _fact(asked: Mapping[str, Any], name: str) -> Fact:
    own = f"{name}_source"
    source = _text(asked, own if own in asked else "source") if own in asked or "source" in asked else ""
    at = asked.get(f"{name}_at")
    return Fact(_text(asked, name), source, _time(at) if at is not None else None)


def _text(asked: Mapping[str, Any], name: str) -> str:
    if not isinstance(asked[name], str):
        raise TypeError(f"{name} should be a text")
    return str(asked[name])


def _time(given: object) -> datetime:
    if not isinstance(given, str):
        raise TypeError("a time should be a text such as 2026-11-28T06:00:00Z")
    moment = datetime.fromisoformat(given)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
