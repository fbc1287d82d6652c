"""A store in memory: rows of JSON that hold lists of [key, value, meta]."""

import json
from pathlib import Path

from auditor.records import Entry
from auditor.stores.interface import Identity


class FakeStore:
    kind = "fake"
    place = Path("/nowhere")
    identity = Identity.KEY

    def __init__(self, rows, partial="", problems=(), reading="fake rows", error=None):
        self._rows = list(rows)
        self.partial = partial
        self.reading = reading
        self.parsed = 0
        self._problems = problems
        self._error = error

    def rows(self):
        yield from self._rows
        if self._error:
            raise self._error

    def entries(self, row):
        self.parsed += 1
        return tuple(Entry(key, value, meta) for key, value, meta in json.loads(row))

    def problems(self):
        return self._problems

    def transcripts(self):
        return ()


def row(*entries):
    """One row; each entry is (key, value) or (key, value, meta)."""
    return json.dumps([[key, value, meta[0] if meta else {}] for key, value, *meta in entries]).encode()


def store_of(memory, **options):
    """A store with one row for each item of the mapping ``memory``."""
    return FakeStore([row(item) for item in memory.items()], **options)
