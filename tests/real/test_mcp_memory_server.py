"""The genuine MCP memory server writes its file; both nights are read and what was done through it reported."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from auditor.records import Audit, ChangeKind, Finding, Label
from auditor.runs import run_path

pytestmark = pytest.mark.needs_node


def night(folder: Path, day: int) -> Audit:
    return run_path(
        folder / "memory.jsonl",
        transcripts=[folder / "chats"],
        state=folder / "state",
        at=datetime(2026, 11, day, 3, tzinfo=UTC),
        tell=lambda _: None,
    )


def by_key(audit: Audit) -> dict[str, Finding]:
    return {finding.key: finding for store in audit.stores for finding in store.findings}


@pytest.fixture
def two_nights(memory_server, tmp_path):
    """The first night's audit and what was done to the memory, and said, after it."""
    (tmp_path / "chats").mkdir()
    memory_server.call(
        "create_entities",
        entities=[
            {"name": "Odile_Marchetti", "entityType": "person", "observations": [
                "Works at the Tramont library", "Allergic to penicillin", "Vegetarian"]},
            {"name": "Tramont_library", "entityType": "place", "observations": ["Closed on Mondays"]},
        ],
    )  # fmt: skip
    relation = {"from": "Odile_Marchetti", "to": "Tramont_library", "relationType": "works_at"}
    memory_server.call("create_relations", relations=[relation])
    first = night(tmp_path, 10)
    said = [
        ("user", "From this month I work at the Belcourt archive, no longer at the Tramont library."),
        ("assistant", "Congratulations! I've noted the Belcourt archive."),
        ("user", "Which bus goes to the Belcourt archive?"),
        ("assistant", "Bus 12, every ten minutes."),
    ]
    lines = [
        json.dumps({"at": f"2026-11-10T18:0{number}:00Z", "role": role, "content": text})
        for number, (role, text) in enumerate(said)
    ]
    (tmp_path / "chats" / "evening.jsonl").write_text("\n".join(lines), encoding="utf-8")
    memory_server.call(
        "delete_observations",
        deletions=[{"entityName": "Odile_Marchetti", "observations": [
            "Works at the Tramont library", "Allergic to penicillin"]}],
    )  # fmt: skip
    memory_server.call(
        "add_observations",
        observations=[{"entityName": "Odile_Marchetti", "contents": [
            "Works at the Belcourt archive", "Owns a sailing boat"]}],
    )  # fmt: skip
    return first, night(tmp_path, 11)


def test_the_first_night_reads_observations_and_relations_as_entries(two_nights):
    first, _ = two_nights
    store = first.stores[0]
    assert (store.status, store.first_audit, store.entries) == ("ok", True, 5)
    assert "Odile_Marchetti|Allergic to penicillin" in by_key(first)


def test_the_second_night_tells_the_update_from_the_loss_and_the_invention(two_nights):
    _, second = two_nights
    found = by_key(second)
    allergy = found["Odile_Marchetti|Allergic to penicillin"]
    assert (allergy.change, allergy.label, allergy.kind) == (
        ChangeKind.REMOVED, Label.CONTRADICTION, "unexplained_loss",
    )  # fmt: skip
    assert found["Odile_Marchetti|Owns a sailing boat"].label is Label.HALLUCINATION
    update = found["Odile_Marchetti|Works at the Belcourt archive"]
    assert not update.alarm
    relation = "Odile_Marchetti|works_at|Tramont_library"
    assert found[relation].label is Label.STALE, "the relation was left standing after she changed her job"
    assert {finding.key for finding in found.values() if finding.alarm} == {
        "Odile_Marchetti|Allergic to penicillin", "Odile_Marchetti|Owns a sailing boat", relation,
    }  # fmt: skip


def test_the_server_and_its_file_are_left_as_they_were(two_nights, memory_server, tmp_path):
    before = sorted((path.name, path.stat().st_mtime_ns) for path in tmp_path.iterdir() if path.is_file())
    night(tmp_path, 12)
    after = sorted((path.name, path.stat().st_mtime_ns) for path in tmp_path.iterdir() if path.is_file())
    assert after == before
    memory_server.call(
        "add_observations", observations=[{"entityName": "Odile_Marchetti", "contents": ["Likes tea"]}]
    )
