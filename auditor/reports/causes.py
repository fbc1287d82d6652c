"""What many findings have in common: one conversation, one batch of writes, one version of an agent."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from auditor.records import Finding

LEAST = 4  # findings with one cause that are worth a heading
MOST = 12  # causes on one page
_KINDS = ("conversation", "batch", "agent")


@dataclass(frozen=True, slots=True)
class Cause:
    """``kind`` is conversation, batch or agent; ``name`` the conversation, the minute or the version."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Group:
    """Findings that one cause explains, in the order in which they were given."""

    cause: Cause
    findings: Sequence[Finding]


def grouped(findings: Sequence[Finding]) -> tuple[list[Group], list[Finding]]:
    """``findings`` by the causes that explain most of them, and those without a common cause.

    Each finding is in one group at most: the cause that explains most takes its findings first, and of
    equal ones a conversation before a batch before an agent.
    """
    by_cause: dict[Cause, list[int]] = defaultdict(list)
    causes = [frozenset(_causes(finding)) for finding in findings]
    for place, own in enumerate(causes):
        for cause in own:
            by_cause[cause].append(place)
    left = Counter({cause: len(places) for cause, places in by_cause.items()})
    taken: dict[int, Cause] = {}
    for _ in range(MOST):
        best = min(left, key=lambda one: _rank(one, left[one]), default=None)
        if best is None or left[best] < LEAST:
            break
        for place in by_cause[best]:
            if place not in taken:
                taken[place] = best
                left.subtract(causes[place])
    members: dict[Cause, list[Finding]] = defaultdict(list)
    for place, finding in zip(count(), findings, strict=False):
        if place in taken:
            members[taken[place]].append(finding)
    alone = [finding for place, finding in enumerate(findings) if place not in taken]
    return [Group(cause, found) for cause, found in members.items()], alone


def _rank(cause: Cause, number: int) -> tuple[int, int, str]:
    return (-number, _KINDS.index(cause.kind), cause.name)


def _causes(finding: Finding) -> Iterator[Cause]:
    for evidence in finding.evidence:
        if evidence.source and evidence.entry_key is None:
            yield Cause("conversation", evidence.source)
    if finding.written_at is not None:
        yield Cause("batch", f"{finding.written_at:%Y-%m-%dT%H:%M}Z")
    if finding.written_by:
        yield Cause("agent", finding.written_by)
