"""The gate's decisions in a decision log, and what another policy would have decided."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from auditor.decision_log import DecisionLog, entries
from auditor.errors import AuditorError
from auditor.gate.hooking import decided, document
from auditor.gate.policy import GatePolicy

KIND = "gate"


def logged(log: DecisionLog, asked: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
    """Write a question and its answer to ``log``."""
    log.append(KIND, {**answer, "asked": dict(asked)})


@dataclass(frozen=True, slots=True)
class Changed:
    """A decision of a log that two policies decide differently."""

    seq: int
    asked: Mapping[str, Any]
    old: str
    new: str


def redecided(path: Path, old: GatePolicy, new: GatePolicy) -> Iterator[Changed | None]:
    """Each decision of the gate's in the log at ``path`` under both policies; None where they agree.

    Raises:
        DecisionLogError: The log cannot be read.
    """
    for line in entries(path):
        data = line.get("data")
        if line.get("kind") != KIND or not isinstance(data, Mapping):
            continue
        asked = data.get("asked")
        if not isinstance(asked, Mapping):
            continue
        try:
            answers = [document(decided(asked, policy))["verdict"] for policy in (old, new)]
        except (AuditorError, KeyError, TypeError, ValueError):
            continue  # it was answered with an error then, too
        same = answers[0] == answers[1]
        yield None if same else Changed(int(line.get("seq", 0)), asked, *answers)


def settings_changed(old: GatePolicy, new: GatePolicy) -> dict[str, tuple[Any, Any]]:
    """The settings that differ, with both values."""
    before, after = old.behaviour, new.behaviour
    return {name: (before[name], after[name]) for name in before if before[name] != after[name]}


def directions(changes: list[Changed]) -> dict[str, int]:
    """How many decisions went from which answer to which."""
    return dict(sorted(Counter(f"{one.old} to {one.new}" for one in changes).items()))
