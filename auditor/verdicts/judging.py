"""Judges one store's night: every change through the table, then whatever stands."""

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import nsmallest

from auditor.funnel.candidates import Said
from auditor.funnel.funnel import Funnel
from auditor.funnel.interface import Judge
from auditor.funnel.rules import RuleJudge
from auditor.models.panel import NO_MODELS, Models
from auditor.records import ALARMS, Change, ChangeKind, Entry, Finding, NotChecked
from auditor.scoring import scores, scores_by_transcript
from auditor.verdicts.admission import counts as admissions
from auditor.verdicts.baseline import without_past
from auditor.verdicts.confirmations import confirmations
from auditor.verdicts.content import leaves
from auditor.verdicts.findings import found
from auditor.verdicts.happening import Happening
from auditor.verdicts.interface import MODEL_ASKED, MODEL_UNANSWERED, Case, Verdicts
from auditor.verdicts.newness import Newness
from auditor.verdicts.notes import collect_notes
from auditor.verdicts.reaudit import seen_within
from auditor.verdicts.retention import retentions
from auditor.verdicts.second_opinion import Reviewed, review, why_open
from auditor.verdicts.setting import Setting
from auditor.verdicts.standing import Standing
from auditor.verdicts.table import LOSS, STEP_ONE, STEP_THREE, STEP_TWO, Row, badness, first_match
from auditor.verdicts.touched import touched_entries
from auditor.verdicts.unread import REASON as UNKNOWN_LANGUAGE
from auditor.verdicts.unread import rests_on_unknown_language

_SEVERITY_ORDER = ("critical", "high", "medium", "low", "info")


def judge(case: Case, judge_of_pairs: Judge | None = None, models: Models = NO_MODELS) -> Verdicts:
    """All that is found about one store on one night.

    ``judge_of_pairs`` decides how two statements stand to each other; by default rules do. ``models`` give
    a second opinion on alarms that the rules are not sure of, and find what is said in other words.
    """
    funnel = Funnel(judge_of_pairs or RuleJudge())
    setting = Setting(case, funnel, models)
    findings: list[Finding] = []
    skipped: list[NotChecked] = []
    backed: dict[str, Sequence[Said]] = {}
    reviewed = Reviewed(without_past(case, list(_all_findings(setting, backed))))
    if models.panel is not None:
        reviewed = review(reviewed.findings, case, models.panel)
    for finding in reviewed.findings:
        if rests_on_unknown_language(finding, setting):
            skipped.append(NotChecked(case.store, finding.key, UNKNOWN_LANGUAGE))
        elif finding.confidence < case.policy.look_band:
            skipped.append(NotChecked(case.store, finding.key, f"not judged: {finding.reason}"))
        else:
            findings.append(finding)
    counted = _counted(setting, findings)
    findings.sort(key=lambda one: (_SEVERITY_ORDER.index(one.severity.value), one.key, one.kind))
    quiet = Counter(one.kind for one in findings if one.label not in ALARMS)
    quiet[STEP_TWO[-1].kind] += counted
    kept = list(retentions(setting))
    return Verdicts(
        findings=_within_limit(findings, case.policy.quiet_limit),
        notes=collect_notes(setting, findings),
        not_checked=[
            *_uncompared(setting),
            *(NotChecked(case.store, "", reason) for reason in (*why_open(reviewed), *_lost(setting))),
            *skipped,
        ],
        confirmed=confirmations(setting, backed),
        scores=scores(findings, kept, counted, heard=bool(case.transcripts or case.older)),
        transcript_scores=scores_by_transcript(
            findings, kept, {one.source or one.id for one in setting.period}
        ),
        counts={
            **_counts(setting, len(findings) + counted, skipped),
            **{f"funnel.{name}": n for name, n in funnel.settled.items()},
            **_model_counts(models, setting, reviewed),
            **admissions(findings, counted),
        },
        quiet={kind: number for kind, number in sorted(quiet.items()) if number},
    )


def _lost(setting: Setting) -> Iterator[str]:
    """What models that failed were not there for."""
    related, unread = setting.related, setting.unread
    if related is not None and related.problem:
        yield f"what was said in other words was not looked for: model unavailable: {related.problem}"
    if unread:
        what = "clause of a user was" if unread == 1 else "clauses of users were"
        yield f"{unread} {what} read by patterns alone, for no model answered; --resume asks again"


def _model_counts(models: Models, setting: Setting, reviewed: Reviewed) -> dict[str, int]:
    if models is NO_MODELS:
        return {}
    failed = int(setting.related is not None and bool(setting.related.problem))
    counts = {MODEL_ASKED: reviewed.asked, MODEL_UNANSWERED: reviewed.unanswered + failed + setting.unread}
    if setting.layer is not None:
        counts |= {"models.facts": setting.layer.added, "models.facts_dropped": setting.layer.dropped}
    return counts


def _counted(setting: Setting, findings: list[Finding]) -> int:
    """How many additions are counted only; those that are shown one by one join ``findings``."""
    unheard = setting.unheard
    shown = nsmallest(setting.case.policy.quiet_limit, unheard)
    findings += [found(setting, Happening(setting, unheard[key]), STEP_TWO[-1]) for key in shown]
    return len(unheard) - len(shown)


def _uncompared(setting: Setting) -> Iterator[NotChecked]:
    if setting.uncompared:
        left, most = len(setting.uncompared), setting.case.policy.first_compared
        reason = f"{left:,} entries were not compared with the others: a first audit compares {most:,}"
        yield NotChecked(setting.case.store, "", f"{reason} (first_compared), later ones what changes")


def _within_limit(findings: Sequence[Finding], limit: int) -> list[Finding]:
    kept: list[Finding] = []
    quiet = 0
    for finding in findings:
        quiet += finding.label not in ALARMS
        if finding.label in ALARMS or quiet <= limit:
            kept.append(finding)
    return kept


def _counts(setting: Setting, judged: int, skipped: Sequence[NotChecked]) -> dict[str, int]:
    kinds = Counter(f"changes.{change.kind.value}" for change in setting.raw_changes)
    counts = {**dict(sorted(kinds.items())), "judged": judged, "not_judged": len(skipped)}
    if setting.in_turn:
        counts |= {"reaudited": len(setting.in_turn), "reaudited.within": seen_within(setting.case)}
    return counts


def _all_findings(setting: Setting, backed: dict[str, Sequence[Said]]) -> Iterator[Finding]:
    """The night's findings; ``backed`` is filled with the clauses that support entries which are fine."""
    quiet: dict[str, tuple[Finding, Sequence[Said]]] = {}
    written: dict[str, Entry] = {}
    alarmed: set[str] = set()
    for change in setting.changes:
        if change.key in setting.unheard:
            continue
        finding, support = _judge_change(setting, change)
        if finding.label in ALARMS or change.kind is ChangeKind.REMOVED:
            alarmed.add(change.key)
            yield finding
        else:
            quiet[change.key] = (finding, support)
            if change.after is not None:
                written[change.key] = change.after
    for entry in touched_entries(setting, written, alarmed):
        first = quiet.pop(entry.key, None)
        standing = Standing(setting, entry, first[1] if first else ())
        stale = _judge_standing(setting, standing, first)
        if stale is None:
            backed[entry.key] = standing.supporters
        if stale is not None:
            yield stale
        elif first is not None:
            yield first[0]
    for finding, _ in quiet.values():
        yield finding


def _judge_change(setting: Setting, change: Change) -> tuple[Finding, Sequence[Said]]:
    happening = Happening(setting, change)
    row = first_match(STEP_ONE, lambda name: bool(getattr(happening, name)))
    if row is not None:
        return found(setting, happening, row), ()
    newness, worst = _worst_part(happening)
    supporting = (*newness.backing.user_for, *newness.backing.record_for)
    if worst.label not in ALARMS and happening.delta.lost:
        loss = None
        if not happening.losses.told_with(supporting, _parts_before(change)):
            loss = first_match(LOSS, lambda name: bool(getattr(happening, name)))
        if loss is not None and loss.label in ALARMS:
            return found(setting, happening, loss), ()
    return found(setting, happening, worst, newness), supporting


def _parts_before(change: Change) -> int:
    return len(leaves(change.before.value)) if change.before is not None else 0


def _worst_part(happening: Happening) -> tuple[Newness, Row]:
    contents = [one for one in happening.delta.news if one not in happening.relocated] or happening.delta.news
    judged = [_judge_part(Newness(happening, content)) for content in contents]
    if len(judged) > 1:
        allies = frozenset(
            said.turn
            for newness, _ in judged
            for said in (*newness.backing.user_for, *newness.backing.record_for)
        )
        judged = [
            (newness, row)
            if row.label not in ALARMS
            else _judge_part(Newness(happening, newness.content, allies))
            for newness, row in judged
        ]
    return min(judged, key=lambda pair: badness(pair[1]))


def _judge_part(newness: Newness) -> tuple[Newness, Row]:
    row = first_match(STEP_TWO, lambda name: bool(getattr(newness, name)))
    assert row is not None, "the last row of step 2 has no condition"
    return newness, row


def _judge_standing(
    setting: Setting, standing: Standing, first: tuple[Finding, Sequence[Said]] | None
) -> Finding | None:
    row = first_match(STEP_THREE, lambda name: bool(getattr(standing, name)))
    if row is None or (first is not None and _settled(standing, row, first[0].kind)):
        return None
    return found(setting, standing, row, first=first[0] if first else None)


def _settled(standing: Standing, row: Row, kind: str) -> bool:
    """Whether ``kind``, found by step 1 or 2, leaves nothing of ``row`` to say: the last word is kept."""
    if row.kind == "not_refreshed":
        return kind in {"state", "user_update", "verified"}
    if row.kind == "not_forgotten":
        return kind == "forgotten_on_request" and not standing.still_named
    return row.kind == "disputed" and kind == "state"
