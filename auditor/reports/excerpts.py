"""The conversations that a night's findings rest on, as far as a reader needs them to judge."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from auditor.records import StoreAudit, Transcript, Turn
from auditor.reports.verdict import OPEN

WHOLE = 30  # turns of a conversation that is shown whole
AROUND = 5  # turns before and after a cited one, of a longer one
MOST = 200  # conversations of one store


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Part of one conversation; ``source`` is its name in the findings, ``total`` its number of turns."""

    source: str
    at: datetime | None
    total: int
    turns: Sequence[Turn]
    cited: frozenset[int]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a turn of a conversation can be read in its context."""

    page: str
    anchor: str

    @property
    def href(self) -> str:
        """The link to it."""
        return f"{self.page}#{self.anchor}"

    @property
    def page_top(self) -> str:
        """The link to the beginning of its conversation."""
        return f"{self.page}#{self.anchor.partition('-')[0]}"


@dataclass(frozen=True, slots=True)
class Links:
    """The pages around a report: its date, and the conversations that its findings cite.

    ``page`` is where these can be read, by default the page that is written beside the report.
    """

    date: str
    excerpts: Sequence[Excerpt] = ()
    page: str = ""


def excerpts_of(audit: StoreAudit, transcripts: Iterable[Transcript]) -> list[Excerpt]:
    """What ``transcripts`` say around the turns that the open alarms of ``audit`` cite, by name."""
    return excerpts_around(cited_turns(audit), transcripts)


def cited_turns(audit: StoreAudit) -> dict[str, frozenset[int]]:
    """The turns that the open alarms of ``audit`` cite, by conversation."""
    cited: dict[str, set[int]] = defaultdict(set)
    for finding in audit.findings:
        if finding.alarm and finding.state in OPEN:
            for item in finding.evidence:
                if item.source and item.turn is not None:
                    cited[item.source].add(item.turn)
    return {source: frozenset(turns) for source, turns in cited.items()}


def excerpts_around(cited: Mapping[str, frozenset[int]], transcripts: Iterable[Transcript]) -> list[Excerpt]:
    """What ``transcripts`` say around the ``cited`` turns, by name."""
    found = {}
    for transcript in transcripts:
        name = transcript.source if transcript.source in cited else transcript.id
        if name in cited and name not in found:
            found[name] = _excerpt(name, transcript, cited[name])
    return [found[name] for name in sorted(found)[:MOST]]


def _excerpt(name: str, transcript: Transcript, cited: frozenset[int]) -> Excerpt:
    turns = transcript.turns
    if len(turns) > WHOLE:
        near = {place for turn in cited for place in range(turn - AROUND, turn + AROUND + 1)}
        turns = [turn for turn in turns if turn.index in near]
    return Excerpt(name, transcript.at, len(transcript.turns), turns, cited)


def places(excerpts: Sequence[Excerpt], page: str) -> Mapping[tuple[str, int], Place]:
    """Where on ``page`` each cited turn stands, by conversation and turn."""
    return {
        (excerpt.source, turn.index): Place(page, anchor(number, turn.index))
        for number, excerpt in enumerate(excerpts, start=1)
        for turn in excerpt.turns
        if turn.index in excerpt.cited
    }


def anchor(conversation: int, turn: int) -> str:
    """The name of a turn on its page."""
    return f"c{conversation}-t{turn + 1}"
