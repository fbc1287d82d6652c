"""Memories and the conversations that lie near them: what one system keeps in several places."""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from auditor.records import Entry, NotChecked, Note, Transcript
from auditor.stores.conversation_store import ConversationStore
from auditor.stores.document_store import DocumentStore
from auditor.stores.export_documents import CHATGPT
from auditor.stores.interface import Store
from auditor.stores.langgraph_checkpoints import CheckpointStore
from auditor.stores.sql_store import SqlStore

Found = tuple[Path, Store]


class Accompanied:
    """A store that also gives the conversations of the stores beside it."""

    def __init__(self, store: Store, talkers: Sequence[Store]) -> None:
        self.kind = store.kind
        self.place = store.place
        self.identity = store.identity
        self._store = store
        self._talkers = talkers

    @property
    def reading(self) -> str:
        """How the memories are read."""
        return self._store.reading

    @property
    def partial(self) -> str:
        """Why a part of the memories could not be read."""
        return self._store.partial

    def rows(self) -> Iterator[bytes]:
        """The rows of the memories."""
        return self._store.rows()

    def entries(self, row: bytes) -> Sequence[Entry]:
        """The entries of one row."""
        return self._store.entries(row)

    def problems(self) -> Sequence[NotChecked | Note]:
        """What is wrong with the memories."""
        return self._store.problems()

    def transcripts(self) -> Iterable[Transcript]:
        """The store's own conversations and those beside it, each once."""
        found: dict[tuple[str, str], Transcript] = {}
        for store in (self._store, *self._talkers):
            for talk in store.transcripts():
                found.setdefault((talk.source, talk.id), talk)
        return list(found.values())


def accompanied(found: Sequence[Found]) -> list[Found]:
    """Each store with the conversations that share the deepest folder with it.

    So a user's memories get that user's chats and not those of the folder next door, and notes in one
    place get the sessions that the program keeps in another.
    """
    talkers = [(path, store) for path, store in found if has_conversations_only(store)]
    return [
        (path, store if has_conversations_only(store) else _with_nearest(path, store, talkers))
        for path, store in found
    ]


def has_conversations_only(store: Store) -> bool:
    """Whether a store is there for its conversations, and its memories (if any) belong to others."""
    if isinstance(store, SqlStore):
        return store.conversations_only
    if isinstance(store, DocumentStore):
        return store.kind == CHATGPT.kind
    return isinstance(store, ConversationStore | CheckpointStore)


def _with_nearest(path: Path, store: Store, talkers: Sequence[Found]) -> Store:
    depths = {talker: len(Path(os.path.commonpath([path, talker])).parts) for talker, _ in talkers}
    nearest = [found for talker, found in talkers if depths[talker] == max(depths.values())]
    return Accompanied(store, nearest) if nearest else store
