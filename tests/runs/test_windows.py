"""One audit a night: second starts, missed nights, nights cut short, and clocks that go back."""

import json
from datetime import UTC, date, datetime, timedelta

import pytest
from faults import PowerCutError

from auditor.config import load_job
from auditor.errors import ClockError, UsageError
from auditor.ledger import Ledger
from auditor.runs import run_job
from auditor.runs.copying import snapshot_job
from auditor.schedules import last_due, nights_between

FIRST = datetime(2026, 11, 20, 3, 10, tzinfo=UTC)
DAY = timedelta(days=1)
JOB = """
[job]
name = "small"
[[stores]]
name = "memory"
path = "memory.json"
"""
SCHEDULE = '[schedule]\nat = "03:10"\n'


class Clock:
    def __init__(self):
        self.moment = FIRST

    def now(self):
        return self.moment


@pytest.fixture
def night(tmp_path):
    """A job whose nights are run at given times; what the store holds may be set first."""

    class Night:
        def __init__(self):
            self.clock = Clock()
            self.schedule(SCHEDULE)
            self.remember({"city": "Oslo"})

        def schedule(self, text):
            (tmp_path / "job.toml").write_text(JOB + text, encoding="utf-8")
            self.job = load_job(tmp_path / "job.toml", {})

        def remember(self, memory):
            (tmp_path / "memory.json").write_text(json.dumps(memory), encoding="utf-8")

        def unreadable(self):
            (tmp_path / "memory.json").write_text("{", encoding="utf-8")

        def run(self, now, **options):
            self.clock.moment = now
            return run_job(self.job, clock=self.clock, **{"tell": lambda _: None, **options})

        def copy(self, at):
            return snapshot_job(self.job, at=at, tell=lambda _: None, clock=self.clock)

        def runs(self):
            with Ledger(self.job.folders.ledger("memory")) as ledger:
                return [(run.at, run.status) for run in ledger.runs()]

        def report(self, day):
            return (tmp_path / "reports" / "small" / f"{day}.md").read_text(encoding="utf-8")

    return Night()


def test_a_second_start_for_the_same_night_does_nothing_and_says_when_it_was_audited(night):
    assert night.run(FIRST).already is None
    night.remember({"city": "Rome"})
    second = night.run(FIRST + timedelta(hours=20))
    assert (second.already, list(second.stores)) == (FIRST, [])
    assert len(night.runs()) == 1
    assert night.run(FIRST + DAY).already is None


def test_asked_for_again_tonight_is_audited_once_more(night):
    night.run(FIRST)
    night.remember({"city": "Rome"})
    again = night.run(FIRST + timedelta(hours=1), again=True)
    assert [finding.key for finding in again.stores[0].findings if finding.alarm] == ["city"]
    given = night.run(FIRST + timedelta(hours=2), at=FIRST + timedelta(hours=2))
    assert given.already is None


def test_a_scheduler_that_is_minutes_early_does_not_lose_the_night(night):
    night.run(FIRST)
    assert night.run(FIRST + DAY - timedelta(minutes=3)).already is None
    assert night.run(FIRST + DAY + timedelta(minutes=30)).already is not None


def test_a_night_on_which_the_store_could_not_be_read_may_be_started_again(night):
    night.unreadable()
    assert night.run(FIRST).stores[0].status == "unreadable"
    night.remember({"city": "Oslo"})
    assert night.run(FIRST + timedelta(hours=1)).stores[0].status == "ok"


def test_a_job_that_does_not_say_when_it_runs_is_audited_at_each_start(night):
    night.schedule("")
    night.run(FIRST)
    assert night.run(FIRST + timedelta(hours=1)).already is None


def test_after_a_missed_week_one_audit_covers_it_and_names_the_nights(night):
    night.run(FIRST)
    night.remember({"city": "Rome"})
    audit = night.run(FIRST + 4 * DAY)
    assert audit.missed == [date(2026, 11, 21), date(2026, 11, 22), date(2026, 11, 23)]
    assert [finding.key for finding in audit.stores[0].findings if finding.alarm] == ["city"]
    assert "2026-11-21, 2026-11-22, 2026-11-23; this one covers them" in night.report("2026-11-24")
    night.run(FIRST + 5 * DAY)
    before = night.report("2026-11-24")
    night.run(FIRST + 5 * DAY, date=date(2026, 11, 24))
    assert night.report("2026-11-24") == before


def test_nights_on_which_none_was_due_are_not_missed(night):
    night.schedule('[schedule]\nat = "03:10"\ndays = ["fri", "mon"]\n')
    assert night.run(FIRST).missed == []
    assert night.run(FIRST + 3 * DAY).missed == []
    assert night.run(FIRST + 10 * DAY).missed == [date(2026, 11, 27)]


def test_nights_cut_short_are_completed_oldest_first_and_older_ones_are_passed_over_and_named(night):
    night.schedule(f"{SCHEDULE}catch_up = 2\n")
    night.run(FIRST)
    cities = ["Rome", "Bern", "Kyiv", "Lima"]
    for number, city in enumerate(cities, start=1):
        night.remember({"city": city})
        night.copy(FIRST + number * DAY)
    night.run(FIRST + 5 * DAY)
    statuses = [status for _, status in night.runs()]
    assert statuses == ["ok", "passed_over", "passed_over", "ok", "ok", "ok"]
    first_after = night.report("2026-11-23")
    assert "2026-11-21, 2026-11-22; this one covers them" in first_after
    assert "Oslo" in first_after
    assert "Kyiv" in first_after
    night.run(FIRST + 5 * DAY, date=date(2026, 11, 23))
    assert night.report("2026-11-23") == first_after


def test_tonights_memory_is_kept_even_where_completing_an_earlier_night_is_cut_short_each_time(night):
    night.run(FIRST)
    night.remember({"city": "Rome"})
    night.copy(FIRST + DAY)
    for number, city in enumerate(["Bern", "Kyiv"], start=2):
        night.remember({"city": city})
        with pytest.raises(PowerCutError):
            night.run(FIRST + number * DAY, tell=power_cut_at("2026-11-21 again"))
    night.remember({"city": "Lima"})
    night.run(FIRST + 4 * DAY)
    assert [status for _, status in night.runs()] == ["ok"] * 5
    for number, (old, new) in enumerate([("Rome", "Bern"), ("Bern", "Kyiv"), ("Kyiv", "Lima")], start=22):
        report = night.report(f"2026-11-{number}")
        assert old in report
        assert new in report


def test_a_copy_without_an_audit_remembers_the_conversations_that_could_not_be_read(night, tmp_path):
    night.run(FIRST)
    night.schedule('transcripts = ["chats.json"]\n')
    (tmp_path / "chats.json").write_text("{", encoding="utf-8")
    (copied,) = night.copy(FIRST + DAY)
    assert "chats.json" in copied.problem
    (tmp_path / "chats.json").write_text("[]", encoding="utf-8")
    night.run(FIRST + 2 * DAY)
    assert "chats.json" in night.report("2026-11-21")


def power_cut_at(step):
    """A listener that ends the run when it hears of ``step``."""

    def tell(text):
        if step in text:
            raise PowerCutError

    return tell


def test_the_report_writes_dates_as_the_jobs_locale_does(night, tmp_path):
    german = JOB.replace('name = "small"', 'name = "small"\nlocale = "de"', 1)
    (tmp_path / "job.toml").write_text(german, encoding="utf-8")
    night.job = load_job(tmp_path / "job.toml", {})
    night.run(FIRST)
    assert "20.11.2026, 03:10 UTC" in night.report("2026-11-20")


def test_a_clock_that_went_back_is_noticed_and_leaves_the_reports_alone(night):
    night.run(FIRST)
    night.run(FIRST + DAY)
    before = night.report("2026-11-20")
    with pytest.raises(ClockError, match="set back"):
        night.run(FIRST + timedelta(hours=23))
    with pytest.raises(UsageError, match="--at"):
        night.run(FIRST, at=FIRST + timedelta(hours=23))
    assert night.report("2026-11-20") == before
    assert night.run(FIRST + 2 * DAY).stores[0].status == "ok"


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"])
@pytest.mark.parametrize("at", ["00:10", "01:45", "02:15", "02:30", "03:10", "23:50"])
def test_each_day_of_a_year_is_due_exactly_once_whatever_the_clocks_do(night, zone, at):
    from zoneinfo import ZoneInfo

    night.schedule(f'[schedule]\nat = "{at}"\n')
    schedule, place = night.job.schedule, ZoneInfo(zone)
    start = datetime(2028, 1, 1, 12, tzinfo=UTC)
    days = list(nights_between(schedule, place, start, start + 367 * DAY))
    assert len(days) == len(set(days)) == 366
    assert days == sorted(days)
    assert date(2028, 2, 29) in days
    assert last_due(schedule, place, start) <= start
