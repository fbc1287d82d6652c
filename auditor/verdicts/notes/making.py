"""Makes notes: severity by kind, and an id that stays the same night after night."""

import hashlib
from collections.abc import Sequence

from auditor.records import Note, Severity

_HIGH = frozenset({"secret", "injected_instruction", "unreadable", "mass_deletion"})


def note(store: str, kind: str, keys: Sequence[str], reason: str) -> Note:
    """The note of ``kind`` on ``keys``; severity as docs/labels.md says."""
    ordered = tuple(sorted(set(keys)))
    identity = hashlib.sha256("\x1f".join((store, kind, *ordered)).encode("utf-8", "surrogatepass"))
    severity = Severity.HIGH if kind in _HIGH else Severity.LOW
    return Note(store, ordered, kind, severity, reason, identity.hexdigest()[:12])
