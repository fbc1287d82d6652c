"""The dead man's switch hears of a run, and a ping never changes how one ends."""

from urllib.parse import parse_qs, urlsplit

import pytest

from auditor.alerts.pings import MAX_BYTES, pinged
from auditor.errors import ExitCode, LedgerError, LockedError


def run(url, code=ExitCode.OK, steps=()):
    with pinged(url, lambda _: None) as ping:
        for step in steps:
            ping.tell(step)
        ping.ends(code, "one line")


def paths(receiver):
    return [urlsplit(request["path"]).path for request in receiver.got]


def test_a_run_is_pinged_at_its_start_and_end_with_the_same_id(receiver):
    run(f"{receiver.url}/ping/abc", steps=["memory: reading"])
    assert paths(receiver) == ["/ping/abc/start", "/ping/abc"]
    runs = {parse_qs(urlsplit(request["path"]).query)["rid"][0] for request in receiver.got}
    assert len(runs) == 1
    body = receiver.got[1]["body"].decode()
    assert body.splitlines()[0].endswith("memory: reading")
    assert body.splitlines()[1].endswith("one line")


def test_findings_are_a_run_that_did_what_it_should(receiver):
    run(f"{receiver.url}/abc", ExitCode.FINDINGS)
    assert paths(receiver)[1] == "/abc"


@pytest.mark.parametrize("code", [ExitCode.UNREADABLE, ExitCode.DEGRADED])
def test_a_run_that_went_wrong_pings_its_exit_code(receiver, code):
    run(f"{receiver.url}/abc", code)
    assert paths(receiver)[1] == f"/abc/{code.value}"


def test_an_expected_failure_pings_its_exit_code_and_is_raised(receiver):
    with pytest.raises(LedgerError), pinged(f"{receiver.url}/abc", lambda _: None):
        raise LedgerError("damaged")
    assert paths(receiver)[1] == "/abc/3"
    assert receiver.got[1]["body"].endswith(b"ended: ledger")


def test_a_run_that_is_broken_off_pings_fail(receiver):
    with pytest.raises(KeyboardInterrupt), pinged(f"{receiver.url}/abc", lambda _: None):
        raise KeyboardInterrupt
    assert paths(receiver)[1] == "/abc/fail"


def test_a_run_that_left_because_another_is_at_work_is_only_logged(receiver):
    with pytest.raises(LockedError), pinged(f"{receiver.url}/abc", lambda _: None):
        raise LockedError("already running")
    assert paths(receiver)[1] == "/abc/log"


def test_a_query_in_the_address_stays(receiver):
    run(f"{receiver.url}/push/x?status=up")
    assert [parse_qs(urlsplit(request["path"]).query)["status"] for request in receiver.got] == [["up"]] * 2


@pytest.mark.parametrize("url", [None, "http://127.0.0.1:9/abc"])
def test_without_a_switch_or_with_a_dead_one_the_run_goes_on(url):
    heard = []
    with pinged(url, heard.append) as ping:
        ping.tell("step")
    assert heard == ["step"]


def test_a_switch_that_says_no_changes_nothing(receiver):
    receiver.answers = [404, 500]
    run(f"{receiver.url}/abc")
    assert len(receiver.got) == 2


def test_the_body_is_the_end_of_a_long_log(receiver):
    run(f"{receiver.url}/abc", steps=[f"step {number} {'x' * 100}" for number in range(1_000)])
    body = receiver.got[1]["body"]
    assert len(body) <= MAX_BYTES
    assert body.endswith(b"one line")
