"""Notes that come from holding entries against the conversations: echoes, wrong owners, missed writes."""

import re
from collections.abc import Iterator, Sequence

from auditor.funnel.candidates import Said, search_terms
from auditor.funnel.evidence import backing_of, claim_of
from auditor.funnel.interface import Statement
from auditor.funnel.relevance import met_share
from auditor.funnel.statements import light
from auditor.records import Authority, Entry, Finding, Mood, Note, Speaker
from auditor.values import concepts, fold
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
_ASKS_TO_KEEP = re.compile(
    r"(?<!you )(?<!not )(?<!don't )\b(?:remember|note|save|keep in mind|make a note)\b"
    r"(?: that\b| this\b| for (?:later|next time)\b|:|,)",
    re.IGNORECASE,
)
_PROMPT = re.compile(
    r"\W*(?:you are|you're|your (?:role|task|job|name|persona)|act as|as an ai"
    r"|(?:system )?(?:prompt|instructions?)\b)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_SAVERS = frozenset({Speaker.AGENT, Speaker.TOOL})
_SAVED = re.compile(
    r"\b(?:saved|stored|noted|added|recorded|written|updated|committed)\b.{0,40}"
    r"\b(?:to|in|into) (?:my |your |the |long-term )?(?:memory|memories|notes?|profile)\b"
    r"|\bmemor(?:y|ies) (?:was |were |has been |have been )?(?:created|added|saved|stored|updated)\b"
    r"|^\W*(?:saved|stored|noted)(?: (?:both|it|that|this|all of (?:it|that)|everything))?\W*$",
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
        yield from _missed_writes(setting, findings)
    yield from _out_of_band(setting)


def _echo(setting: Setting, entry: Entry) -> Iterator[Note]:
    claim = claim_of(setting.stated(entry), setting.subject_of(entry))
    if not backing_of(claim, setting.book(owner_of(entry)), setting.judge).recalled_for:
        return
    if _in_prompt(setting, text_of(entry.value)):
        reason = "It stands in the agent's own instructions, and nobody else said it."
        yield note(setting.case.store, "prompt_text", [entry.key], reason)
    else:
        reason = "It was only heard from memory itself: a recalled entry was stored again."
        yield note(setting.case.store, "echo", [entry.key], reason)


def _in_prompt(setting: Setting, text: str) -> bool:
    """Whether the instructions that open a conversation hold ``text`` word for word."""
    said = fold(text).strip(" .")
    prompts = [
        turn.text
        for talk in setting.known
        for turn in talk.turns
        if turn.speaker is Speaker.SYSTEM and _PROMPT.match(turn.text)
    ]
    return bool(said) and any(said in fold(prompt) for prompt in prompts)


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


def _missed_writes(setting: Setting, findings: Sequence[Finding]) -> Iterator[Note]:
    """What was to be written in the period and no entry holds, as one note."""
    reasons = [
        *_asked_for(setting),
        *_confirmed(setting),
        *_unwritten_reasons(setting, findings),
    ]
    told = list(dict.fromkeys(reasons))
    if told:
        more = f" There are {len(told) - _FEW} more." if len(told) > _FEW else ""
        yield note(setting.case.store, "missed_write", (), " ".join(told[:_FEW]) + more)


def _asked_for(setting: Setting) -> Iterator[str]:
    """What the user asked to be remembered."""
    turns = {(talk.id, turn.index): turn.text for talk in setting.period for turn in talk.turns}
    for said in setting.book(None).all:
        fact = said.fact
        if fact.authority is not Authority.USER or not fact.asserts or not said.covered:
            continue
        asked = fact.mood is Mood.REQUESTED and _TO_KEEP.search(fact.quote)
        asked = asked or _ASKS_TO_KEEP.search(_sentence_with(fact.quote, turns.get(said.turn, "")))
        if asked and not _is_kept(setting, said):
            yield f"The user asked to remember this, and no entry holds it: “{fact.quote[:120]}”."


def _confirmed(setting: Setting) -> Iterator[str]:
    """What the user said just before the agent, or its memory tool, confirmed to have saved it."""
    saved: set[tuple[str, int]] = set()
    for talk in setting.period:
        last: int | None = None
        for turn in talk.turns:
            if turn.speaker is Speaker.USER:
                last = turn.index
            elif last is not None and turn.speaker in _SAVERS and _SAVED.search(turn.text):
                saved.add((talk.id, last))
    for said in setting.book(None).all:
        fact = said.fact
        told = fact.authority is Authority.USER and fact.asserts and fact.mood is not Mood.FORGET
        if told and said.turn in saved and not _is_kept(setting, said):
            yield f"The agent confirmed to have saved this, and no entry holds it: “{fact.quote[:120]}”."


def _sentence_with(quote: str, text: str) -> str:
    """The sentence of ``text`` in which ``quote`` stands; "" where it does not."""
    return next((one for one in _SENTENCE_END.split(text) if quote in one), "")


def _unwritten_reasons(setting: Setting, findings: Sequence[Finding]) -> Iterator[str]:
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
                yield f"The old fact is gone, and no entry holds what the user said: “{fact.quote[:120]}”."


_NO_NEWS = frozenset({"status"})


def _is_kept(setting: Setting, said: Said) -> bool:
    telling = said.statement.own_terms - light()
    if not telling and not said.statement.values:
        return True
    near = setting.case.entries.mentioning(search_terms(said.statement), _FEW)
    return any(_tells(setting.stated(entry), said, telling) for entry in near)


def _tells(held: Statement, said: Said, telling: frozenset[str]) -> bool:
    """Whether an entry names whom or what was spoken of, or holds half of the words."""
    named = said.statement.names
    return bool(named and named <= held.heard) or met_share(telling, held) >= _KEPT


def _out_of_band(setting: Setting) -> Iterator[Note]:
    keys = [
        change.key
        for change in setting.changes
        if (entry := change.after or change.before) is not None and setting.out_of_band(entry)
    ]
    if keys:
        reason = "No conversation wrote these changes: they came from outside."
        yield note(setting.case.store, "out_of_band", keys, reason)
