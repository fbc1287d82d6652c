"""Notes that come from holding entries against the conversations: echoes, wrong owners, missed writes."""

import re
from collections.abc import Iterator, Sequence

from auditor.funnel.candidates import Said, search_terms
from auditor.funnel.evidence import backing_of, claim_of
from auditor.funnel.relevance import met_share
from auditor.funnel.statements import light
from auditor.records import Authority, Entry, Finding, Mood, Note
from auditor.values import concepts
from auditor.verdicts.content import text_of
from auditor.verdicts.identity import owner_of
from auditor.verdicts.notes.making import note
from auditor.verdicts.setting import Setting

_INVENTED = frozenset({"unsupported", "agent_invention"})
_TO_KEEP = re.compile(
    r"\b(?:remember|note|save|store|write down|put (?:it |that |this )?(?:in|on) (?:my|the"
    r"|your) (?:notes?|list|memory|file)"
    r"|keep in mind|add (?:it |that |this )?to (?:my|the|your) (?:notes?|list|memory|file)"
    r"|merk dir|notiere?|recuerda|note que)\b",
    re.IGNORECASE,
)
_FEW = 6
_KEPT = 0.5


def talk_notes(setting: Setting, findings: Sequence[Finding]) -> Iterator[Note]:
    """What the conversations show besides the findings."""
    for finding in findings:
        entry = setting.case.entries.get(finding.key)
        if entry is None or finding.kind not in _INVENTED:
            continue
        yield from _echo(setting, entry)
        yield from _wrong_owner(setting, entry)
    if len(setting.case.entries) or setting.raw_changes:  # else it holds conversations and no memories
        yield from _missed_writes(setting)
        yield from _unwritten_reasons(setting, findings)
    yield from _out_of_band(setting)


def _echo(setting: Setting, entry: Entry) -> Iterator[Note]:
    claim = claim_of(setting.stated(entry), setting.subject_of(entry))
    if backing_of(claim, setting.book(owner_of(entry)), setting.judge).recalled_for:
        reason = "It was only heard from memory itself: a recalled entry was stored again."
        yield note(setting.case.store, "echo", [entry.key], reason)


def _wrong_owner(setting: Setting, entry: Entry) -> Iterator[Note]:
    owner = owner_of(entry)
    if owner is None:
        return
    backing = backing_of(
        claim_of(setting.stated(entry), setting.subject_of(entry)), setting.book(None), setting.judge
    )
    users = {one.id: one.user for one in setting.known}
    others = {users.get(said.fact.transcript) for said in backing.user_for} - {owner, None}
    if others:
        reason = f"Only another owner's conversation supports it: {', '.join(sorted(map(str, others)))}."
        yield note(setting.case.store, "wrong_owner", [entry.key], reason)


def _missed_writes(setting: Setting) -> Iterator[Note]:
    """What the user asked to be remembered in the period, and no entry holds."""
    for said in setting.book(None).all:
        fact = said.fact
        asked = (
            fact.authority is Authority.USER and fact.mood is Mood.REQUESTED and fact.asserts and said.covered
        )
        if asked and _TO_KEEP.search(fact.quote) and not _is_kept(setting, said):
            reason = f"The user asked to remember this, and no entry holds it: “{fact.quote[:120]}”."
            yield note(setting.case.store, "missed_write", (), reason)


def _unwritten_reasons(setting: Setting, findings: Sequence[Finding]) -> Iterator[Note]:
    """What the user said instead of what was rightly removed ("I can't stand it any more"), held nowhere."""
    for finding in findings:
        if finding.kind != "forgotten_on_request":
            continue
        heard = {(one.turn, one.text) for one in finding.evidence}
        before = concepts(text_of(finding.before)) | _NO_NEWS
        for said in setting.book(finding.owner).all:
            fact = said.fact
            told = (fact.turn, fact.quote) in heard and fact.mood is not Mood.FORGET
            if told and said.statement.concepts - before and not _is_kept(setting, said):
                reason = f"The old fact is gone, and no entry holds what the user said: “{fact.quote[:120]}”."
                yield note(setting.case.store, "missed_write", (), reason)


_NO_NEWS = frozenset({"status"})


def _is_kept(setting: Setting, said: Said) -> bool:
    telling = said.statement.own_terms - light()
    if not telling and not said.statement.values:
        return True
    near = setting.case.entries.mentioning(search_terms(said.statement), _FEW)
    return any(met_share(telling, setting.stated(entry)) >= _KEPT for entry in near)


def _out_of_band(setting: Setting) -> Iterator[Note]:
    keys = [
        change.key
        for change in setting.changes
        if (entry := change.after or change.before) is not None and setting.out_of_band(entry)
    ]
    if keys:
        reason = "No conversation wrote these changes: they came from outside."
        yield note(setting.case.store, "out_of_band", keys, reason)
