"""Memories that a real PostgreSQL server keeps."""

from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from auditor.errors import StoreUnreadableError
from auditor.runs import run_path
from auditor.runs.targets import targets_at
from auditor.stores.recognise import open_database

pytestmark = pytest.mark.needs_postgres

LANGGRAPH = """
CREATE TABLE store (prefix text NOT NULL, key text NOT NULL, value jsonb NOT NULL,
  created_at timestamptz DEFAULT now(), updated_at timestamptz DEFAULT now(),
  expires_at timestamptz, ttl_minutes int, PRIMARY KEY (prefix, key));
CREATE TABLE store_migrations (v int PRIMARY KEY);
INSERT INTO store (prefix, key, value) VALUES
  ('users.ana', 'diet', '{"text": "Ana is vegetarian"}'), ('users.ana', 'city', '{"text": "Ana lives in Turin"}');
"""


@pytest.fixture
def database(postgres, request):
    """A database of the test's own: what it writes is gone afterwards."""
    postgres.sql(
        "DROP SCHEMA IF EXISTS public CASCADE; DROP SCHEMA IF EXISTS ai CASCADE; CREATE SCHEMA public"
    )
    return postgres


def entries(store):
    return {entry.key: entry for row in store.rows() for entry in store.entries(row)}


def test_a_langgraph_store_is_read_by_its_preset(database):
    database.sql(LANGGRAPH)
    store = open_database(database.url)
    found = entries(store)
    assert store.kind == "langgraph"
    assert found["users.ana/diet"].value == "Ana is vegetarian"
    assert found["users.ana/diet"].meta["created_at"].endswith("Z")


def test_a_table_in_another_schema_is_found_and_json_in_it_is_read(database):
    database.sql("""CREATE SCHEMA ai; CREATE TABLE ai.agno_memories (memory_id text PRIMARY KEY, memory jsonb,
        user_id text, topics jsonb, created_at bigint);
        INSERT INTO ai.agno_memories VALUES ('m1', '"Ben rides a horse"', 'ben', '["sport"]', 1767225600)""")
    store = open_database(database.url)
    (entry,) = entries(store).values()
    assert (store.kind, entry.key, entry.value) == ("agno", "m1", "Ben rides a horse")
    assert entry.meta["owner"] == "ben"
    assert entry.meta["created_at"] == "2026-01-01T00:00:00Z"


def test_mem0_on_pgvector_is_read_without_its_vectors(database):
    database.sql("""CREATE TABLE mem0 (id uuid PRIMARY KEY, vector real[], payload jsonb);
        INSERT INTO mem0 VALUES ('00000000-0000-4000-8000-000000000001', '{0.1,0.2}',
        '{"data": "Cleo has two cats", "hash": "abc", "user_id": "cleo", "created_at": "2026-01-02T03:04:05Z"}')""")
    (entry,) = entries(open_database(database.url)).values()
    assert (entry.value, entry.meta["owner"]) == ("Cleo has two cats", "cleo")
    assert not {"vector", "hash"} & set(entry.meta)


def test_a_table_of_ones_own_is_named_in_the_options_or_guessed(database):
    database.sql("""CREATE TABLE user_facts (id serial PRIMARY KEY, fact text, user_id text, deleted_at timestamp);
        CREATE TABLE odd (a int PRIMARY KEY, b text);
        INSERT INTO user_facts (fact, user_id, deleted_at) VALUES ('100% wool', 'd', NULL), ('gone', 'd', now());
        INSERT INTO odd VALUES (7, 'seven')""")
    assert {key: entry.value for key, entry in entries(open_database(database.url)).items()} == {
        "1": "100% wool"
    }
    named = open_database(database.url, {"table": "odd", "key": "a", "text": "b"})
    assert {key: entry.value for key, entry in entries(named).items()} == {"7": "seven"}
    asked = open_database(database.url, {"query": "SELECT a AS id, b AS text FROM odd WHERE b LIKE 's%'"})
    assert [entry.value for entry in entries(asked).values()] == ["seven"]


def test_nothing_can_be_written_through_the_connection(database):
    database.sql("CREATE SEQUENCE counted")
    store = open_database(database.url, {"query": "SELECT 1 AS id, nextval('counted') AS text"})
    with pytest.raises(StoreUnreadableError, match="read-only"):
        entries(store)


def test_two_nights_of_a_database_are_compared(database, tmp_path):
    database.sql(LANGGRAPH)
    place = Path(database.url)
    run_path(place, transcripts=(), state=tmp_path, at=datetime(2026, 11, 1, tzinfo=UTC), tell=str)
    database.sql("UPDATE store SET value = '{\"text\": \"Ana lives in Lecce\"}' WHERE key = 'city'")
    audit = run_path(place, transcripts=(), state=tmp_path, at=datetime(2026, 11, 2, tzinfo=UTC), tell=str)
    (store,) = audit.stores
    (change,) = [finding for finding in store.findings if finding.key == "users.ana/city"]
    assert (store.status, change.before, change.after) == ("ok", "Ana lives in Turin", "Ana lives in Lecce")


def test_what_a_writer_has_not_committed_is_not_there_and_readers_hold_no_lock(database):
    database.sql(LANGGRAPH)
    with psycopg.connect(host=str(database.socket), user="postgres") as writer:
        for number in range(50):
            writer.execute("INSERT INTO store (prefix, key, value) VALUES ('a', %s, '\"x\"')", [str(number)])
            writer.execute("UPDATE store SET value = '\"torn\"' WHERE key = 'diet'")
            found = entries(open_database(database.url))
            assert found["users.ana/diet"].value != "torn"
            assert len(found) == 2 + number
            writer.execute("UPDATE store SET value = '{\"text\": \"Ana is vegetarian\"}' WHERE key = 'diet'")
            writer.commit()


@pytest.mark.parametrize("server", ["127.0.0.1:1", "nobody:hush%40hush@127.0.0.1:1"])
def test_a_server_that_does_not_answer_is_unreadable_and_the_password_is_not_told(server):
    with pytest.raises(StoreUnreadableError) as raised:
        open_database(f"postgresql://{server}/memories")
    assert "hush" not in str(raised.value)


def test_a_database_without_memories_says_so(database):
    with pytest.raises(StoreUnreadableError, match="no table looks like a memory"):
        open_database(database.url)


def test_a_url_in_the_place_of_a_path_is_a_database(database):
    database.sql(LANGGRAPH)
    (target,) = targets_at(Path(database.url), ())
    assert len(entries(target.open())) == 2
