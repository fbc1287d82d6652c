"""The trust file: how far each entry may be relied on tonight, for whoever builds an agent's prompt.

It names entries by key and holds nothing of what they say: who builds a prompt has the memory itself, and a
file that lies beside reports, is copied and is logged should give away as little as it can.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

import orjson

from auditor.files import atomic_writer
from auditor.ledger.plain import plain_text
from auditor.records import Audit
from auditor.times import rfc3339
from auditor.trust.table import Action
from auditor.trust.trusting import StoreTrust, Trusted

NAME = "trust.json"
SCHEMA_VERSION = 1
MOST_IN_ONE_DOCUMENT = 10_000
_DIGITS = 3  # of a confidence: its inputs are not known better


def write_trust(audit: Audit, stores: Sequence[StoreTrust], folder: Path, mode: int) -> Path:
    """Write the trust file of ``audit`` into ``folder``, whole or not at all.

    One JSON document; above 10,000 entries JSON lines, of which the first is the document without entries.
    """
    path = folder / NAME
    lines = (orjson.dumps(trust_document(one.audit.store, each)) for one in stores for each in one)
    _write(path, _head(audit, stores), lines, mode)
    return path


def forget_in_trust(folder: Path, store: str, keys: AbstractSet[str]) -> None:
    """Take the entries of ``store`` under ``keys`` out of the trust file in ``folder``.

    A file that is none of ours is deleted: it may hold anything.
    """
    path = folder / NAME
    if not path.is_file():
        return
    going = {plain_text(key) for key in keys}
    try:
        head, entries = _read(path)
        left = [one for one in entries if one["store"] != plain_text(store) or one["key"] not in going]
        for one in head["stores"]:
            one["entries"] = sum(each["store"] == one["store"] for each in left)
    except (ValueError, LookupError, TypeError):
        path.unlink()
        return
    _write(path, head, map(orjson.dumps, left), path.stat().st_mode & 0o777)


def _read(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The head and the entries of a trust file in either form."""
    first, _, rest = path.read_bytes().partition(b"\n")
    if first.endswith(b"["):
        document = orjson.loads(first + rest)
        return document, document.pop("entries")
    return orjson.loads(first), [orjson.loads(line) for line in rest.splitlines()]


def _write(path: Path, head: Mapping[str, Any], lines: Iterable[bytes], mode: int) -> None:
    whole = sum(store["entries"] for store in head["stores"]) <= MOST_IN_ONE_DOCUMENT
    start = orjson.dumps(head)
    with atomic_writer(path, mode) as file:
        file.write(start[:-1] + b',"entries":[' if whole else start)
        end = b""
        for line in lines:
            file.write(end + b"\n" + line)
            end = b"," if whole else b""
        file.write(b"\n]}\n" if whole else b"\n")


def trust_document(store: str, one: Trusted) -> dict[str, Any]:
    """One entry of the trust file."""
    finding, end, last = one.finding, one.expires_at, one.last_verified
    return {
        "store": plain_text(store),
        "key": plain_text(one.grounds.key),
        "label": one.label.value,
        "confidence": round(one.confidence, _DIGITS),
        "advice": one.row.advice.value,
        "consequential": one.row.advice_for(Action.CONSEQUENTIAL).value,
        "row": one.row.name,
        "reason": one.row.reason,
        "source": one.grounds.origin.value,
        "kind": one.grounds.kind.value,
        "last_verified": rfc3339(last) if last else None,
        "verified_by": one.verified_by or None,
        "confirmations": len(one.confirmations),
        "expires_at": rfc3339(end) if end else None,
        "expires_suggested": one.suggested,
        "finding": {"id": finding.id, "kind": finding.kind} if finding else None,
        "context": one.context or None,
        "bound_to": [plain_text(name) for name in one.grounds.bound],
    }


def _head(audit: Audit, stores: Sequence[StoreTrust]) -> dict[str, Any]:
    return {
        "schema_version": SCHEMA_VERSION,
        "job": plain_text(audit.job),
        "at": rfc3339(audit.at),
        "policy": audit.policy,
        "stores": [
            {
                "store": plain_text(store.audit.store),
                "status": store.audit.status,
                "as_of": rfc3339(store.at),
                "entries": store.size,
            }
            for store in stores
        ],
    }
