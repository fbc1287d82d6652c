"""Memory layers written in Python are asked and never told."""

import sys
import types
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from auditor.errors import StoreUnreadableError
from auditor.stores.recognise import open_store


@dataclass
class Record:
    id: str
    entity: str
    attribute: str
    value: object
    source: str = "user_stated"
    lifecycle: str = "active"
    created_at: datetime = datetime(2026, 5, 1, tzinfo=UTC)


class FourMethods:
    def __init__(self, path):
        self.records = [
            Record("r1", "ana", "city", "Turin"),
            Record("r2", "ana", "city", "Lyon", lifecycle="superseded"),
            Record("r3", "ben", "diet", "vegan"),
        ]

    def list_records(self, entity):
        return [record for record in self.records if record.entity == entity]

    def _no(self, *args, **kwargs):
        raise AssertionError("an auditor only reads")

    query = write = update_lifecycle = _no


class SixMethods:
    def __init__(self, path):
        self.path = path

    def recall(self, key, context):
        if key == "home_city":
            return {"value": "Turin", "decision": "apply", "record_id": 7, "source_type": "user_stated"}
        return {"value": None, "decision": "none", "record_id": None}

    def explain(self, record_id):
        return {"source": "user_stated", "evidence": "m-12"}

    def _no(self, *args, **kwargs):
        raise AssertionError("an auditor only reads")

    remember = correct = forget = emit = _no


def broken(path):
    raise ConnectionError("no answer")


@pytest.fixture
def opened(tmp_path, monkeypatch):
    module = types.ModuleType("my_layers")
    module.__dict__.update(
        FourMethods=FourMethods, SixMethods=SixMethods, broken=broken, nothing=lambda path: object()
    )
    monkeypatch.setitem(sys.modules, "my_layers", module)

    def open_(name, **options):
        return open_store(tmp_path, "python", {"backend": f"my_layers:{name}", **options})

    return open_


def entries(store):
    return {entry.key: entry for row in store.rows() for entry in store.entries(row)}


def test_the_live_records_of_named_entities_are_read(opened):
    found = entries(opened("FourMethods", entities=["ana", "ben"]))
    assert {key: entry.value for key, entry in found.items()} == {"r1": "Turin", "r3": "vegan"}
    assert found["r1"].meta["created_at"].startswith("2026-05-01T00:00:00")


def test_what_is_recalled_for_the_named_keys_is_read_with_its_source(opened):
    (entry,) = entries(opened("SixMethods", keys=["home_city", "shoe_size"])).values()
    assert (entry.key, entry.value, entry.meta["source"]) == ("home_city", "Turin", "user_stated")


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("broken", {}, "ConnectionError: no answer"),
        ("missing", {}, "AttributeError"),
        ("nothing", {}, "neither list_records nor recall"),
        ("SixMethods", {}, "keys should list"),
        ("FourMethods", {"entities": "ana"}, "a list of texts"),
    ],
)
def test_what_is_wrong_with_a_layer_is_said_in_one_line(opened, name, options, told):
    with pytest.raises(StoreUnreadableError, match=told):
        entries(opened(name, **options))


def test_code_is_never_run_without_being_named(tmp_path):
    with pytest.raises(StoreUnreadableError, match="backend should be"):
        open_store(tmp_path, "python")
