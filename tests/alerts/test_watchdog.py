"""The watchdog notices nights that did not happen, in zones and on weekdays, and says so once."""

import os
import shutil
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from alert_nights import FakeClock

from auditor.alerts import Ports, alerting_of
from auditor.alerts.watching import watch
from auditor.config import load_job
from auditor.config.models import ScheduleSection
from auditor.runs import run_job
from auditor.schedules import last_due

MONDAY = datetime(2026, 11, 30, 3, 10, tzinfo=UTC)
JOB = """
[job]
name = "small"
[[stores]]
name = "memory"
path = "memory.json"
"""


@pytest.fixture
def dog(tmp_path, receiver):
    """A job with a store, its audits at given times, and what the watchdog says at others."""

    class Dog:
        def __init__(self):
            self.clock = FakeClock()
            self.write("")
            (tmp_path / "memory.json").write_text('{"city": "Oslo"}', encoding="utf-8")

        def write(self, more, job=JOB):
            file = tmp_path / "job.toml"
            file.write_text(
                f'{job}[[alerts]]\nname = "ops"\nurl = "{receiver.url}/hook"\n{more}', encoding="utf-8"
            )
            os.utime(file, (0, 0))
            self.job = load_job(file, {})

        def audit(self, at):
            self.clock.moment = at
            return run_job(self.job, at=at, tell=lambda _: None, clock=self.clock)

        def says(self, at):
            self.clock.moment = at
            wrong, _ = watch(self.job, alerting_of(self.job), Ports(self.clock, self.clock.sleep))
            return [(one.kind, one.store or one.keys[0]) for one in wrong]

        def reason(self, at):
            self.clock.moment = at
            return watch(self.job, None, Ports(self.clock))[0][0].reason

    return Dog()


def told(receiver):
    return [
        (event["turn"], event["kind"])
        for document in receiver.documents
        for event in document["data"]["events"]
        if document["type"] == "audit.watchdog"
    ]


def test_after_a_night_as_scheduled_all_is_well_until_the_next_is_overdue(dog):
    dog.audit(MONDAY)
    assert dog.says(MONDAY + timedelta(hours=29)) == []
    assert dog.says(MONDAY + timedelta(hours=30)) == [("overdue", "memory")]


def test_silence_is_told_once_and_its_end_too(dog, receiver):
    dog.audit(MONDAY)
    for hours in (31, 32, 33):
        dog.says(MONDAY + timedelta(hours=hours))
    dog.audit(MONDAY + timedelta(hours=34))
    assert dog.says(MONDAY + timedelta(hours=35)) == []
    assert told(receiver) == [("raised", "overdue"), ("recovered", "overdue")]


def test_a_night_that_was_cut_short_does_not_count(dog, monkeypatch):
    dog.audit(MONDAY)
    monkeypatch.setattr("auditor.runs.nightly.write_reports", broken)
    with pytest.raises(OSError, match="disk full"):
        dog.audit(MONDAY + timedelta(days=1))
    assert dog.says(MONDAY + timedelta(hours=30)) == [("overdue", "memory")]
    assert "the one of 2026-12-01T03:10:00Z did not finish" in dog.reason(MONDAY + timedelta(hours=30))


def broken(*_, **__):
    raise OSError("disk full")


def test_a_run_that_fails_is_told_and_so_is_the_next_that_does_not(dog, receiver, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr("auditor.runs.nightly.write_reports", broken)
        for day in range(2):
            with pytest.raises(OSError, match="disk full"):
                dog.audit(MONDAY + timedelta(days=day))
    dog.audit(MONDAY + timedelta(days=2))
    events = [event for document in receiver.documents for event in document["data"]["events"]]
    assert [(event["what"], event["turn"]) for event in events] == [("run", "raised"), ("run", "recovered")]
    assert events[0]["reason"] == "disk full"


def test_a_store_that_was_never_audited_is_overdue_unless_the_job_is_new(dog, tmp_path):
    assert dog.says(MONDAY) == [("overdue", "memory")]
    os.utime(tmp_path / "job.toml", (MONDAY.timestamp(), MONDAY.timestamp()))
    assert dog.says(MONDAY) == []


def test_a_job_that_runs_on_some_days_is_not_overdue_on_others(dog):
    dog.write('[schedule]\ndays = ["mon"]\n')
    dog.audit(MONDAY)
    assert dog.says(MONDAY + timedelta(days=6)) == []
    assert dog.says(MONDAY + timedelta(days=7, hours=6)) == [("overdue", "memory")]


def test_a_store_that_is_unreadable_for_nights_is_told_after_as_many_as_the_job_allows(dog, tmp_path):
    dog.write("[watchdog]\nunreadable_nights = 2\n")
    dog.audit(MONDAY - timedelta(days=2))
    (tmp_path / "memory.json").unlink()
    for day, expected in ((1, []), (0, [("unreadable", "memory")])):
        dog.audit(MONDAY - timedelta(days=day))
        assert dog.says(MONDAY - timedelta(days=day, hours=-1)) == expected


def test_a_damaged_newest_snapshot_is_told(dog, tmp_path):
    dog.audit(MONDAY)
    for part in (tmp_path / "snapshots" / "memory").glob("*.zst"):
        part.write_bytes(part.read_bytes()[:-1] + b"x")
    assert dog.says(MONDAY) == [("damaged", "memory")]


def test_a_newest_snapshot_that_is_gone_is_told(dog, tmp_path):
    dog.audit(MONDAY - timedelta(days=1))
    dog.audit(MONDAY)
    newest = max((tmp_path / "snapshots" / "memory").glob("*.json"))
    newest.unlink()
    assert dog.says(MONDAY) == [("damaged", "memory")]
    assert "2 snapshots were taken, and 1 are there" in dog.reason(MONDAY)


def test_snapshots_that_are_all_gone_are_told(dog, tmp_path):
    dog.audit(MONDAY)
    for path in (tmp_path / "snapshots" / "memory").glob("*.json"):
        path.unlink()
    assert dog.says(MONDAY) == [("damaged", "memory")]


def test_a_ledger_that_cannot_be_read_is_told(dog, tmp_path):
    dog.audit(MONDAY)
    (tmp_path / "snapshots" / "memory" / "ledger.sqlite3").write_text("x" * 5_000, encoding="utf-8")
    assert dog.says(MONDAY) == [("ledger", "memory")]


def test_a_lost_working_folder_is_no_quiet_one(dog, tmp_path):
    dog.audit(MONDAY)
    shutil.rmtree(tmp_path / "snapshots")
    assert dog.says(MONDAY + timedelta(days=1)) == [("overdue", "memory")]


def test_messages_that_wait_for_long_are_told_through_the_other_channels(dog, tmp_path, receiver):
    dog.write('[[alerts]]\nname = "dead"\nurl = "http://127.0.0.1:9/"\n')
    (tmp_path / "memory.json").unlink()
    dog.audit(MONDAY)
    assert dog.says(MONDAY + timedelta(hours=20)) == []
    assert ("stuck", "dead") in dog.says(MONDAY + timedelta(hours=25))
    assert told(receiver) == [("raised", "stuck")]


def test_messages_for_a_channel_that_the_job_no_longer_has_are_told(dog, tmp_path):
    dog.write('[[alerts]]\nname = "dead"\nurl = "http://127.0.0.1:9/"\n')
    (tmp_path / "memory.json").unlink()
    dog.audit(MONDAY)
    dog.write("")
    assert "the job no longer has this channel" in dog.reason(MONDAY + timedelta(hours=25))


@pytest.mark.parametrize(
    ("zone", "now", "due"),
    [
        ("Europe/Berlin", "2026-10-25T00:30:00+00:00", "2026-10-24T00:30:00+00:00"),  # 02:30 comes twice
        ("Europe/Berlin", "2026-10-25T00:29:00+00:00", "2026-10-24T00:30:00+00:00"),
        ("Europe/Berlin", "2026-03-29T01:31:00+00:00", "2026-03-29T01:30:00+00:00"),  # 02:30 does not exist
        ("America/New_York", "2026-11-30T12:00:00+00:00", "2026-11-30T07:30:00+00:00"),
        ("Asia/Kolkata", "2026-11-30T12:00:00+00:00", "2026-11-29T21:00:00+00:00"),
    ],
)
def test_a_night_is_due_at_the_zones_own_time(zone, now, due):
    schedule = ScheduleSection(at="02:30")
    found = last_due(schedule, ZoneInfo(zone), datetime.fromisoformat(now))
    if now == "2026-10-25T00:30:00+00:00":
        assert found == datetime.fromisoformat(now)
    else:
        assert found == datetime.fromisoformat(due)


def test_a_schedule_without_days_is_never_due():
    assert last_due(ScheduleSection(days=()), ZoneInfo("UTC"), MONDAY) is None
