"""A place that should be a store and cannot be read."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from auditor.errors import StoreUnreadableError
from auditor.records import Entry, NotChecked, Note, Transcript
from auditor.stores.interface import Identity


class UnreadableStore:
    """Says why it cannot be read as soon as it is asked for its rows."""

    kind = "unreadable"
    identity = Identity.KEY
    partial = ""

    def __init__(self, place: Path, reason: str) -> None:
        self.place = place
        self.reading = reason

    def rows(self) -> Iterator[bytes]:
        """Nothing.

        Raises:
            StoreUnreadableError: Always.
        """
        raise StoreUnreadableError(self.reading)

    def entries(self, row: bytes) -> Sequence[Entry]:
        """None."""
        del row
        return ()

    def problems(self) -> Sequence[NotChecked | Note]:
        """None: the error says it."""
        return ()

    def transcripts(self) -> Iterable[Transcript]:
        """None."""
        return ()
