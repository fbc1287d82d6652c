"""The model's server is killed at any moment of a night, as another process than the night's."""

import os
import random
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from model_nights import NIGHT, Job, night, unsure_night

KILLS = 50 if os.environ.get("AUDITOR_TESTS") == "long" else 5
CALLS = 13  # eight questions with a known answer and five of the night

pytestmark = pytest.mark.slow


@contextmanager
def server(call=-1, share=0.0):
    """The address of an endpoint that dies in its ``call``-th answer."""
    program = Path(__file__).with_name("mortal_endpoint.py")
    command = [sys.executable, program, str(call), str(share)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        process.kill()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    job = Job(tmp_path_factory.mktemp("undisturbed") / "work", None)
    unsure_night(job)
    with server() as url:
        return night(job, url, "--at", NIGHT, "--fail-on", "never")


@pytest.mark.parametrize("seed", range(KILLS))
def test_a_killed_server_costs_no_finding_and_resuming_gives_the_report_of_a_night_undisturbed(
    tmp_path, undisturbed, seed
):
    chance = random.Random(seed)
    job = Job(tmp_path / "work", None)
    unsure_night(job)
    with server(chance.randrange(CALLS), chance.choice([0.0, 0.01, 0.5, 0.99])) as url:
        code, said, alarms, _ = night(job, url, "--at", NIGHT, "--fail-on", "never", extra="max_seconds = 3")
    assert (code, alarms) == (4, undisturbed[2])
    assert "Traceback" not in said

    with server() as url:
        code, said, alarms, report = night(job, url, "--resume", "--fail-on", "never")
    assert (code, alarms, report) == (0, undisturbed[2], undisturbed[3])
    assert "Traceback" not in said


def test_the_night_that_is_undisturbed_asks_all_and_finds_five(undisturbed):
    code, said, alarms, report = undisturbed
    assert (code, len(alarms), report.count("A model agrees")) == (0, 5, 5)
    assert "Traceback" not in said
