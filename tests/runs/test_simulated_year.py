"""A year of nights in which stores, models, disks, the network and the power fail at random, in three zones.

Each night is audited exactly once, covered by a later audit, or reported missing; each alert arrives exactly
once by its id; the snapshots verify, and what is left of them is what the rules say. `make test-long` takes
the whole leap year 2028, the tests otherwise the tenth of it around the change of clocks in autumn.
"""

import errno
import json
import os
import random
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "alerts"))

from alert_nights import Receiver
from faults import FAULTS, PowerCutError

from auditor.alerts import Ports, alerting_of, flush
from auditor.config import load_job
from auditor.ledger import Ledger
from auditor.runs import run_job
from auditor.runs.checking import problems_of
from auditor.runs.pruning import Scope, delete, planned, prune
from auditor.schedules import due_on
from auditor.snapshots.repository import Repository
from auditor.snapshots.retention import Rules

LONG = os.environ.get("AUDITOR_TESTS") == "long"
ZONES = {
    "Europe/Berlin": ("02:30", date(2028, 10, 12)),
    "America/New_York": ("01:30", date(2028, 10, 20)),
    "Australia/Lord_Howe": ("02:10", date(2028, 3, 15)),
}
NIGHTS = 366 if LONG else 37
RULES = Rules(last=2, daily=7, weekly=4, monthly=6)
KEYS = [f"fact {number}" for number in range(8)]
JOB = """
[job]
name = "small"
zone = "{zone}"
[[stores]]
name = "memory"
path = "memory.json"
transcripts = ["chats"]
[schedule]
at = "{at}"
[[alerts]]
name = "ops"
url = "{url}/hook"
min_severity = "info"
remind_days = 0
"""


# A model at a port where nobody listens; the seconds bound how long a night waits for it.
DEAD_MODEL = """
[llm]
url = "http://127.0.0.1:9"
model = "small"
max_seconds = 0.2
"""


class Clock:
    def __init__(self):
        self.moment = datetime(2028, 1, 1, tzinfo=UTC)

    def now(self):
        return self.moment

    def sleep(self, seconds):
        self.moment += timedelta(seconds=seconds)


class Year:
    """A working folder, what its agent does to its memory, and what happens to its nights."""

    def __init__(self, folder, zone, at, url, seed):
        self.folder, self.chance, self.clock = folder, random.Random(seed), Clock()
        text = JOB.format(zone=zone, at=at, url=url)
        (folder / "job.toml").write_text(text, encoding="utf-8")
        (folder / "model.toml").write_text(text + DEAD_MODEL, encoding="utf-8")
        (folder / "chats").mkdir()
        self.job = load_job(folder / "job.toml", {})
        self.with_model = load_job(folder / "model.toml", {})
        self.memory = {key: self._word() for key in KEYS}
        self.told = Counter()
        self.ports = Ports(self.clock, self.clock.sleep, lambda: 0.0)

    def _word(self):
        return "".join(self.chance.choices("bdfgklmnprst", k=3) + self.chance.choices("aeiou", k=3))

    def live(self, day):
        """A day of the agent's: some memories change, some of them because somebody said so."""
        for key in KEYS:
            if self.chance.random() < 0.06:
                self.memory[key] = self._word()
                if self.chance.random() < 0.5:
                    turn = {
                        "role": "user",
                        "content": f"My {key} is {self.memory[key]}",
                        "at": f"{day}T12:00:00Z",
                    }
                    (self.folder / "chats" / f"{day}-{key}.jsonl").write_text(
                        json.dumps(turn), encoding="utf-8"
                    )
        for old in sorted((self.folder / "chats").iterdir())[:-6]:
            old.unlink()

    def night(self, due, fate):
        """One night, due at ``due``, that meets ``fate``."""
        self.clock.moment = due + timedelta(seconds=self.chance.randrange(600))
        store = self.folder / "memory.json"
        store.write_text('{"torn' if fate == "store" else json.dumps(self.memory), encoding="utf-8")
        faults = {"disk": OSError(errno.ENOSPC, "No space left on device"), "power": PowerCutError()}
        if fate in faults:
            FAULTS.after(self.chance.randint(1, 60), faults[fate])
        try:
            job = self.with_model if fate == "model" else self.job
            audit = run_job(job, tell=lambda _: None, ports=self.ports)
        except (OSError, PowerCutError, sqlite3.Error):
            audit = None
        finally:
            FAULTS.off()
        return audit

    def scope(self):
        return Scope(self.job.folders, ["memory"], ["small"], self.job.zone, self.clock, "year")


def fates(chance):
    return chance.choices(
        ["good", "store", "model", "disk", "power", "off", "twice", "network"], [54, 6, 6, 7, 7, 8, 6, 6]
    )[0]


@pytest.mark.slow
@pytest.mark.parametrize("zone", ZONES)
def test_no_night_and_no_alert_of_a_year_is_lost_or_comes_twice(zone, tmp_path):
    at, start = ZONES[zone]
    start = date(2028, 1, 1) if LONG else start
    days = [start + timedelta(days=number) for number in range(NIGHTS)]
    with closing(Receiver()) as receiver:
        year = Year(tmp_path, zone, at, receiver.url, seed=zone)
        for number, day in enumerate(days):
            due = due_on(year.job.schedule, year.job.zone, day)
            fate = "good" if number in (0, NIGHTS - 1) else fates(year.chance)
            year.live(day)
            if fate == "off":
                continue
            failing = year.chance.randint(1, 8) if fate == "network" else 0
            receiver.answers = [year.chance.choice([500, 429, 503, "hang up"]) for _ in range(failing)]
            year.night(due, fate)
            if fate == "twice":
                year.clock.moment += timedelta(hours=5)
                assert run_job(year.job, tell=lambda _: None, ports=year.ports).already is not None
            if number % 30 == 29:
                delete(year.scope())
                prune(year.scope(), RULES)
        receiver.answers = []
        assert flush(alerting_of(year.job), year.ports).undelivered == []
        check_nights(year, days)
        check_alerts(year, receiver)
        check_snapshots(year)


def check_nights(year, days):
    """Each night has one audit, or a later report names it."""
    zone = ZoneInfo(year.job.job.zone)
    with Ledger(year.job.folders.ledger("memory")) as ledger:
        runs = ledger.runs()
    assert all(run.finished for run in runs)
    audited = Counter(run.at.astimezone(zone).date() for run in runs)
    reports = [*(year.folder / "reports").rglob("2*.json")]
    named = {
        date.fromisoformat(text) for report in reports for text in json.loads(report.read_bytes())["missed"]
    }
    assert {day: number for day, number in audited.items() if number > 1} == {}
    pruned_reports = {day for day in audited if not (year.folder / f"reports/small/{day}.json").exists()}
    lost = [day for day in days if day not in audited and day not in named]
    # What a report named that is pruned by now was named in its time; the report after the gap is then gone.
    following = {day: next(after for after in sorted(audited) if after > day) for day in lost}
    assert [day for day in lost if following[day] not in pruned_reports] == []
    assert not named & set(audited)


def check_alerts(year, receiver):
    """Each finding was told once when it was new, under one id; so was each run that failed."""
    messages = {request["headers"]["webhook-id"]: request["body"] for request in receiver.accepted}
    assert len(messages) == len(receiver.accepted)
    events = [event for body in messages.values() for event in json.loads(body)["data"]["events"]]
    assert len({event["id"] for event in events}) == len(events)
    raised = Counter(event["finding"] for event in events if event["turn"] == "raised" and event["finding"])
    with Ledger(year.job.folders.ledger("memory")) as ledger:
        findings = [item.finding for item in ledger.findings() if item.finding.alarm]
    # Two memories that conflict with each other are two findings and one event.
    pairs = {one.id for one in findings if one.kind == "cross_entry"}
    raised = Counter({name: number for name, number in raised.items() if name not in pairs})
    known = [one.id for one in findings if one.id not in pairs]
    assert known
    assert raised == Counter(known)
    failures = [event["turn"] for event in events if event["what"] == "run"]
    assert failures == ["raised", "recovered"] * (len(failures) // 2)


def check_snapshots(year):
    """They verify, and what is left of them is what the rules and the open findings say."""
    repository = Repository(year.job.folders.snapshots("memory"))
    assert problems_of(year.job.folders, "memory", repository) == []
    delete(year.scope())
    prune(year.scope(), RULES)
    delete(year.scope())
    assert problems_of(year.job.folders, "memory", repository) == []
    [left], _ = planned(year.scope(), RULES)
    assert left.gone == []
    assert [copy.id for copy in repository.snapshots()] == list(left.kept)
    monthly = [reason for reasons in left.kept.values() for reason in reasons if reason.startswith("monthly")]
    assert len(monthly) == (6 if LONG else 2)
    for copy in repository.snapshots():
        assert sum(1 for _ in repository.entries(copy)) == len(KEYS)
