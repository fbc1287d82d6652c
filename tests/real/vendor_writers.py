"""Programs of others that write memories without end; run by the Python of the vendors' environment.

    python writers.py NAME PLACE

It says "ready" once something is there and "wrote N" after each write; the N-th write is ``fact N``, and every tenth
changes ``fact 0`` to ``fact 0, N``. An error, such as a lock that somebody else holds, ends it.
"""

import asyncio
import hashlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.update(MEM0_TELEMETRY="False", ANONYMIZED_TELEMETRY="False", OPENAI_API_KEY="none")
PAUSE = 0.02
CHANGE_EVERY = 10


def vector(text: str) -> list[float]:
    """A stand-in for an embedding: the same text gives the same one."""
    return [byte / 255 for byte in hashlib.sha256(text.encode()).digest()[:16]]


class Embedder:
    """What mem0 asks for vectors."""

    config = None

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        """One vector."""
        del memory_action
        return vector(text)

    def embed_batch(self, texts: list[str], *_: object) -> list[list[float]]:
        """Many."""
        return [vector(text) for text in texts]


def mem0(place: Path) -> tuple[Callable[[int], None], Callable[[str], None]]:
    """mem0 without a model, on Qdrant in a folder."""
    os.environ["MEM0_DIR"] = str(place.parent / "mem0-home")
    from mem0 import Memory

    qdrant = {
        "collection_name": "mem0",
        "path": str(place / "qdrant"),
        "on_disk": True,
        "embedding_model_dims": 16,
    }
    memory = Memory.from_config(
        {
            "vector_store": {"provider": "qdrant", "config": qdrant},
            "history_db_path": str(place / "history.db"),
        }
    )
    memory.embedding_model = Embedder()

    def add(number: int) -> str:
        said = [{"role": "user", "content": f"fact {number}"}]
        return memory.add(said, user_id="ana", infer=False)["results"][0]["id"]

    first = add(0)
    return add, lambda text: memory.update(first, text)


def langgraph_sqlite(place: Path) -> tuple[Callable[[int], None], Callable[[str], None]]:
    """LangGraph's SqliteStore."""
    import sqlite3

    from langgraph.store.sqlite import SqliteStore

    store = SqliteStore(sqlite3.connect(place / "store.db", isolation_level=None))
    store.setup()
    return _into(store)


def langgraph_postgres(place: Path) -> tuple[Callable[[int], None], Callable[[str], None]]:
    """LangGraph's PostgresStore; the place is a socket's folder."""
    from langgraph.store.postgres import PostgresStore
    from psycopg import Connection
    from psycopg.rows import dict_row

    connection = Connection.connect(
        host=str(place), user="postgres", autocommit=True, prepare_threshold=0, row_factory=dict_row,
        options="-c lock_timeout=2000",
    )  # fmt: skip
    store = PostgresStore(connection)
    store.setup()
    return _into(store)


def chroma(place: Path) -> tuple[Callable[[int], None], Callable[[str], None]]:
    """Chroma in a folder."""
    import chromadb

    collection = chromadb.PersistentClient(path=str(place)).get_or_create_collection("facts")

    def put(key: str, text: str) -> None:
        collection.upsert(
            ids=[key], documents=[text], embeddings=[vector(text)], metadatas=[{"user_id": "ana"}]
        )

    put("0", "fact 0")
    return lambda number: put(str(number), f"fact {number}"), lambda text: put("0", text)


def openai_agents(place: Path) -> tuple[Callable[[int], None], Callable[[str], None]]:
    """A session of the OpenAI Agents SDK, which holds a conversation; nothing in it changes."""
    from agents import SQLiteSession

    session = SQLiteSession("s1", str(place / "conversations.db"))
    loop = asyncio.new_event_loop()

    def add(number: int) -> None:
        said = [
            {"role": "user", "content": f"fact {number}"},
            {"role": "assistant", "content": f"noted {number}"},
        ]
        loop.run_until_complete(session.add_items(said))

    add(0)
    return add, lambda _: None


def _into(store: object) -> tuple[Callable[[int], None], Callable[[str], None]]:
    def put(key: str, text: str) -> None:
        store.put(("users", "ana"), key, {"text": text})

    put("0", "fact 0")
    return lambda number: put(str(number), f"fact {number}"), lambda text: put("0", text)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    """Write until somebody ends it."""
    add, change = globals()[sys.argv[1]](Path(sys.argv[2]))
    _say("ready")
    number = 0
    while True:
        number += 1
        add(number)
        if number % CHANGE_EVERY == 0:
            change(f"fact 0, {number}")
        _say(f"wrote {number}")
        time.sleep(PAUSE)


if __name__ == "__main__":
    main()
