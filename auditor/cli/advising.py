"""Advice about memories as people and programs read it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from auditor.cli.output import print_json, say
from auditor.errors import ExitCode, UsageError
from auditor.ledger.plain import plain_text
from auditor.reports.shown import one_line
from auditor.reports.trust_file import trust_document
from auditor.reports.words import counted, kind_words
from auditor.runs.advice import Asked, advice_on, trust_now, uses_now
from auditor.times import rfc3339
from auditor.trust.table import GRAVEST, Action, Advice
from auditor.trust.trusting import Trusted
from auditor.trust.usage import Use

_SHOWN = 50
_KEY = 120
_WEIGHTY = "The action needs the user's word now."


def show_one(
    asked: Asked, stores: Sequence[str], key: str, action: Action, within: Sequence[str], *, as_json: bool
) -> None:
    """Print the advice on one memory.

    Raises:
        UsageError: None is called so.
    """
    found = advice_on(asked, stores, key, within)
    if not found:
        raise UsageError(
            f"{key}: no memory has this key in {', '.join(stores)}; keys are those of the report"
        )
    if not as_json:
        for store, one in found:
            say("\n".join(_lines(store, one, action)))
        return
    gravest = min((one for _, one in found), key=lambda one: GRAVEST.index(one.row.advice_for(action)))
    print_json(
        {
            "schema_version": 1,
            "command": "advise",
            "key": key,
            "action": action.value,
            "advice": gravest.row.advice_for(action).value,
            "reason": reason_for(gravest, action),
            "entries": [_document(store, one, action) for store, one in found],
        }
    )


def show_all(asked: Asked, stores: Sequence[str], action: Action, *, as_json: bool) -> None:
    """Print how many memories there are of each advice, and which should not be used as they are."""
    trusts = [(store, trust) for store in stores if (trust := trust_now(asked, store)) is not None]
    counts: Counter[str] = Counter()
    told: list[tuple[str, Trusted]] = []
    for store, trust in trusts:
        for one in trust:
            advice = one.row.advice_for(action)
            counts[advice.value] += 1
            if advice is not Advice.USE:
                told.append((store, one))
    if as_json:
        print_json(
            {
                "schema_version": 1,
                "command": "advise",
                "action": action.value,
                "counts": {advice.value: counts[advice.value] for advice in Advice},
                "entries": [_document(store, one, action) for store, one in told],
            }
        )
        return
    told.sort(key=lambda pair: GRAVEST.index(pair[1].row.advice_for(action)))
    for store, one in told[:_SHOWN]:
        say(f"{_said(one.row.advice_for(action)):10}  {_name(store, one)}: {reason_for(one, action)}")
    if len(told) > _SHOWN:
        say(f"and {len(told) - _SHOWN:,} more; --json lists them all")
    parts = (f"{_said(advice)} {counts[advice.value]:,}" for advice in Advice)
    say(f"{counted(counts.total(), 'memory', 'memories')}: {', '.join(parts)}")


def show_unused(asked: Asked, *, as_json: bool) -> ExitCode:
    """Print which memories are never used or no longer; the exit code says whether all could be read."""
    found = uses_now(asked)
    read = [(store, uses) for store, uses in found if not isinstance(uses, str)]
    unread = [(store, why) for store, why in found if isinstance(why, str)]
    told = [(store, use) for store, uses in read for use in uses if use.state]
    silent = [store for store, uses in read if not uses]
    if as_json:
        print_json(
            {
                "schema_version": 1,
                "command": "advise",
                "unused": [_use_document(store, use) for store, use in told],
                "cannot_say": [plain_text(store) for store in silent],
                "not_read": [
                    {"store": plain_text(store), "reason": plain_text(why)} for store, why in unread
                ],
            }
        )
        return ExitCode.UNREADABLE if unread else ExitCode.OK
    for store, use in told:
        since = f" since {rfc3339(use.since)}" if use.since else ""
        say(f"{kind_words(use.state):10}  {one_line(use.key, _KEY)} ({one_line(store, _KEY)}){since}")
    for store in silent:
        say(f"{one_line(store, _KEY)} keeps no marks of use")
    for store, why in unread:
        say(f"{one_line(store, _KEY)}: cannot be read: {why}")
    say(f"{counted(len(told), 'memory is', 'memories are')} unused")
    return ExitCode.UNREADABLE if unread else ExitCode.OK


def _use_document(store: str, use: Use) -> dict[str, Any]:
    since = rfc3339(use.since) if use.since else None
    return {"store": plain_text(store), "key": plain_text(use.key), "state": use.state, "since": since}


def reason_for(one: Trusted, action: Action) -> str:
    """Why the advice on ``one`` is as it is where ``action`` depends on it."""
    asked = one.row.advice_for(action) is not one.row.advice
    finding = f" Finding {one.finding.id}: {kind_words(one.finding.kind)}." if one.finding else ""
    context = f" It is right for: {one.context}." if one.context else ""
    return f"{f'{_WEIGHTY} ' if asked else ''}{one.row.reason}{finding}{context}"


def _document(store: str, one: Trusted, action: Action) -> dict[str, Any]:
    advice = one.row.advice_for(action).value
    return trust_document(store, one) | {"advice": advice, "reason": reason_for(one, action)}


def _lines(store: str, one: Trusted, action: Action) -> Iterator[str]:
    yield f"{_name(store, one)}: {_said(one.row.advice_for(action))}"
    yield f"  {reason_for(one, action)}"
    times = counted(len(one.confirmations), "conversation", "conversations")
    last = f", last {rfc3339(one.last_verified)} by a {one.verified_by}" if one.last_verified else ""
    known = f"confirmed in {times}{last}" if one.confirmations else "confirmed in no conversation"
    yield f"  confidence {one.confidence:.2f}; source {one.grounds.origin.value}; {known}"
    if one.expires_at:
        suggested = " (suggested for its kind; the store has none)" if one.suggested else ""
        yield f"  ends {rfc3339(one.expires_at)}{suggested}"


def _name(store: str, one: Trusted) -> str:
    return f"{one_line(one.grounds.key, _KEY)} ({one_line(store, _KEY)})"


def _said(advice: Advice) -> str:
    return kind_words(advice.value)
