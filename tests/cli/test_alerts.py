"""``auditor alerts`` and ``auditor watchdog``, and what a run does about alerts, from the outside."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

NIGHT = "2026-11-30T03:10:00Z"


@pytest.fixture
def hook():
    """A web address on this machine, the paths and bodies that were posted to it, and the status it answers."""

    class Hook:
        status = 204
        url, got = "", ()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            Hook.got.append(
                (self.path.partition("?")[0], self.rfile.read(int(self.headers["Content-Length"])))
            )
            self.send_response(Hook.status)
            self.end_headers()

        def log_message(self, *args):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        Hook.url, Hook.got = f"http://127.0.0.1:{server.server_port}", []
        yield Hook
        server.shutdown()


@pytest.fixture
def job(tmp_path, hook):
    """A job whose store cannot be read, so that every first run has something to tell."""
    (tmp_path / "job.toml").write_text(
        '[job]\nname = "small"\n[[stores]]\nname = "memory"\npath = "memory.json"\n'
        f'[[alerts]]\nname = "ops"\nurl = "{hook.url}/secret-path"\n[ping]\nurl = "{hook.url}/ping"\n',
        encoding="utf-8",
    )


def test_a_run_tells_and_pings(job, call, hook):
    assert call("run", "job.toml", "--at", NIGHT).exit_code == 3
    assert [path for path, _ in hook.got] == ["/ping/start", "/secret-path", "/ping/3"]
    assert json.loads(hook.got[1][1])["data"]["events"][0]["kind"] == "unreadable"


def test_a_date_that_is_audited_again_tells_and_pings_nobody(job, call, hook):
    call("run", "job.toml", "--at", NIGHT)
    call("run", "job.toml", "--date", "2026-11-30")
    assert len(hook.got) == 3


def test_what_could_not_be_delivered_makes_the_exit_code_4_and_is_sent_by_flush(
    job, call, document, hook, tmp_path
):
    (tmp_path / "memory.json").write_text("{}", encoding="utf-8")
    call("run", "job.toml", "--at", "2026-11-29T03:10:00Z")
    (tmp_path / "memory.json").unlink()
    hook.status = 404
    call("run", "job.toml", "--at", NIGHT)
    (tmp_path / "memory.json").write_text("{}", encoding="utf-8")
    result = call("run", "job.toml", "--at", "2026-12-01T03:10:00Z", "--json")
    assert result.exit_code == 4
    audit = json.loads(result.stdout)
    assert "2 alerts wait for the channel ops: it answered 404 Not Found" in audit["not_checked"][0]["reason"]
    assert audit["stores"][0]["counts"]["alerts.undelivered"] == 2

    report = (tmp_path / "reports/small/2026-12-01.md").read_bytes()
    assert b"2 alerts could not be delivered" in report
    hook.status = 204
    call("run", "job.toml", "--date", "2026-12-01")
    assert (tmp_path / "reports/small/2026-12-01.md").read_bytes() == report
    assert call("alerts", "flush", "job.toml").exit_code == 4
    assert call("alerts", "test", "job.toml").exit_code == 0
    flushed = document("alerts", "flush", "job.toml")
    assert (flushed["delivered"], flushed["undelivered"]) == (2, [])


def test_a_message_that_waits_is_listed_without_the_address(job, call, document, hook):
    hook.status = 404
    call("run", "job.toml", "--at", NIGHT)
    text = call("alerts", "list", "job.toml").stdout
    assert "1 tries  it answered 404 Not Found" in text
    assert "ops is left alone" in text
    assert "secret-path" not in text
    listed = document("alerts", "list", "job.toml")
    assert [(one["channel"], one["delivered_at"]) for one in listed["messages"]] == [("ops", None)]


def test_delivered_messages_are_listed_when_asked_for(job, call, document):
    call("run", "job.toml", "--at", NIGHT)
    assert document("alerts", "list", "job.toml")["messages"] == []
    (message,) = document("alerts", "list", "job.toml", "--all")["messages"]
    assert message["delivered_at"] is not None


def test_a_test_message_says_which_channel_works(job, call, document, hook):
    assert document("alerts", "test", "job.toml")["channels"] == {"ops": None}
    assert json.loads(hook.got[-1][1])["type"] == "audit.test"
    hook.status = 403
    result = call("alerts", "test", "job.toml", "ops")
    assert result.exit_code == 4
    assert result.stdout == "ops: it answered 403 Forbidden\n"


def test_a_channel_or_alerts_that_the_job_does_not_have_are_usage(job, call, tmp_path):
    result = call("alerts", "test", "job.toml", "nope")
    assert result.exit_code == 2
    assert "there are ops" in result.output
    text = (tmp_path / "job.toml").read_text(encoding="utf-8")
    (tmp_path / "job.toml").write_text(text.partition("[[alerts]]")[0], encoding="utf-8")
    assert call("alerts", "flush", "job.toml").exit_code == 2


def test_the_watchdog_exits_with_1_when_something_is_wrong_and_says_what(call, document, hook, job, tmp_path):
    (tmp_path / "memory.json").write_text("{}", encoding="utf-8")
    call("run", "job.toml")
    assert call("watchdog", "job.toml").stdout == "small: all is well\n"
    call("run", "job.toml", "--state", "old", "--at", "2020-01-01")
    result = call("watchdog", "job.toml", "--state", "old")
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "memory: the last audit is too old: the last finished audit is of 2020-01-01"
    )
    assert document("watchdog", "job.toml", "--state", "old")["problems"][0]["kind"] == "overdue"


def test_the_watchdog_exits_with_4_when_nobody_could_be_told(call, hook, job):
    call("run", "job.toml", "--at", "2020-01-01")
    hook.status = 410
    assert call("watchdog", "job.toml").exit_code == 4


def test_config_check_tells_an_address_that_matches_no_service(call, job, tmp_path):
    pytest.importorskip("apprise")
    text = (tmp_path / "job.toml").read_text(encoding="utf-8")
    (tmp_path / "job.toml").write_text(
        text + '[[alerts]]\nname = "mail"\nkind = "apprise"\nurl = "nope://secret"\n', encoding="utf-8"
    )
    result = call("config", "check", "job.toml")
    assert result.exit_code == 2
    assert "alerts: mail: its address matches no service of Apprise" in result.stdout
    assert "nope://secret" not in result.stdout
