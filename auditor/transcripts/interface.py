"""What a transcript reader is: it turns a file into conversations, and never writes."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from auditor.records import NotChecked, Transcript


@dataclass(frozen=True, slots=True)
class Conversations:
    """What was read from a place: the conversations by time, and what could not be read."""

    transcripts: Sequence[Transcript]
    problems: Sequence[NotChecked] = ()


class Reader(Protocol):
    """What a reader registers under the entry-point group ``auditor.transcripts``."""

    kind: str

    def recognises(self, path: Path, head: bytes) -> bool:
        """Whether this reader reads the file at ``path``, which begins with ``head`` (UTF-8)."""

    def read(self, path: Path, data: bytes) -> Conversations:
        """The conversations in ``data``, the UTF-8 content of ``path``.

        Raises:
            TranscriptUnreadableError: Nothing in it can be read.
        """
