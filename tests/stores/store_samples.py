"""The sample stores, and what reading one gives."""

import json
from pathlib import Path

from auditor.stores.recognise import find_stores

SAMPLES = Path(__file__).parent.parent / "data" / "stores"
WITH_CHANGES = sorted(path.parent.name for path in SAMPLES.glob("*/expected.json"))
NIGHTS = sorted(path for path in SAMPLES.glob("*/*") if path.is_dir())


def entries_at(folder):
    """All entries of all stores under ``folder``, by key."""
    return {
        entry.key: entry
        for _, store in find_stores(folder)
        for row in store.rows()
        for entry in store.entries(row)
    }


def talks_at(folder):
    """All conversations that the stores under ``folder`` keep."""
    return [talk for _, store in find_stores(folder) for talk in store.transcripts()]


def expected(sample):
    return json.loads((SAMPLES / sample / "expected.json").read_text("utf-8"))


def read_all(store):
    """Everything that a store has to tell."""
    entries = [entry for row in store.rows() for entry in store.entries(row)]
    return entries, list(store.transcripts()), list(store.problems())
