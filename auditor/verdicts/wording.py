"""A finding in plain English: why it was raised, and what to do next."""

from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from functools import cache
from string import Formatter

from auditor.records import Evidence, Json
from auditor.values.secrets import mask_secrets
from auditor.verdicts.content import text_of

_LONGEST = 90
_SPEAKERS = {
    "user": "the user",
    "unknown": "the user",
    "agent": "the agent",
    "tool": "a record",
    "system": "a record",
    "document": "a document",
}
_REASONS: Mapping[str, str] = {
    "equivalent": "It says the same as before in another form.",
    "metadata_only": "Only its metadata moved; what it says is untouched.",
    "state": "It is a state or reading, which is expected to move.",
    "moved": "The same content stands elsewhere in the store.",
    "duplicate": "Another entry already says the same.",
    "forgotten_on_request": "The user asked for it or took it back{said}.",
    "expired_cleanup": "It had expired and was cleared away.",
    "superseded": "Something newer that was said{said} took its place.",
    "guard_weakened": "It is trusted more or longer than before ({fields}), and nobody entitled renewed it.",
    "unexplained_loss": "{gone} is gone, and nothing that was said explains it.",
    "user_update": "It follows what {who} said{said}.",
    "verified": "It is what {who} said{said}.",
    "disputed": "The user and a record say different things about it{said}.",
    "contradicts_user": "The user said otherwise{said}.",
    "contradicts_record": "A record says otherwise{said}.",
    "cross_entry": "It cannot be true together with {rival}.",
    "misattribution": "What was said belongs to somebody else, or somebody else said it{said}.",
    "agent_invention": "Only the agent said it{said}; nobody entitled did.",
    "unsupported": "The conversations are there, and nobody said it{nearest}.",
    "unexplained_overwrite": "It replaced {before}, and no conversation covers the change.",
    "unverified": "It is new, and no conversation covers it.",
    "expired": "{expiry}.",
    "not_forgotten": "The user asked to forget it{said}, and it is still there.",
    "not_refreshed": "Something newer was said{said}, and memory still holds {after}.",
    "relative_time": "It speaks of a time that has passed since it was written{written}.",
}
_ADVICE: Mapping[str, str] = {
    "guard_weakened": "Put the guard back, or ask the user to renew it",
    "unexplained_loss": "Restore it from the last snapshot, or confirm that it was meant to go",
    "disputed": "Ask the user which is right, and correct the other side",
    "contradicts_user": "Correct it to what the user said",
    "contradicts_record": "Correct it to what the record says",
    "cross_entry": "Keep the one that is true and remove the other",
    "misattribution": "Move it to the person it belongs to, or remove it",
    "agent_invention": "Remove it, or ask the user to confirm it",
    "unsupported": "Remove it, or ask the user to confirm it",
    "unexplained_overwrite": "Find out who changed it, or restore the old value",
    "expired": "Remove it, or renew it with the user",
    "not_forgotten": "Remove it from the store and from whatever copies it",
    "not_refreshed": "Bring it up to date",
    "relative_time": "Remove it, or write the date that was meant",
}


@cache
def asked_for(kind: str) -> frozenset[str]:
    """The names of the details that the line of ``kind`` asks for."""
    return frozenset(name for _, name, _, _ in Formatter().parse(_REASONS[kind]) if name)


def reason_for(
    kind: str, evidence: tuple[Evidence, ...], details: Mapping[str, str], zone: tzinfo = UTC
) -> str:
    """One line that says why; ``details`` fills what the line of ``kind`` asks for besides the evidence.

    Times are told in ``zone``.
    """
    last = evidence[-1] if evidence else None
    filled = {
        "said": f": {quoted(last, zone)}" if last else "",
        "nearest": f"; the closest is {quoted(last, zone)}" if last else "",
        "who": _SPEAKERS.get(last.speaker, last.speaker) if last else "somebody entitled",
        **dict.fromkeys(("fields", "gone", "rival", "before", "after", "expiry", "written"), "it"),
        **details,
    }
    return _REASONS[kind].format_map(filled)


TOO_YOUNG = (
    "Nobody said it in the conversations there are; they tell too little of this store to go back so far."
)


def advice_for(kind: str, identity: str) -> str:
    """What a person does next; nothing for quiet findings."""
    step = _ADVICE.get(kind)
    if step is None:
        return ""
    return f"{step}. See `auditor explain {identity}`; decide with `auditor resolve {identity}`."


def quoted(evidence: Evidence, zone: tzinfo = UTC) -> str:
    """Who said what, and when, with credentials masked."""
    speaker = _SPEAKERS.get(evidence.speaker, evidence.speaker)
    when = f" on {told_in(zone, evidence.at)}" if evidence.at else ""
    return f"“{shown(evidence.text)}” ({speaker}{when})"


def told_in(zone: tzinfo, moment: datetime) -> str:
    """``moment`` to the minute in ``zone``, with the zone's name."""
    local = moment.astimezone(zone)
    return f"{local:%Y-%m-%d %H:%M} {local.tzname()}"


def shown(value: Json, name: str = "") -> str:
    """``value`` on one line, short, with credentials masked."""
    text = " ".join(mask_secrets(text_of(value), name).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
