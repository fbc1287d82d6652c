"""SIGKILL at any point of a run with alerts: what was found is told, and never under two ids."""

import json
import os
import shutil
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

DRIVER = Path(__file__).with_name("killed_at.py")
NEVER = 10**9
KILLED = -9
POINTS = 40 if os.environ.get("AUDITOR_TESTS") == "long" else 6
JOB = """
[job]
name = "small"
[[stores]]
name = "memory"
path = "memory.json"
[policy]
critical_keys = ["allergy"]
[[alerts]]
name = "ops"
"""


@pytest.fixture(scope="module")
def receiver():
    """A web address on this machine and what was posted to it."""
    posted = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            posted.append((self.headers["webhook-id"], json.loads(body)["data"]["events"]))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *args):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", posted
        server.shutdown()


def run(folder, night, deadly=NEVER):
    command = [
        sys.executable,
        str(DRIVER),
        str(deadly),
        "run",
        "job.toml",
        "--at",
        f"2026-11-{night}T03:10:00Z",
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=folder)


@pytest.fixture(scope="module")
def first_night(tmp_path_factory, receiver):
    """The folder after one night, with the allergy changed since, and how many steps the next night takes."""
    url, posted = receiver
    folder = tmp_path_factory.mktemp("first")
    (folder / "job.toml").write_text(f'{JOB}url = "{url}"\n', encoding="utf-8")
    (folder / "memory.json").write_text(json.dumps({"allergy": "peanuts", "city": "Porto"}), encoding="utf-8")
    assert run(folder, 27).returncode == 0
    (folder / "memory.json").write_text(json.dumps({"allergy": "none", "city": "Porto"}), encoding="utf-8")
    whole = tmp_path_factory.mktemp("whole") / "state"
    shutil.copytree(folder, whole)
    steps = int(run(whole, 28).stderr.split()[-1])
    (allergy,) = [event for _, events in posted for event in events]
    assert (allergy["turn"], allergy["severity"], allergy["keys"]) == ("raised", "critical", ["allergy"])
    return folder, steps


@pytest.mark.slow
@pytest.mark.parametrize("point", range(POINTS))
def test_a_finding_is_told_wherever_the_run_that_found_it_was_killed(point, tmp_path, receiver, first_night):
    (before, steps), posted = first_night, receiver[1]
    folder = tmp_path / "state"
    shutil.copytree(before, folder)
    posted.clear()
    assert run(folder, 28, 1 + point * steps // POINTS).returncode == KILLED
    assert run(folder, 29).returncode == 1
    told = {(identity, event["keys"][0], event["turn"]) for identity, events in posted for event in events}
    assert [(key, turn) for _, key, turn in told] == [("allergy", "raised")]
    arrived = len(posted)
    run(folder, 30)
    assert len(posted) == arrived
