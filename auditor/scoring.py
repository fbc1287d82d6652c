"""P1 retention, P2 hallucination, P3 contradiction and their mean, the health.

The definitions are those of docs/scores.md: P1 = retained / entries that the conversation was about,
P2 = 1 - invented / judged, P3 = entries in no contradiction / judged, health = mean of what was measured.
Nothing to measure gives None, never 0 or 1.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from auditor.records import Finding, Label, Scores, Speaker


@dataclass(frozen=True, slots=True)
class Retention:
    """What became of one thing said: ``kept`` when an entry of tonight still says it."""

    transcript: str
    kept: bool


def scores(
    findings: Iterable[Finding],
    retention: Iterable[Retention] = (),
    more: int = 0,
    *,
    heard: bool = True,
) -> Scores:
    """The scores over judged ``findings`` (several on one key count once, the worst deciding).

    ``more`` entries were judged besides, and nothing was wrong with them. Where no conversation was
    ``heard``, nothing could be known for made up, and P2 is not measured.
    """
    judged: dict[tuple[str, str], set[Label]] = defaultdict(set)
    invented: set[tuple[str, str]] = set()
    for finding in findings:
        place = (finding.store, finding.key)
        judged[place].add(finding.label)
        if finding.label is Label.HALLUCINATION or _only_the_agent_said(finding):
            invented.add(place)
    contradicted = sum(Label.CONTRADICTION in labels for labels in judged.values())
    said = list(retention)
    return _with_health(
        p1=_share(sum(one.kept for one in said), len(said)),
        p2=_share(len(judged) + more - len(invented), len(judged) + more) if heard else None,
        p3=_share(len(judged) + more - contradicted, len(judged) + more),
    )


def scores_by_transcript(
    findings: Iterable[Finding], retention: Iterable[Retention], transcripts: Collection[str]
) -> Mapping[str, Scores]:
    """The scores of each transcript, over the findings whose evidence it holds and the facts it states."""
    resting: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        for source in {evidence.source for evidence in finding.evidence}:
            resting[source].append(finding)
    stated: dict[str, list[Retention]] = defaultdict(list)
    for one in retention:
        stated[one.transcript].append(one)
    return {name: scores(resting[name], stated[name]) for name in sorted(transcripts)}


def _only_the_agent_said(finding: Finding) -> bool:
    """Whether a contradiction's new value came from the agent: one who said it stands among its evidence."""
    speakers = [evidence.speaker for evidence in finding.evidence]
    return finding.kind in {"contradicts_user", "contradicts_record"} and Speaker.AGENT.value in speakers


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _with_health(p1: float | None, p2: float | None, p3: float | None) -> Scores:
    measured = [score for score in (p1, p2, p3) if score is not None]
    health = round(sum(measured) / len(measured), 4) if measured else None
    return Scores(p1=p1, p2=p2, p3=p3, health=health)
