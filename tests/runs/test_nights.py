"""Night after night over one store: what is kept, what comes back, what stays open."""

import json
import os
from datetime import datetime

import pytest
from filelock import FileLock

from auditor.errors import LockedError, StoreNotFoundError
from auditor.ledger import Decision, Ledger
from auditor.records import ChangeKind, Label
from auditor.runs.copying import snapshot_path

N1, N2, N3, N4 = (f"2026-11-{day}T03:00:00+00:00" for day in (25, 26, 27, 28))
FACTS = {"name": "Ines Duarte", "allergy": "peanuts", "city": "Porto"}
CHAT = (
    ("2026-11-25T18:00:00Z", "user", "Which trams run late?"),
    ("2026-11-25T18:00:05Z", "assistant", "Line 1."),
)


def test_the_first_night_is_a_baseline_and_a_second_without_changes_is_quiet(place, alarms):
    place.remember(FACTS)
    first = place.audit(N1)
    second = place.audit(N2)
    assert first.stores[0].first_audit
    assert not second.stores[0].first_audit
    assert not alarms(second)
    assert place.report("2026-11-26.md").decode().splitlines()[0].lower().count("nothing") == 1


def test_a_value_that_nobody_mentioned_is_called_out_and_stays_open_until_it_is_mended(place, alarms):
    place.remember(FACTS)
    place.audit(N1)
    place.hear("tram", *CHAT)
    place.remember(FACTS | {"city": "Lisbon"})
    found = alarms(place.audit(N2))["city"]
    assert found.label is Label.HALLUCINATION

    still = alarms(place.audit(N3))["city"]
    assert still.id == found.id
    assert still.first_seen == datetime.fromisoformat(N2)

    place.hear("back", ("2026-11-27T18:00:00Z", "user", "By the way, I still live in Porto."))
    place.remember(FACTS)
    assert "city" not in alarms(place.audit(N4))


def test_what_a_person_accepted_stays_in_the_report_but_no_longer_counts_as_open(place, alarms):
    place.remember(FACTS)
    place.audit(N1)
    place.hear("tram", *CHAT)
    place.remember(FACTS | {"city": "Lisbon"})
    found = alarms(place.audit(N2))["city"]
    with Ledger(place.state / "snapshots" / "memory.json" / "ledger.sqlite3") as ledger:
        ledger.decide(Decision(found.id, "accepted", "ines"))
    again = {finding.key: finding for finding in place.audit(N3).stores[0].findings}
    assert "city" not in again or again["city"].state == "accepted"


def test_a_date_that_is_audited_again_gives_the_same_bytes_also_when_later_nights_have_passed(place):
    place.remember(FACTS)
    place.audit(N1)
    place.hear("tram", *CHAT)
    place.remember(FACTS | {"city": "Lisbon", "pet": "a cat"})
    place.audit(N2)
    reports = {name: place.report(name) for name in ("2026-11-26.md", "2026-11-26.html", "2026-11-26.json")}
    place.remember({"name": "Ines Duarte"})
    place.audit(N3)
    for path in place.chats.iterdir():
        path.unlink()
    place.audit_again("2026-11-26")
    assert {name: place.report(name) for name in reports} == reports
    assert b"2026-11-27" in place.report("latest.json")


def test_the_same_moment_given_twice_is_the_same_night(place, alarms):
    place.remember(FACTS)
    place.audit(N1)
    place.remember(FACTS | {"city": "Lisbon"})
    first = place.audit(N2)
    report = place.report("2026-11-26.json")
    second = place.audit(N2)
    assert alarms(first) == alarms(second)
    assert place.report("2026-11-26.json") == report


def test_a_store_that_cannot_be_read_is_no_deletion_and_the_next_good_night_compares_with_the_last_good_one(
    place,
):
    place.remember(FACTS)
    place.audit(N1)
    place.store.write_text('{"name": "Ines', encoding="utf-8")
    broken = place.audit(N2).stores[0]
    assert broken.status in ("unreadable", "partial")
    assert [finding for finding in broken.findings if finding.change is ChangeKind.REMOVED] == []
    place.remember(FACTS)
    mended = place.audit(N3).stores[0]
    assert mended.status == "ok"
    assert not mended.first_audit
    assert [finding for finding in mended.findings if finding.change is not ChangeKind.UNCHANGED] == []


def test_a_store_that_vanished_is_unreadable_and_what_was_open_stays_open(place, alarms):
    place.remember(FACTS)
    place.audit(N1)
    place.hear("tram", *CHAT)
    place.remember(FACTS | {"city": "Lisbon"})
    place.audit(N2)
    place.store.unlink()
    gone = place.audit(N3)
    assert gone.stores[0].status == "unreadable"
    assert "city" in alarms(gone)


def test_a_path_where_there_was_never_a_store_is_an_error(place):
    with pytest.raises(StoreNotFoundError):
        place.audit(N1)


def test_a_second_run_at_the_same_time_leaves_at_once(place):
    place.remember(FACTS)
    place.audit(N1)
    with FileLock(place.state / "snapshots" / "memory.json" / ".lock"), pytest.raises(LockedError):
        place.audit(N2)


def test_conversations_of_earlier_nights_count_as_evidence_but_do_not_cover_the_period(place):
    place.hear("old", ("2026-11-24T18:00:00Z", "user", "I moved to Lisbon last week."))
    place.remember(FACTS | {"city": "Lisbon"})
    place.audit(N1)
    place.remember(FACTS | {"city": "Lisbon", "pet": "a cat called Figo"})
    second = place.audit(N2).stores[0]
    [pet] = [finding for finding in second.findings if finding.key == "pet"]
    assert (pet.label, pet.kind) == (Label.EXPANSION, "unverified")


def test_nothing_but_the_working_folder_is_written_and_it_is_private(place):
    place.remember(FACTS)
    place.hear("tram", *CHAT)
    before = {path: path.stat().st_mtime_ns for path in place.folder.rglob("*")}
    place.audit(N1)
    after = {
        path: path.stat().st_mtime_ns
        for path in place.folder.rglob("*")
        if place.state not in (path, *path.parents)
    }
    assert after == {path: time for path, time in before.items() if path.exists()} | {
        path: time for path, time in after.items() if path == place.folder
    }
    store = place.state / "snapshots" / "memory.json"
    assert store.stat().st_mode & 0o077 == 0
    assert all(
        path.stat().st_mode & 0o077 == 0 for path in (place.state / "reports").rglob("*.*") if path.is_file()
    )


def test_counts_say_how_many_conversations_there_were(place):
    place.remember(FACTS)
    place.hear("tram", *CHAT)
    counts = place.audit(N2).stores[0].counts
    assert counts["conversations"] == 1


def test_a_report_is_json_that_names_its_copy(place):
    place.remember(FACTS)
    place.audit(N1)
    [store] = json.loads(place.report("2026-11-25.json"))["stores"]
    assert len(store["provenance"]["content"]) == 64
    assert store["provenance"]["chain"] == "1"


def test_last_nights_copy_that_went_missing_is_told_the_night_after(place):
    place.remember(FACTS)
    place.audit(N1)
    place.audit(N2)
    for file in (place.state / "snapshots" / "memory.json").glob("20261126*"):
        file.unlink()
    (told,) = place.audit(N3).stores
    assert told.status == "partial"
    assert "2 snapshots were remembered" in told.reason
    assert place.audit(N4).stores[0].status == "ok"


def test_a_copy_that_was_damaged_before_its_audit_makes_an_unreadable_night_and_does_not_stop_the_next(
    place,
):
    place.remember(FACTS)
    snapshot_path(place.store, state=place.state, at=datetime.fromisoformat(N1), tell=lambda _: None)
    (copy,) = (place.state / "snapshots" / "memory.json").glob("*.entries.zst")
    whole = copy.read_bytes()
    copy.write_bytes(whole[:-3])
    assert place.audit(N2).stores[0].status == "unreadable"
    assert b"unreadable" in place.report("2026-11-25.json")
    copy.write_bytes(whole)
    assert place.audit(N3).stores[0].status == "ok"


@pytest.mark.parametrize("name", ["ы" * 120 + ".json", os.fsdecode(b"m\xff\xfe.json"), "<b>\n\x1b[1m.json"])
def test_a_store_may_have_any_name_that_a_file_can_have(place, name):
    place.store = place.folder / name
    place.remember(FACTS)
    assert place.audit(N1).stores[0].status == "ok"
    assert not place.audit(N2).stores[0].first_audit
