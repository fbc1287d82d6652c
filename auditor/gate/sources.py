"""Where a fact is said to come from: a text or a conversation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from auditor.records import Speaker, Transcript, Turn
from auditor.transcripts.reading import conversations_in

UNDATED = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands in for the time of a source that has none: relative times in it then cannot be resolved wrongly."""

_NAME = Path("source.txt")


@dataclass(frozen=True, slots=True)
class Source:
    """The conversations behind a fact, and when they were held, if that is known."""

    transcripts: Sequence[Transcript]
    at: datetime | None = None

    @property
    def moment(self) -> datetime:
        """A time just after all of it was said."""
        return self.at or UNDATED


def source_of(given: "str | bytes | Source", at: datetime | None = None, name: Path = _NAME) -> Source:
    """``given`` as a source: plain text with or without speaker labels, or any transcript kind.

    A text in which nobody is named as the speaker is the user's. ``at`` is when it was said, where the
    source itself does not say.

    Raises:
        TranscriptUnreadableError: It is no text.
    """
    if isinstance(given, Source):
        return given
    data = given.encode(errors="replace") if isinstance(given, str) else given
    transcripts = [_told(one, at) for one in conversations_in(name, data).transcripts]
    times = [time for one in transcripts for time in (one.at, *(turn.at for turn in one.turns)) if time]
    return Source(transcripts, max(times, default=at))


def _told(transcript: Transcript, at: datetime | None) -> Transcript:
    transcript = replace(transcript, at=transcript.at or at)
    if any(turn.speaker is not Speaker.UNKNOWN for turn in transcript.turns):
        return transcript
    return replace(transcript, turns=[_users(turn) for turn in transcript.turns])


def _users(turn: Turn) -> Turn:
    return replace(turn, speaker=Speaker.USER)
