"""A conversation as a list of lines: "u: I moved to Ghent" is what the user says."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from auditor.facts import read_facts
from auditor.records import Fact, Speaker, Transcript, Turn

SPEAKERS = {
    "u": Speaker.USER,
    "a": Speaker.AGENT,
    "t": Speaker.TOOL,
    "s": Speaker.SYSTEM,
    "d": Speaker.DOCUMENT,
    "?": Speaker.UNKNOWN,
}
MORNING = datetime(2026, 3, 10, 9, tzinfo=UTC)


def conversation(*lines: str, name: str = "t1", at: datetime | None = MORNING) -> Transcript:
    turns = [Turn(SPEAKERS[line[0]], line[2:].strip(), i) for i, line in enumerate(lines)]
    return Transcript(name, turns, at)


@pytest.fixture
def said() -> Callable[..., list[Fact]]:
    """The facts of one conversation."""

    def read(*lines: str) -> list[Fact]:
        return read_facts([conversation(*lines)])

    return read


@pytest.fixture
def user_said(said) -> Callable[..., list[Fact]]:
    """The user's own facts of one conversation."""

    def read(*lines: str) -> list[Fact]:
        return [fact for fact in said(*lines) if fact.speaker is Speaker.USER]

    return read
