"""The reasoning behind a finding, for ``auditor explain``."""

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from auditor.errors import AuditorError
from auditor.folders import Folders
from auditor.ledger import PASSED_OVER, Known, Ledger
from auditor.ledger.plain import plain_text
from auditor.night import Night
from auditor.reports.shown import one_line
from auditor.reports.words import kind_words
from auditor.runs.explaining import chain
from auditor.runs.targets import policy_of
from auditor.snapshots.repository import Repository
from auditor.times import rfc3339
from auditor.verdicts.explaining import Considered, Step
from auditor.verdicts.policy import Policy

_SHORT = 160
_WIDTH = 110


def reasoning_of(
    folders: Folders, job: Path | None, store: str, ledger: Ledger, known: Known
) -> tuple[Sequence[Step], str]:
    """The steps that led to ``known``, or none and why they cannot be worked out."""
    night = Night(store, Repository(folders.snapshots(store)), _policy(job, store))
    over = frozenset(run.window for run in ledger.runs() if run.status == PASSED_OVER)
    try:
        steps = chain(night, known.last_seen, known.finding.key, over)
    except AuditorError as error:
        return (), str(error)
    return steps, "" if steps else "the memory did not change that night and is gone now"


def _policy(job: Path | None, store: str) -> Policy:
    if job is None:
        return Policy()
    from auditor.cli.jobs import chosen_job

    found = chosen_job(job)
    section = next((one for one in found.stores if store.split("/", 1)[0] == one.name), None)
    return policy_of(found, section) if section is not None else Policy()


def step_lines(steps: Sequence[Step]) -> Iterator[str]:
    """The steps for a person."""
    for step in steps:
        yield f"{step.name}  “{one_line(step.about, _SHORT)}”"
        for tried in step.tried:
            if tried.matched:
                yield f"  → {tried.row}: {_conditions(tried.conditions) or 'nothing else applies'}"
        if step.candidates:
            yield f"    {step.candidates} clauses were near enough, {len(step.considered)} bear on it"
        for item in step.considered:
            yield f"    {item.side}: “{one_line(item.said.fact.quote, _SHORT)}” ({_settled(item)})"
        if step.stages:
            stages = ", ".join(f"{number} by {name}" for name, number in step.stages.items())
            yield f"    comparisons settled: {stages}"
        if failed := [tried for tried in step.tried if not tried.matched]:
            rows = ", ".join(f"{tried.row} ({_conditions(tried.conditions[-1:])})" for tried in failed)
            yield textwrap.fill(
                f"did not apply: {rows}", _WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 6
            )


def _conditions(conditions: Sequence[tuple[str, bool]]) -> str:
    return ", ".join(f"{'' if holds else 'not '}{kind_words(name)}" for name, holds in conditions)


def _settled(item: Considered) -> str:
    if item.judgement is None:
        return "by what was said around it"
    reason = f": {one_line(item.judgement.reason, _SHORT)}" if item.judgement.reason else ""
    return f"{item.judgement.relation} {item.judgement.confidence:.2f}, {item.judgement.stage}{reason}"


def step_document(step: Step) -> dict[str, Any]:
    """A step for a program."""
    return {
        "step": step.name,
        "about": plain_text(step.about),
        "rows": [
            {"row": tried.row, "matched": tried.matched, "conditions": dict(tried.conditions)}
            for tried in step.tried
        ],
        "candidates": step.candidates,
        "considered": [_considered_document(item) for item in step.considered],
        "stages": step.stages,
    }


def _considered_document(item: Considered) -> dict[str, Any]:
    fact, judged = item.said.fact, item.judgement
    return {
        "side": item.side,
        "text": plain_text(fact.quote),
        "speaker": str(fact.speaker),
        "mood": str(fact.mood),
        "at": rfc3339(fact.at) if fact.at else None,
        "source": plain_text(item.source),
        "turn": fact.turn,
        "relation": str(judged.relation) if judged else None,
        "confidence": judged.confidence if judged else None,
        "stage": judged.stage if judged else None,
        "reason": plain_text(judged.reason) if judged else "",
    }
