"""Any SQLite table: the likely one is found, what its columns mean is guessed and told, or given."""

import sqlite3
from contextlib import closing

import pytest
from store_samples import read_all

from auditor.errors import StoreUnreadableError, UnknownStoreKindError
from auditor.stores.recognise import open_store
from auditor.stores.sql_presets import best_preset, presets
from auditor.stores.sqlite_database import sqlite_database


def database(path, script):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
        connection.commit()
    return path


NOISE = """
CREATE TABLE sessions (id TEXT, created_at TEXT);
CREATE TABLE chat_messages (id INTEGER PRIMARY KEY, role TEXT, content TEXT, created_at TEXT);
INSERT INTO chat_messages VALUES (1, 'user', 'hi', '2026-01-01');
CREATE TABLE embeddings (id TEXT, vector BLOB);
"""


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [
        ("memories (id TEXT PRIMARY KEY, memory TEXT, user_id TEXT, created_at INTEGER)", "m1", "likes tea"),
        ("facts (uuid TEXT, fact TEXT, updated REAL)", "m1", "likes tea"),
        (
            "user_preferences (user_id TEXT, key TEXT, value TEXT, PRIMARY KEY (user_id, key))",
            "m1/likes tea",
            "u1",
        ),
        (
            "agent_memory (namespace TEXT, key TEXT, value TEXT, PRIMARY KEY (namespace, key))",
            "m1/likes tea",
            "u1",
        ),
        ("things (id TEXT PRIMARY KEY, note TEXT)", "m1", "likes tea"),
        (
            "long_term_memory (memory_key TEXT PRIMARY KEY, memory_value TEXT, updated_at TEXT)",
            "m1",
            "likes tea",
        ),
    ],
)
def test_the_memory_table_is_found_among_others(tmp_path, table, key, value):
    columns = table.count("TEXT") + table.count("INTEGER") + table.count("REAL")
    row = ["'m1'", "'likes tea'", "'u1'", "1794337500"][:columns]
    name = table.partition(" ")[0]
    path = database(
        tmp_path / "x.sqlite", f"{NOISE} CREATE TABLE {table}; INSERT INTO {name} VALUES ({', '.join(row)});"
    )
    store = open_store(path)
    (entry,) = read_all(store)[0]
    assert (entry.key, entry.value) == (key, value)
    assert f"table {name}" in store.reading


def test_the_guess_says_what_it_took_the_columns_for(tmp_path):
    path = database(
        tmp_path / "x.db",
        "CREATE TABLE memories (id TEXT PRIMARY KEY, content TEXT, user_id TEXT, created INTEGER, embedding BLOB,"
        " access_count INTEGER, deleted_at TEXT);"
        "INSERT INTO memories VALUES ('a', 'x', 'u', 1794337500, x'ff00', 3, NULL), ('b', 'y', 'u', 1, x'00', 0, 'now')",
    )
    store = open_store(path)
    (entry,) = read_all(store)[0]
    assert dict(entry.meta) == {"owner": "u", "created_at": "2026-11-10T19:05:00Z"}
    assert store.reading == (
        "SQLite, table memories: key id, text content, owner user_id, created_at created, "
        "deleted_at deleted_at, only where deleted_at IS NULL"
    )


def test_a_memory_table_that_was_emptied_is_still_the_memory(tmp_path):
    path = database(tmp_path / "x.db", NOISE + "CREATE TABLE memories (id TEXT PRIMARY KEY, memory TEXT);")
    store = open_store(path)
    assert read_all(store)[0] == []
    assert "table memories" in store.reading


def test_several_memory_tables_are_read_under_their_names(tmp_path):
    path = database(
        tmp_path / "x.db",
        "CREATE TABLE memories (id TEXT PRIMARY KEY, memory TEXT, user_id TEXT, created_at TEXT);"
        "CREATE TABLE facts (id TEXT PRIMARY KEY, fact TEXT);"
        "INSERT INTO memories VALUES ('1', 'a', 'u', ''); INSERT INTO facts VALUES ('1', 'b');",
    )
    assert [(e.key, e.value) for e in read_all(open_store(path))[0]] == [("1", "a"), ("facts/1", "b")]


def test_a_mapping_may_be_given(tmp_path):
    path = database(
        tmp_path / "x.db",
        "CREATE TABLE t (a TEXT, b TEXT, c TEXT, gone INT);"
        "INSERT INTO t VALUES ('k1', 'v1', 'm', 0), ('k2', 'v2', 'm', 1);",
    )
    options = {"table": "t", "key": "a", "text": "b", "where": "gone = 0"}
    (entry,) = read_all(open_store(path, "sqlite", options))[0]
    assert (entry.key, entry.value, dict(entry.meta)) == ("k1", "v1", {"c": "m", "gone": 0})


@pytest.mark.parametrize("options", [{"table": "nope"}, {"table": "t", "key": "zz"}, {"table": 5}])
def test_a_wrong_mapping_is_told(tmp_path, options):
    path = database(tmp_path / "x.db", "CREATE TABLE t (a TEXT, b TEXT)")
    with pytest.raises(StoreUnreadableError):
        read_all(open_store(path, "sqlite", options))


def test_a_users_own_preset_needs_no_code(tmp_path):
    path = database(
        tmp_path / "x.db", "CREATE TABLE odd (n INT, w TEXT); INSERT INTO odd VALUES (1, 'likes tea');"
    )
    preset = tmp_path / "odd.toml"
    preset.write_text(
        'kind = "odd"\nidentity = "append"\n[[memory]]\nneeds = ["odd.n", "odd.w"]\n'
        'query = "SELECT n, w FROM odd"\nkey = ["n"]\ntext = "w"\n'
    )
    store = open_store(path, "sqlite", {"preset": str(preset)})
    assert [(e.key, e.value) for e in read_all(store)[0]] == [("1", "likes tea")]
    assert store.kind == "odd"


def test_a_database_without_a_memory_is_unknown(tmp_path):
    with pytest.raises(UnknownStoreKindError):
        open_store(database(tmp_path / "x.db", "CREATE TABLE migrations (version INTEGER)"))


def test_a_text_that_is_no_utf_8_hides_no_other_and_is_not_gone(tmp_path):
    path = database(
        tmp_path / "x.db",
        "CREATE TABLE memories (id TEXT PRIMARY KEY, memory TEXT);"
        "INSERT INTO memories VALUES ('a', CAST(x'ff' AS TEXT)), ('b', 'y');",
    )
    entries, _, (problem,) = read_all(open_store(path))
    assert [entry.key for entry in entries] == ["b"]
    assert problem.key == "a"


SCHEMAS = {
    "mcp-memory-service": "CREATE TABLE memories (id INTEGER PRIMARY KEY, content_hash TEXT, content TEXT, tags TEXT,"
    " memory_type TEXT, metadata TEXT, created_at REAL, updated_at REAL, created_at_iso TEXT, updated_at_iso TEXT,"
    " deleted_at REAL);"
    "INSERT INTO memories VALUES (1, 'h1', 'likes tea', 'a,b', 'note', '{}', 1794337500.5, 1794337500.5, '', '', NULL),"
    " (2, 'h2', 'gone', '', '', '{}', 1, 1, '', '', 1794337600);",
    "open-webui": "CREATE TABLE memory (id TEXT, user_id TEXT, content TEXT, updated_at INT, created_at INT);"
    "CREATE TABLE chat (id TEXT, user_id TEXT, title TEXT, chat JSON, created_at INT);"
    "INSERT INTO memory VALUES ('h1', 'u', 'likes tea', 1794337500, 1794337500);",
    "crewai": "CREATE TABLE long_term_memories (id INTEGER PRIMARY KEY, task_description TEXT, metadata TEXT,"
    " datetime TEXT, score REAL);"
    "INSERT INTO long_term_memories VALUES (1, 'task', '{\"suggestions\": [\"likes tea\"]}', '1794337500', 9);",
    "adk": "CREATE TABLE user_states (app_name TEXT, user_id TEXT, state TEXT, update_time REAL);"
    "INSERT INTO user_states VALUES ('app', 'u', '{\"tea\": \"likes tea\", \"gone\": null}', 1794337500.25);",
    "memori": "CREATE TABLE memori_entity (id INTEGER PRIMARY KEY, uuid TEXT, external_id TEXT);"
    "CREATE TABLE memori_entity_fact (id INTEGER PRIMARY KEY, uuid TEXT, entity_id INT, content TEXT,"
    " content_embedding BLOB, num_times INT, date_last_time TEXT, uniq TEXT, date_created TEXT);"
    "INSERT INTO memori_entity VALUES (1, 'e', 'u');"
    "INSERT INTO memori_entity_fact VALUES (1, 'h1', 1, 'likes tea', x'ff', 3, '', '', '2026-11-10 19:05:00');",
    "memorisdk": "CREATE TABLE long_term_memory (memory_id TEXT, summary TEXT, user_id TEXT, assistant_id TEXT,"
    " session_id TEXT, created_at TEXT, processed_data TEXT, duplicate_of TEXT, supersedes_json TEXT);"
    "INSERT INTO long_term_memory VALUES ('h0', 'likes rye', 'u', '', 's', '2026-11-10 19:05:00.5', '{}', NULL, NULL),"
    " ('h1', 'likes tea', 'u', '', 's', '2026-11-10 19:05:00.5', '{}', NULL, '[\"h0\"]'),"
    " ('h2', 'likes tea', 'u', '', 's', '2026-11-10 19:05:00.5', '{}', 'h1', 'broken');",
    "mem0-history": "CREATE TABLE history (id TEXT, memory_id TEXT, old_memory TEXT, new_value TEXT, event TEXT,"
    " created_at TEXT, updated_at TEXT, is_deleted INT);"
    "INSERT INTO history VALUES ('1', 'h1', NULL, 'likes rye', 'ADD', '2026-11-10T11:05:00-08:00', NULL, 0),"
    " ('2', 'h1', 'likes rye', 'likes tea', 'UPDATE', '2026-11-10T11:05:00-08:00', '2026-11-11T11:05:00-08:00', 0),"
    " ('3', 'h2', NULL, 'x', 'ADD', '2026-11-10T11:05:00-08:00', NULL, 0),"
    " ('4', 'h2', 'x', NULL, 'DELETE', '2026-11-10T11:05:00-08:00', NULL, 1);",
}


@pytest.mark.parametrize("kind", sorted(SCHEMAS))
def test_presets_read_what_their_systems_are_known_to_write(tmp_path, kind):
    store = open_store(database(tmp_path / "x.db", SCHEMAS[kind]))
    entries, _, problems = read_all(store)
    assert store.kind == kind
    assert problems == []
    (entry,) = entries
    assert "likes tea" in entry.value
    assert entry.meta.get("created_at", entry.meta.get("updated_at", "")).startswith("2026-11-10T19:05:00")


BLOCKS = [
    pytest.param(block, id=f"{preset.kind}-{number}")
    for preset in presets()
    for number, block in enumerate((*preset.memories, *preset.conversations))
]


@pytest.mark.parametrize("block", BLOCKS)
def test_a_preset_is_left_out_where_a_version_lacks_a_column_that_its_query_names(tmp_path, block):
    columns = {}
    for need in sorted(block.needs):
        table, _, column = need.partition(".")
        columns.setdefault(table, []).append(column)
    quoted = {name: ", ".join(f'"{column}"' for column in found) for name, found in columns.items()}
    script = "".join(f"CREATE TABLE {name} ({found});" for name, found in quoted.items())
    with sqlite_database(database(tmp_path / "x.db", script)) as connection:
        best = best_preset(connection)
        for source in best.sources(connection) if best else ():
            names = {column[0] for column in connection.execute(source.query).description}
            assert {*source.key, source.text} <= names
