"""What runs out or is taken away: each time a documented exit code and one line, and the next run recovers."""

import errno
import json
import os
import socket
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner
from faults import FAULTS

from auditor.alerts import Ports
from auditor.cli import auditor
from auditor.cli.exits import exit_code_of
from auditor.config import load_job
from auditor.runs import run_job

FIRST = datetime(2026, 11, 1, 3, 10, tzinfo=UTC)
JOB = '[job]\nname = "small"\n[[stores]]\nname = "memory"\npath = "memory.json"\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "job.toml").write_text(JOB, encoding="utf-8")
    (tmp_path / "memory.json").write_text(json.dumps({"city": "Oslo"}), encoding="utf-8")
    assert run(tmp_path, 0).exit_code == 0
    (tmp_path / "memory.json").write_text(json.dumps({"city": "Rome"}), encoding="utf-8")
    yield tmp_path
    FAULTS.off()


def run(folder, night):
    at = (FIRST + timedelta(days=night)).isoformat()
    return CliRunner().invoke(auditor, ["run", str(folder / "job.toml"), "--at", at], prog_name="auditor")


FULL = [(errno.ENOSPC, after) for after in (1, 2, 5, 9, 14, 20, 27)]
TAKEN = [(reason, 5) for reason in (errno.EDQUOT, errno.EROFS, errno.EACCES)]


@pytest.mark.parametrize(("reason", "after"), FULL + TAKEN)
def test_a_disk_that_takes_nothing_more_is_degraded_in_one_line_and_the_next_night_recovers(
    folder, reason, after
):
    FAULTS.after(after, OSError(reason, os.strerror(reason)), folder, lasting=True)
    broken = run(folder, 1)
    FAULTS.off()
    assert broken.exit_code in (3, 4), broken.output
    assert "Traceback" not in broken.output
    if broken.exit_code == 4 and broken.stderr:
        assert broken.stderr.count("\n") == 1
        assert os.strerror(reason) in broken.stderr
    after_it = run(folder, 2)
    assert after_it.exit_code == 1, after_it.output
    assert "city" in after_it.stdout
    verified = CliRunner().invoke(auditor, ["verify", "--job", str(folder / "job.toml")])
    assert verified.exit_code == 0
    assert not [path for path in folder.rglob("*.tmp") if "reports" not in path.parts]


def test_a_template_that_cannot_be_read_costs_a_warning_in_the_report(folder):
    (folder / "job.toml").write_text(f'{JOB}[reports]\ntemplates = "mine"\n', encoding="utf-8")
    (folder / "mine" / "report.html.j2").mkdir(parents=True)
    (folder / "mine" / "report.md.j2").write_text("{% broken", encoding="utf-8")
    assert run(folder, 1).exit_code == 1
    assert "could not be used" in (folder / "reports" / "small" / "latest.md").read_text(encoding="utf-8")


class Clock:
    def __init__(self):
        self.moment = FIRST

    def now(self):
        return self.moment

    def sleep(self, seconds):
        self.moment += timedelta(seconds=seconds)


def night_with(folder, url, jump=None):
    """The exit code of a night whose alerts go to ``url``, and what the report says about them."""
    (folder / "job.toml").write_text(
        f'{JOB}[[alerts]]\nname = "ops"\nmin_severity = "info"\nurl = "{url}"\n', encoding="utf-8"
    )
    job, clock = load_job(folder / "job.toml", {}), Clock()
    clock.moment = FIRST + timedelta(days=1)

    def tell(_):
        if jump is not None:
            clock.moment += jump

    audit = run_job(job, tell=tell, ports=Ports(clock, clock.sleep, lambda: 0.0))
    return exit_code_of(audit, "stale"), [one.reason for one in audit.stores[0].not_checked]


def test_where_no_name_can_be_resolved_the_alert_waits_and_the_night_is_degraded(folder):
    code, reasons = night_with(folder, "http://nobody.invalid/hook")
    assert code == 4
    assert any("1 alert waits for the channel ops" in reason for reason in reasons)


def test_an_endpoint_that_takes_the_message_and_never_answers_is_given_up(folder, monkeypatch):
    from auditor.alerts import http

    monkeypatch.setattr(http, "TIMEOUTS", (1, 0.2))
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        taken = []
        threading.Thread(
            target=lambda: [taken.append(server.accept()) for _ in range(9)], daemon=True
        ).start()
        code, reasons = night_with(folder, f"http://127.0.0.1:{server.getsockname()[1]}/hook")
    assert code == 4
    assert any("no answer within" in reason for reason in reasons)
    assert 2 <= len(taken) <= 6


MILLISECOND, HOUR = timedelta(milliseconds=1), timedelta(hours=1)


@pytest.mark.parametrize("jump", [MILLISECOND, -MILLISECOND, HOUR, -HOUR])
def test_a_clock_that_jumps_while_a_night_runs_changes_nothing(folder, jump):
    code, reasons = night_with(folder, "http://nobody.invalid/hook", jump)
    assert code == 4
    assert len(reasons) == 1
    (folder / "job.toml").write_text(JOB, encoding="utf-8")
    assert run(folder, 3).exit_code == 1
