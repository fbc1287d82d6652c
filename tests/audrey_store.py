"""An Audrey store for tests, of either generation, written row by row."""

import json
import sqlite3

OLD = """
CREATE TABLE episodes (id TEXT PRIMARY KEY, content TEXT NOT NULL, embedding BLOB, source TEXT NOT NULL,
 source_reliability REAL NOT NULL, tags TEXT, created_at TEXT NOT NULL, supersedes TEXT, superseded_by TEXT);
CREATE TABLE semantics (id TEXT PRIMARY KEY, content TEXT NOT NULL, state TEXT, conditions TEXT,
 evidence_episode_ids TEXT, evidence_count INTEGER, source_type_diversity INTEGER, created_at TEXT NOT NULL);
CREATE TABLE procedures (id TEXT PRIMARY KEY, content TEXT NOT NULL, state TEXT, trigger_conditions TEXT,
 evidence_episode_ids TEXT, created_at TEXT NOT NULL);
CREATE TABLE contradictions (id TEXT PRIMARY KEY, claim_a_id TEXT, claim_b_id TEXT, state TEXT, resolution TEXT);
CREATE TABLE consolidation_runs (id TEXT PRIMARY KEY, input_episode_ids TEXT, output_memory_ids TEXT, status TEXT);
"""
INDEX = "CREATE VIRTUAL TABLE fts_episodes USING fts5(id UNINDEXED, content, tags);"
AT = "2026-06-01T00:00:00Z"


class Audrey:
    """A store of that kind at ``path``, written row by row."""

    def __init__(self, path, *, indexed):
        self.path = path
        self.connection = sqlite3.connect(path)
        self.connection.executescript(OLD + (INDEX if indexed else ""))
        self.indexed = indexed

    def episode(self, key, content, source="told-by-user", **more):
        names = ["id", "content", "source", "source_reliability", "created_at", *more]
        self._put("episodes", names, [key, content, source, 0.9, AT, *more.values()])
        if self.indexed:
            self._put("fts_episodes", ["id", "content"], [key, content])

    def semantic(self, key, content, evidence, state="active", **more):
        names = ["id", "content", "state", "evidence_episode_ids", "created_at", *more]
        self._put("semantics", names, [key, content, state, json.dumps(evidence), AT, *more.values()])

    def contradiction(self, key, one, other, state, resolution=None):
        self._put("contradictions", None, [key, one, other, state, json.dumps(resolution)])

    def run(self, key, outputs, status):
        self._put("consolidation_runs", None, [key, "[]", json.dumps(outputs), status])

    def sql(self, statement):
        self.connection.execute(statement)
        self.connection.commit()

    def _put(self, table, names, values):
        into = f"({', '.join(names)})" if names else ""
        marks = ", ".join("?" * len(values))
        self.connection.execute(f"INSERT INTO {table} {into} VALUES ({marks})", values)
        self.connection.commit()
