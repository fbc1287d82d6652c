"""Whether a newcomer may replace what is stored: by its own source, by what the two say, by their times."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from auditor.funnel.rules import RuleJudge
from auditor.funnel.statements import statement
from auditor.funnel.texts import text_chances
from auditor.gate.checking import check, key_of, readable
from auditor.gate.decisions import Decision, Verdict
from auditor.gate.policy import GatePolicy
from auditor.gate.sources import Source, source_of
from auditor.records import Relation

_ANSWERS: Mapping[Relation, tuple[Verdict, str]] = {
    Relation.SAME: (Verdict.ACCEPT, "It says the same, and its source supports it."),
    Relation.MORE: (Verdict.ACCEPT, "It says all of it and more, and its source supports it."),
    Relation.LESS: (Verdict.REVIEW, "It says only a part of what is stored: the rest would be lost."),
    Relation.CONFLICT: (Verdict.ACCEPT, "It changes what is stored, and its source supports it."),
    Relation.UNRELATED: (Verdict.REVIEW, "The two are not about the same: there is nothing to replace."),
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact with what it rests on; ``at`` is when it was said, where that is known."""

    text: str
    source: "str | bytes | Source"
    at: datetime | None = None


def adjudicate(
    existing: Fact,
    incoming: Fact,
    policy: GatePolicy = GatePolicy(),  # noqa: B008  # frozen
) -> Decision:
    """Whether ``incoming`` may replace ``existing``.

    BLOCK where the newcomer's own source contradicts it, or does not support it while the other's does.
    ACCEPT where it is supported, about the same thing, and not older. REVIEW otherwise.

    Raises:
        TranscriptUnreadableError: A source is no text.
    """
    old_source, new_source = (source_of(one.source, one.at) for one in (existing, incoming))
    faithful = check(new_source, incoming.text, policy)
    relation = _relation(existing.text, incoming.text)
    if faithful.verdict is Verdict.REJECT:
        return replace(faithful, verdict=Verdict.BLOCK)
    if faithful.verdict is Verdict.REVIEW and policy.overwrite_requires_faithful:
        proven = relation is Relation.CONFLICT and _holds(old_source, existing.text, policy)
        return replace(faithful, verdict=Verdict.BLOCK if proven else Verdict.REVIEW)
    verdict, reason = _ANSWERS[relation]
    older = None not in (old_source.at, new_source.at) and _before(new_source, old_source)
    if relation is Relation.CONFLICT and older and _holds(old_source, existing.text, policy):
        verdict, reason = _older(policy)
    return replace(faithful, verdict=verdict, reason=reason)


def _relation(existing: str, incoming: str) -> Relation:
    """How the newcomer stands to what is stored.

    The judge of texts answers; where it sees no relation, rules may find a conflict, and under one key two
    values are never unrelated.
    """
    one, other = readable(existing), readable(incoming)
    chances = text_chances(one, other)
    best = max(chances, key=lambda relation: chances[relation])
    if best is not Relation.UNRELATED:
        return best
    same_key = key_of(existing) is not None and key_of(existing) == key_of(incoming)
    ruled = RuleJudge().relation(statement(one), statement(other)).relation
    return Relation.CONFLICT if same_key or ruled is Relation.CONFLICT else best


def _holds(source: Source, fact: str, policy: GatePolicy) -> bool:
    return check(source, fact, policy).verdict is Verdict.STORE


def _before(one: Source, other: Source) -> bool:
    return one.moment < other.moment


def _older(policy: GatePolicy) -> tuple[Verdict, str]:
    reason = "It is older than what it would replace, and both are supported."
    return (Verdict.REVIEW if policy.older_needs_look else Verdict.BLOCK), reason
