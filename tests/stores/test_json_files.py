"""JSON, JSON Lines and graph files in the shapes that people write by hand and by program."""

import pytest
from store_samples import read_all

from auditor.stores.json_store import JsonStore
from auditor.stores.recognise import open_store

RECORDS = '[{"id": "a", "memory": "likes tea"}, {"id": "b", "memory": "likes rye"}]'


def read(path, text, options=None):
    path.write_text(text, "utf-8")
    store = open_store(path, "json" if options else None, options)
    return store, {entry.key: entry.value for entry in read_all(store)[0]}


@pytest.mark.parametrize(
    "text",
    [
        RECORDS,
        '{"memories": ' + RECORDS + "}",
        '{"version": 1, "user_id": "u", "memories": ' + RECORDS + "}",
        '{"results": ' + RECORDS + ', "relations": []}',
        '{"a": "likes tea", "b": "likes rye"}',
        '{"memories": {"a": "likes tea", "b": "likes rye"}}',
        RECORDS[1:-1].replace("}, {", "}\n{"),
        "\ufeff" + RECORDS,
    ],
)
def test_the_entries_are_found_wherever_they_are(tmp_path, text):
    assert read(tmp_path / "store", text)[1] == {"a": "likes tea", "b": "likes rye"}


def test_a_nested_place_is_named_by_a_path(tmp_path):
    text = '{"state": {"user": {"tea": "green", "rye": true}}, "other": 1}'
    store, entries = read(tmp_path / "s.json", text, {"path": "state.user"})
    assert entries == {"tea": "green", "rye": True}
    assert "state.user" in store.reading


def test_utf_16_is_read(tmp_path):
    (tmp_path / "s.json").write_text('{"café": "zoë"}', "utf-16")
    assert read_all(open_store(tmp_path / "s.json"))[0][0].value == "zoë"


@pytest.mark.parametrize(
    "text",
    ['{"a":1,"b":[2,{"c":3}]}', '{\n  "a" : 1 ,\n  "b": [2, {"c": 3}]\n}\n', '{"\\u0061":1,"b":[2,{"c":3}]}'],
)
def test_rows_are_slices_of_the_file_and_say_the_same_however_it_is_laid_out(tmp_path, text):
    path = tmp_path / "s.json"
    path.write_text(text)
    store = JsonStore(path)
    assert all(row.decode() in text for row in store.rows())
    assert {e.key: e.value for row in store.rows() for e in store.entries(row)} == {
        "a": 1,
        "b": [2, {"c": 3}],
    }


def test_an_unmoved_record_is_the_same_row_when_others_move(tmp_path):
    before = set(_rows(tmp_path / "1.json", RECORDS))
    after = set(_rows(tmp_path / "2.json", RECORDS.replace("likes rye", "likes oats")))
    assert len(before & after) == 1


def _rows(path, text):
    path.write_text(text)
    return list(JsonStore(path).rows())


def test_an_empty_list_or_object_is_an_empty_store(tmp_path):
    assert read(tmp_path / "a.json", "[]")[1] == {}
    assert read(tmp_path / "b.json", "{}")[1] == {}


def test_a_torn_line_costs_that_line_and_is_told(tmp_path):
    path = tmp_path / "m.jsonl"
    path.write_text(
        '{"id": 1, "text": "a"}\n{"id": 2, "text": \n\n{"id": 3, "text": "c"}\n{"id": 4, "text": "d"}{"id": 5}\n'
    )
    store = open_store(path)
    entries, _, (note,) = read_all(store)
    assert [entry.key for entry in entries] == ["1", "3"]
    assert "lines 2, 5" in store.partial
    assert '{"id": 4, "text": "d"}' in note.reason


def test_the_first_public_fault_of_a_graph_file_is_torn_and_no_deletion(tmp_path):
    path = tmp_path / "memory.json"
    path.write_text(
        '{"type":"entity","name":"Vane","entityType":"person","observations":["Likes tea"]}\n'
        '{"type":"relation","from":"Vane","to":"Kiln","relationType":"owns"}ype":"owns"}'
    )
    store = open_store(path)
    entries, _, (note,) = read_all(store)
    assert [entry.key for entry in entries] == ["Vane|Likes tea"]
    assert store.partial
    assert '{"type":"relation","from":"Vane","to":"Kiln","relationType":"owns"}' in note.reason


def test_a_malformed_entity_costs_that_entity_only(tmp_path):
    path = tmp_path / "memory.jsonl"
    path.write_text(
        '{"type":"entity","name":"Vane","entityType":"person","observations":null}\n'
        '{"type":"entity","name":"Kiln","entityType":"place","observations":[]}\n'
    )
    entries, _, (problem,) = read_all(open_store(path))
    assert problem.key == "Vane"
    assert entries[0].key == "Kiln"


def test_a_read_graph_answer_saved_as_json_is_a_graph(tmp_path):
    path = tmp_path / "graph.json"
    path.write_text(
        '{"entities": [{"name": "Vane", "entityType": "person", "observations": ["Likes tea"]}],'
        ' "relations": [{"from": "Vane", "to": "Kiln", "relationType": "owns"}]}'
    )
    assert [entry.key for entry in read_all(open_store(path))[0]] == ["Vane|Likes tea", "Vane|owns|Kiln"]


def test_a_chat_is_no_memory(tmp_path):
    path = tmp_path / "chat.json"
    path.write_text('[{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]')
    entries, talks, _ = read_all(open_store(path))
    assert entries == []
    assert len(talks[0].turns) == 2


@pytest.mark.parametrize(
    "text",
    [
        '{"provider": "x", "version": 1, "config": {"name": "m", "memory_contents": [{"content": "likes tea"}]}}',
        '{"memory": {"memory_contents": [{"content": "likes tea"}]}}',
        '{"messages": [{"role": "user", "content": "hi"}], "memories": [{"content": "likes tea"}]}',
    ],
)
def test_a_container_is_found_inside_its_wrapping(tmp_path, text):
    assert read(tmp_path / "m.json", text)[1] == {"likes tea": "likes tea"}


def test_conversations_beside_memories_in_one_file_are_both_read(tmp_path):
    path = tmp_path / "m.json"
    path.write_text(
        '{"messages": [{"role": "user", "content": "hi"}], "memories": [{"content": "likes tea"}]}'
    )
    entries, (talk,), _ = read_all(open_store(path))
    assert len(entries) == 1
    assert talk.turns[0].text == "hi"


def test_a_chat_whose_messages_only_have_types_is_a_chat(tmp_path):
    path = tmp_path / "session.json"
    path.write_text(
        '{"sessionId": "s", "messages": [{"type": "user", "content": "hi"}, {"type": "gemini", "content": "hello"}]}'
    )
    entries, (talk,), _ = read_all(open_store(path))
    assert entries == []
    assert [turn.text for turn in talk.turns] == ["hi", "hello"]
