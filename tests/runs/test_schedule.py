"""Nights started by ``auditor schedule``: due once, late within hours, one at a time, and a clean end."""

import json
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from auditor.config import load_job
from auditor.errors import ConfigError
from auditor.runs.scheduling import DueTrigger, Scheduler

JOB = """
[job]
name = "small"
zone = "{zone}"
[[stores]]
name = "memory"
path = "memory.json"
[schedule]
at = "{at}"
"""
WAIT = 30.0


class Clock:
    def __init__(self, moment):
        self.moment = moment

    def now(self):
        return self.moment


@pytest.fixture
def job_file(tmp_path):
    def write(at, zone="UTC", more=""):
        file = tmp_path / "job.toml"
        file.write_text(JOB.format(at=at, zone=zone) + more, encoding="utf-8")
        (tmp_path / "memory.json").write_text(json.dumps({"city": "Oslo"}), encoding="utf-8")
        return file

    return write


def eventually(what):
    """Wait until ``what`` gives something."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.02)
    raise AssertionError("it never came")


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
@pytest.mark.parametrize("at", ["02:15", "01:30", "03:10"])
def test_the_trigger_fires_once_on_each_day_of_a_year_with_its_two_changes_of_clocks(job_file, zone, at):
    trigger = DueTrigger(load_job(job_file(at, zone), {}))
    fired, moment = [], datetime(2028, 1, 1, 12, tzinfo=UTC)
    for _ in range(366):
        moment = trigger.get_next_fire_time(moment, moment)
        fired.append(moment.astimezone(ZoneInfo(zone)).date())
    assert fired == [date(2028, 1, 2) + timedelta(days=number) for number in range(366)]


def planned(scheduler):
    [job] = scheduler._scheduler.get_jobs()
    return job


def test_a_night_missed_by_less_than_the_grace_is_started_at_once_and_an_older_one_is_not(job_file):
    file = job_file("03:10", more="misfire_hours = 4\n")
    due = datetime(2026, 11, 28, 3, 10, tzinfo=UTC)
    assert planned(Scheduler([file], clock=Clock(due + timedelta(hours=3)))).next_run_time == due
    late = planned(Scheduler([file], clock=Clock(due + timedelta(hours=5))))
    assert late.next_run_time == due + timedelta(days=1)
    assert (late.coalesce, late.max_instances, late.misfire_grace_time) == (True, 1, 4 * 3600)


def test_weekdays_are_named_and_a_job_that_is_wrong_is_told_at_the_start(job_file):
    friday = datetime(2026, 11, 27, 12, tzinfo=UTC)
    file = job_file("03:10", more='days = ["mon"]\n')
    assert planned(Scheduler([file], clock=Clock(friday))).next_run_time.date() == date(2026, 11, 30)
    with pytest.raises(ConfigError, match=r"schedule.days\[0\]: should be 'mon'"):
        Scheduler([job_file("03:10", more='days = ["monday"]\n')])


@pytest.fixture
def daemon(job_file, tmp_path):
    """``auditor schedule`` as a process whose night is due now, and what it has logged."""
    started = []

    class Daemon:
        def __init__(self, *options, program=None):
            file = job_file(f"{datetime.now(UTC):%H:%M}")
            self.log = tmp_path / "log"
            command = program or [sys.executable, "-m", "auditor", "schedule", str(file), *options]
            with self.log.open("wb") as log:
                self.process = subprocess.Popen(command, stderr=log, stdout=log, cwd=tmp_path)
            started.append(self.process)

        def lines(self, event):
            rows = [json.loads(line) for line in self.log.read_text().splitlines() if line.startswith("{")]
            return [row for row in rows if row["event"] == event]

    yield Daemon
    for process in started:
        process.kill()
        process.wait()


@pytest.mark.slow
def test_a_due_night_is_audited_the_job_file_is_read_again_and_sigterm_ends_it(daemon, tmp_path):
    running = daemon()
    report = tmp_path / "reports" / "small" / "latest.md"
    eventually(report.exists)
    assert eventually(lambda: running.lines("schedule.ended"))[0]["exit_code"] == 0
    (tmp_path / "job.toml").write_text(JOB.format(at="04:20", zone="UTC"), encoding="utf-8")
    running.process.send_signal(signal.SIGHUP)
    assert "04:20" in eventually(lambda: running.lines("schedule.planned")[1:])[0]["next"]
    (tmp_path / "job.toml").write_text("nonsense = 1", encoding="utf-8")
    running.process.send_signal(signal.SIGHUP)
    assert eventually(lambda: running.lines("schedule.not_reloaded"))
    running.process.send_signal(signal.SIGTERM)
    assert running.process.wait(WAIT) == 0


PROGRAM = """
import sys, pathlib
from auditor.runs.scheduling import Scheduler
from auditor.cli.logs import configure
configure(1)
child = "import time, pathlib; pathlib.Path('began').touch(); time.sleep({sleep}); pathlib.Path('done').touch()"
Scheduler([pathlib.Path('job.toml')], lambda _: [sys.executable, '-c', child]).run({patience})
"""


@pytest.mark.slow
@pytest.mark.parametrize(("sleep", "patience", "finished"), [(1, 20, True), (60, 0.1, False)])
def test_at_the_end_a_night_that_runs_is_waited_for_and_then_abandoned(
    daemon, tmp_path, sleep, patience, finished
):
    program = PROGRAM.format(sleep=sleep, patience=patience)
    running = daemon(program=[sys.executable, "-c", program])
    eventually((tmp_path / "began").exists)
    running.process.send_signal(signal.SIGTERM)
    assert running.process.wait(WAIT) == 0
    assert (tmp_path / "done").exists() == finished
    assert bool(running.lines("schedule.abandoned")) != finished


UNITS = sorted((Path(__file__).parents[2] / "jobs" / "systemd").iterdir())


@pytest.mark.slow
@pytest.mark.needs_systemd
def test_the_units_are_what_systemd_accepts(tmp_path):
    for unit in UNITS:
        name = unit.name.replace("@.", "@assistant.")
        text = unit.read_text(encoding="utf-8").replace("/usr/local/bin/auditor", "/bin/true")
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert verified(tmp_path) == (0, [])


@pytest.mark.slow
@pytest.mark.needs_systemd
def test_the_units_that_init_writes_for_a_folder_with_a_space_are_accepted_too(tmp_path):
    folder = tmp_path / "our 5% audits"
    command = [
        sys.executable,
        "-m",
        "auditor",
        "init",
        str(folder),
        "--with",
        "systemd",
        "--with",
        "schedule",
    ]
    subprocess.run(command, check=True, capture_output=True)
    for unit in UNITS:
        (folder / "systemd" / unit.name).rename(tmp_path / unit.name.replace("@.", "@assistant."))
    assert verified(tmp_path) == (0, [])


def verified(folder):
    """What systemd says about the units in ``folder``, each template as that of the job "assistant"."""
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *sorted(map(str, folder.glob("memory-auditor*.*")))],
        capture_output=True, text=True, check=False,
        env=os.environ | {"SYSTEMD_UNIT_PATH": f"{folder}:"},
    )  # fmt: skip
    return result.returncode, [line for line in result.stderr.splitlines() if "memory-auditor" in line]
