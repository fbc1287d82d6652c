"""Codex's memory database: extraction without consolidation is told."""

import sqlite3

from auditor.stores.recognise import find_stores


def pipeline(folder, outputs, status):
    database = sqlite3.connect(folder / "memories_v2_1.sqlite")
    database.executescript(
        "CREATE TABLE stage1_outputs (thread_id TEXT PRIMARY KEY, raw_memory TEXT, rollout_summary TEXT,"
        " source_updated_at INTEGER, usage_count INTEGER, last_usage INTEGER, selected_for_phase2 INTEGER);"
        "CREATE TABLE jobs (kind TEXT, job_key TEXT, status TEXT, last_error TEXT, PRIMARY KEY (kind, job_key));"
    )
    rows = [(f"t{n}", f"User likes tea {n}", "", 1_790_000_000, 0, None, 0) for n in range(outputs)]
    database.executemany("INSERT INTO stage1_outputs VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    database.execute("INSERT INTO jobs VALUES ('phase2', 'global', ?, NULL)", (status,))
    database.commit()
    database.close()


def notes(folder):
    found = []
    for _, store in find_stores(folder):
        assert [store.entries(row) for row in store.rows()] == [] or store.kind != "codex-pipeline"
        found += [(note.kind, note.reason) for note in store.problems()]
    return found


def test_extraction_that_never_becomes_a_memory_is_stuck(tmp_path):
    pipeline(tmp_path, 24, "pending")
    ((kind, reason),) = notes(tmp_path)
    assert kind == "pipeline_stuck"
    assert "24 extracted memories" in reason
    assert "1 × phase2 pending" in reason


def test_a_pipeline_whose_notes_are_there_is_not_stuck(tmp_path):
    pipeline(tmp_path, 24, "done")
    (tmp_path / "memories_v2").mkdir()
    (tmp_path / "memories_v2" / "memory_summary.md").write_text("v1\n\n- Likes tea\n")
    assert notes(tmp_path) == []


def test_an_empty_pipeline_is_not_stuck(tmp_path):
    pipeline(tmp_path, 0, "pending")
    assert notes(tmp_path) == []
