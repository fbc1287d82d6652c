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


@pytest.fixture
def conversation() -> Callable[..., Transcript]:
    """A transcript of the lines, held at ``hour`` on 10 March 2026."""

    def make(*lines: str, name: str = "t1", hour: int = 9) -> Transcript:
        turns = [Turn(SPEAKERS[line[0]], line[2:].strip(), i) for i, line in enumerate(lines)]
        return Transcript(name, turns, datetime(2026, 3, 10, hour, tzinfo=UTC))

    return make


@pytest.fixture
def said(conversation) -> Callable[..., list[Fact]]:
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
