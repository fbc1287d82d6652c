"""What the nights have learned about entries: since when each holds its content, and who said so too.

Only what was written or confirmed since the first audit is kept; an entry without either is as old as that.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from auditor.records import ChangeKind, Confirmation, Finding, StoreAudit

FIT = "fit"
"""What a night learns of an entry that was unfit and, looked at again, is not."""
UNFIT = ("injected_instruction", "secret")
"""Kinds of notes that make an entry unfit for a prompt, until its content is another."""

_CONTENT_STAYS = frozenset({"equivalent", "metadata_only"})
_NEW = frozenset({ChangeKind.ADDED, ChangeKind.CHANGED})


@dataclass(frozen=True, slots=True)
class Context:
    """Where people decided that an entry is right, and the fingerprint of what it held then."""

    text: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class History:
    """What is known about the entries of one store, by key.

    ``since`` is the first audit; ``written`` when an entry was seen to get its content; ``confirmed`` who
    has said it since, one for each conversation; ``unfit`` why it is fit for no prompt; ``contexts`` where
    people decided that it is right.
    """

    since: datetime | None = None
    written: Mapping[str, datetime] = field(default_factory=dict)
    confirmed: Mapping[str, Sequence[Confirmation]] = field(default_factory=dict)
    unfit: Mapping[str, frozenset[str]] = field(default_factory=dict)
    contexts: Mapping[str, Context] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Learned:
    """What one night adds to a ``History``."""

    written: Mapping[str, datetime]
    confirmed: Sequence[Confirmation]
    unfit: Sequence[tuple[str, str]] = ()


def learned(history: History, audit: StoreAudit, at: datetime) -> Learned:
    """What the night of ``audit``, at the moment ``at``, adds to ``history``.

    New content begins anew: what was said before it confirms it no longer. What was only renamed keeps what
    is known about it. A conversation counts once for each entry.
    """
    written = {} if audit.first_audit else {one.key: at for one in audit.findings if _is_written(one)}
    confirmed = [
        replace(one, at=min(one.at or at, at))
        for one in audit.confirmed
        if one.key in written or not _is_known(one, history)
    ]
    unfit = [(key, one.kind) for one in audit.notes if one.kind in UNFIT for key in one.keys]
    looked_at = {one.key for one in audit.findings if one.change is ChangeKind.CHANGED}
    unfit += [(key, FIT) for key in (looked_at & history.unfit.keys()) - dict(unfit).keys()]
    for moved in _moved(audit.findings):
        old = moved.previous_key or ""
        if (first := history.written.get(old, history.since)) is not None:
            written[moved.key] = first
        confirmed += [replace(one, key=moved.key) for one in history.confirmed.get(old, ())]
        unfit += [(moved.key, kind) for kind in history.unfit.get(old, ())]
    confirmed = list({(one.key, one.by, one.root): one for one in confirmed}.values())
    return Learned(written, confirmed, sorted(set(unfit)))


def after(history: History, night: Learned, at: datetime) -> History:
    """``history`` with what the night at the moment ``at`` added."""
    confirmed = {key: list(known) for key, known in history.confirmed.items() if key not in night.written}
    for one in night.confirmed:
        confirmed.setdefault(one.key, []).append(one)
    unfit = {key: kinds for key, kinds in history.unfit.items() if key not in night.written}
    for key, kind in night.unfit:
        unfit[key] = with_kind(unfit.get(key, frozenset()), kind)
    written = {**history.written, **night.written}
    return replace(history, since=history.since or at, written=written, confirmed=confirmed, unfit=unfit)


def with_kind(kinds: frozenset[str], kind: str) -> frozenset[str]:
    """``kinds`` of unfitness and ``kind``, which may end them all."""
    return frozenset() if kind == FIT else kinds | {kind}


def _is_written(finding: Finding) -> bool:
    return finding.change in _NEW and finding.kind not in {*_CONTENT_STAYS, "moved"}


def _moved(findings: Sequence[Finding]) -> list[Finding]:
    return [one for one in findings if one.kind == "moved" and one.previous_key and one.change in _NEW]


def _is_known(one: Confirmation, history: History) -> bool:
    known = history.confirmed.get(one.key, ())
    return any((held.by, held.root) == (one.by, one.root) for held in known)
