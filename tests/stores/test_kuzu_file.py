"""Graphiti's graph in a Kuzu file: what it is is always told, and what it holds where Kuzu is installed."""

import shutil
import sys

import pytest
from store_samples import SAMPLES, read_all

from auditor.errors import StoreBusyError, StoreUnreadableError
from auditor.stores.recognise import find_stores, open_store

SCHEMA = """
CREATE NODE TABLE Entity (uuid STRING PRIMARY KEY, name STRING, group_id STRING, summary STRING);
CREATE NODE TABLE Episodic (uuid STRING PRIMARY KEY, name STRING, group_id STRING, content STRING,
  valid_at TIMESTAMP, created_at TIMESTAMP);
CREATE NODE TABLE RelatesToNode_ (uuid STRING PRIMARY KEY, fact STRING, name STRING, group_id STRING,
  episodes STRING[], valid_at TIMESTAMP, invalid_at TIMESTAMP, expired_at TIMESTAMP, created_at TIMESTAMP);
CREATE REL TABLE RELATES_TO (FROM Entity TO RelatesToNode_, FROM RelatesToNode_ TO Entity);
CREATE (:Entity {uuid: 'a', name: 'Ira', group_id: 'ira'}), (:Entity {uuid: 'b', name: 'Kestrel', group_id: 'ira'});
CREATE (:Episodic {uuid: 'p', name: 's1', group_id: 'ira', content: 'user: I use Kestrel',
  valid_at: timestamp('2026-11-10 19:05:00')});
CREATE (:RelatesToNode_ {uuid: 'e1', fact: 'Ira uses Kestrel', group_id: 'ira', episodes: ['p'],
  created_at: timestamp('2026-11-10 19:05:05')}), (:RelatesToNode_ {uuid: 'e2', fact: 'Ira uses Osprey',
  group_id: 'ira', invalid_at: timestamp('2026-11-10 19:05:05')});
MATCH (a:Entity {uuid: 'a'}), (b:Entity {uuid: 'b'}), (e:RelatesToNode_)
CREATE (a)-[:RELATES_TO]->(e)-[:RELATES_TO]->(b);
"""


@pytest.fixture
def graph(tmp_path):
    kuzu = pytest.importorskip("kuzu")
    connection = kuzu.Connection(kuzu.Database(str(tmp_path / "graphiti.kuzu")))
    connection.execute(SCHEMA)
    connection.execute("CHECKPOINT")
    connection.close()
    return tmp_path / "graphiti.kuzu"


def test_facts_that_are_held_and_episodes_are_read(graph):
    before = {path.name: path.stat().st_mtime_ns for path in graph.parent.iterdir()}
    ((_, store),) = find_stores(graph.parent)
    (entry,), (talk,), problems = read_all(store)
    assert (store.kind, entry.key, entry.value) == ("graphiti-kuzu", "e1", "Ira uses Kestrel")
    assert (entry.meta["owner"], entry.meta["created_at"]) == ("ira", "2026-11-10T19:05:05Z")
    assert (talk.user, talk.turns[0].text, problems) == ("ira", "I use Kestrel", [])
    assert {path.name: path.stat().st_mtime_ns for path in graph.parent.iterdir()} == before


def test_a_file_that_is_being_written_is_busy(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "kuzu", sys)
    (tmp_path / "g.kuzu").write_bytes(b"KUZU and more")
    (tmp_path / "g.kuzu.wal").write_bytes(b"x")
    with pytest.raises(StoreBusyError, match="being written"):
        list(open_store(tmp_path / "g.kuzu").rows())


def test_without_kuzu_it_is_said_what_it_is_and_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "kuzu", None)
    (tmp_path / "g.kuzu").write_bytes(b"KUZU and more")
    with pytest.raises(StoreUnreadableError, match="Kuzu database; install the extra"):
        list(open_store(tmp_path / "g.kuzu").rows())


def test_an_export_beside_it_is_read_instead(tmp_path):
    shutil.copy(SAMPLES / "graphiti-kuzu" / "night1" / "export.json", tmp_path)
    (tmp_path / "graphiti.kuzu").write_bytes(b"KUZU and more")
    assert [store.kind for _, store in find_stores(tmp_path)] == ["graphiti"]
