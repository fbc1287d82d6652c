"""A place that holds conversations and no memories."""

from collections.abc import Iterable, Iterator

from auditor.errors import StoreUnreadableError, TranscriptUnreadableError
from auditor.records import Note, Severity, Transcript
from auditor.stores.without_memories import WithoutMemories
from auditor.transcripts.reading import conversations_at


class ConversationStore(WithoutMemories):
    """A chat history: no entries, but it can be torn, and its conversations are evidence."""

    kind = "conversations"
    reading = "conversations only, no memories"

    def rows(self) -> Iterator[bytes]:
        """None; the conversations are read to find out what is broken."""
        self._problems.clear()
        try:
            found = conversations_at(self.place)
        except TranscriptUnreadableError as error:
            raise StoreUnreadableError(str(error)) from error
        for problem in found.problems:
            self.partial = problem.reason
            self._problems.append(Note("", (), "torn", Severity.HIGH, f"{problem.key}: {problem.reason}"))
        yield from ()

    def transcripts(self) -> Iterable[Transcript]:
        """The conversations, as far as they can be read."""
        try:
            return conversations_at(self.place).transcripts
        except TranscriptUnreadableError:
            return ()
