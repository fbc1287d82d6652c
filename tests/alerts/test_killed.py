"""SIGKILL anywhere between a finding and its receiver: nothing is lost, and nothing is told under two ids."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).with_name("killed_telling.py")
NEVER = 10**9
KILLED = -9
POINTS = 100 if os.environ.get("AUDITOR_TESTS") == "long" else 12


def tell(folder, url, deadly=NEVER):
    command = [sys.executable, str(DRIVER), str(deadly), str(folder), url]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    """How many points there are to be killed at."""
    from contextlib import closing

    from alert_nights import Receiver

    with closing(Receiver()) as receiver:
        return int(tell(tmp_path_factory.mktemp("whole"), receiver.url).stdout)


@pytest.mark.slow
@pytest.mark.parametrize("point", range(POINTS))
def test_a_telling_that_is_killed_anywhere_is_completed_by_the_next(point, calls, tmp_path, receiver):
    deadly = 1 + point * calls // POINTS
    assert tell(tmp_path, receiver.url, deadly).returncode == KILLED
    before = len(receiver.accepted)
    assert tell(tmp_path, receiver.url).returncode == 0

    for path in ("/first", "/second"):
        requests = [request for request in receiver.accepted if request["path"] == path]
        assert len({request["headers"]["webhook-id"] for request in requests}) == 1
        keys = [event["keys"][0] for event in json.loads(requests[0]["body"])["data"]["events"]]
        assert sorted(keys) == ["one", "two"]
    assert len(receiver.accepted) <= 2 + 1  # the one that was under way may come again, under its id
    accepted = len(receiver.accepted)
    assert tell(tmp_path, receiver.url).returncode == 0
    assert len(receiver.accepted) == accepted >= before
