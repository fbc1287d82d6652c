"""A model's opinion on alarms that the rules are not sure of: it moves their confidence, never their label.

A model that agrees lifts an alarm; one that disagrees lowers it, though never below what is shown: a model
cannot make an alarm go away. Who said what is settled before, by the rules, and nobody is asked about it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from auditor.models.interface import Opinion, Question, Stance
from auditor.models.panel import Panel
from auditor.records import ALARMS, Band, Evidence, Finding, Severity
from auditor.times import rfc3339
from auditor.verdicts.content import text_of
from auditor.verdicts.described import telling_key
from auditor.verdicts.interface import Case

_FACTOR = 4.0
"""By how much an answer moves the odds. One that is right in 7 of 8 cases moves them by 7 (docs/models.md); a
model that just passed its trial at 3 of 4 moves them by 3."""

_ABSENT = 1.5
"""The same where a model finds nothing said: it has seen three clauses and not the whole talk."""

_SURE = 0.8  # of the rules' own rows, "unsupported" is right in three of four cases and worth a question

_DIFFER = frozenset({Stance.CONTRADICTS})
_NOT_SAID = frozenset({Stance.CONTRADICTS, Stance.NEITHER})
_CONFIRMING = {
    "contradicts_user": _DIFFER,
    "contradicts_record": _DIFFER,
    "not_refreshed": _DIFFER,
    "cross_entry": _DIFFER,
    "unexplained_overwrite": _DIFFER,
    "unsupported": _NOT_SAID,
}
"""The answers that agree with an alarm, by its kind; kinds that turn on who spoke are not asked about."""

_ENTITLED = frozenset({"user", "unknown", "tool", "system", "document"})
_SEVERITIES = tuple(reversed(Severity))


@dataclass(slots=True)
class Reviewed:
    """Findings after the second opinion, why some have none, and how many were asked about and are open."""

    findings: list[Finding]
    problems: list[str] = field(default_factory=list)
    asked: int = 0
    unanswered: int = 0


def review(found: Sequence[Finding], case: Case, panel: Panel) -> Reviewed:
    """``found`` with what ``panel`` thinks of the alarms that the rules are not sure of."""
    questions: dict[int, Question] = {}
    for finding in found:
        sure = finding.confidence >= max(_SURE, case.policy.act_band)
        question = None if sure else question_of(finding)
        if question is not None:
            questions[id(finding)] = question
    ordered = sorted((one for one in found if id(one) in questions), key=_worst_first)
    advice = panel.ask([questions[id(one)] for one in ordered], rfc3339(case.at))
    if advice is None:
        return Reviewed(list(found))
    opinions = {name: advice.opinions.get(question) for name, question in questions.items()}
    kept = [_moved(one, opinions[id(one)], case) if id(one) in questions else one for one in found]
    unanswered = sum(opinion is None for opinion in opinions.values())
    return Reviewed(kept, advice.problems, len(questions), unanswered)


def question_of(finding: Finding) -> Question | None:
    """What a model may be asked about ``finding``, or None."""
    if finding.label not in ALARMS or finding.kind not in _CONFIRMING or finding.after is None:
        return None
    said = _overwritten(finding) if finding.kind == "unexplained_overwrite" else _said(finding)
    if said and finding.kind == "unsupported":
        said = "\n".join(filter(None, (_overwritten(finding), said)))
    value = text_of(finding.after)
    return Question(said, f"{finding.key}: {value}" if telling_key(finding.key) else value) if said else None


def _overwritten(finding: Finding) -> str:
    return f"memory: {text_of(finding.before)}" if finding.before is not None else ""


def _said(finding: Finding) -> str:
    speakers = {"memory"} if finding.kind == "cross_entry" else _ENTITLED
    return "\n".join(_line(one) for one in finding.evidence if one.speaker in speakers)


def _line(evidence: Evidence) -> str:
    return f"{evidence.speaker}: {evidence.text}"


def _moved(finding: Finding, opinion: Opinion | None, case: Case) -> Finding:
    if opinion is None:
        return replace(finding, reason=f"{finding.reason} Not confirmed by a model.")
    agrees = opinion.stance in _CONFIRMING[finding.kind]
    own, shown = finding.confidence, case.policy.look_band
    if not agrees:
        confidence = max(_posterior(own, 1 / _FACTOR), min(own, shown))
    elif opinion.stance is Stance.CONTRADICTS:
        confidence = _posterior(own, _FACTOR)
    else:
        confidence = _posterior(own, _ABSENT) if own >= shown else own
    verb = "agrees" if agrees else "reads it otherwise"
    return replace(
        finding,
        confidence=confidence,
        band=Band.ACT if confidence >= case.policy.act_band else Band.LOOK,
        reason=f"{finding.reason} A model {verb} ({opinion.judge}).",
    )


def _posterior(prior: float, factor: float) -> float:
    """Bayes' rule in odds; ``prior`` is kept within [0.01, 0.99]."""
    held = min(max(prior, 0.01), 0.99)
    odds = held / (1 - held) * factor
    return round(odds / (1 + odds), 2)


def _worst_first(finding: Finding) -> tuple[int, float, str, str]:
    return _SEVERITIES.index(finding.severity), -finding.confidence, finding.key, finding.kind


def why_open(reviewed: Reviewed) -> Iterable[str]:
    """Why findings lack a model's opinion, for the report; nothing where none does."""
    if reviewed.unanswered:
        what = "finding keeps" if reviewed.unanswered == 1 else "findings keep"
        why = "; ".join(dict.fromkeys(reviewed.problems)) or "no model was asked"
        yield (
            f"{reviewed.unanswered} {what} the rules' verdict, not confirmed by a model: {why}; "
            "the same command with --resume asks again"
        )
