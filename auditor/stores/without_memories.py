"""What stores that hold conversations, or notes about a pipeline, but no memories have in common."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from auditor.records import Entry, NotChecked, Note, Transcript
from auditor.stores.interface import Identity


class WithoutMemories:
    """A place without entries; what is wrong with it is told all the same."""

    identity = Identity.APPEND

    def __init__(self, place: Path) -> None:
        self.place = place
        self.partial = ""
        self._problems: list[NotChecked | Note] = []

    def entries(self, row: bytes) -> Sequence[Entry]:
        """None."""
        del row
        return ()

    def problems(self) -> Sequence[NotChecked | Note]:
        """What was found broken while reading."""
        return tuple(self._problems)

    def transcripts(self) -> Iterable[Transcript]:
        """None, where nothing else is said."""
        return ()
