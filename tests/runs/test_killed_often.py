"""Night after night is killed at random, at a step or at a moment: no alert is lost, none is told twice.

500 times in `make test-long`, 50 times otherwise. Every tenth night is left alone, so that a message never has
more to tell than fits into it: what it leaves out is only counted, and this test wants each by its key.
"""

import hashlib
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "alerts"))

from alert_nights import Receiver

from auditor.config import load_job
from auditor.runs.checking import problems_of
from auditor.snapshots.repository import Repository

DRIVER = Path(__file__).with_name("killed_at.py")
KILLS = 500 if os.environ.get("AUDITOR_TESTS") == "long" else 50
FOLDERS = 5  # with a tenth of the kills each time, and a new folder after as many
START = datetime(2026, 1, 1, 3, 10, tzinfo=UTC)
ALONE = 10  # of so many nights one is left alone
NEVER = "1000000000"
FIRST_STEPS = 90  # the snapshot, the ledger and the alerts; the pages of many memories come after them
JOB = """
[job]
name = "small"
[[stores]]
name = "memory"
path = "memory.json"
[[alerts]]
name = "ops"
min_severity = "info"
remind_days = 0
"""


def word(*parts):
    """A value that has to do with no other."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:8]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(FOLDERS))
def test_kills_at_random_lose_no_alert_tell_none_twice_and_break_nothing(part, tmp_path):
    chance, kills = random.Random(part), KILLS // FOLDERS
    memory = {f"{word(part, number)}": word(number, "before") for number in range(kills)}
    ended = Counter()
    with closing(Receiver()) as receiver:
        (tmp_path / "job.toml").write_text(f'{JOB}url = "{receiver.url}/hook"\n', encoding="utf-8")
        job = load_job(tmp_path / "job.toml", {})
        at, whole = 0, night(tmp_path, memory, 0, NEVER)
        for number, key in enumerate(list(memory), start=1):
            at += 1
            memory[key] = word(number, "after")
            deadly = some_moment(chance, whole)
            ended[night(tmp_path, memory, at, deadly).code < 0] += 1
            repository = Repository(job.folders.snapshots("memory"))
            assert problems_of(job.folders, "memory", repository) == [], (number, deadly)
            if number % ALONE == 0:
                at += 1
                whole = night(tmp_path, memory, at, NEVER)
                assert whole.code == 1
        messages = {request["headers"]["webhook-id"]: request["body"] for request in receiver.accepted}
    told_in = [json.loads(body)["data"] for body in messages.values()]
    assert [data["omitted"] for data in told_in] == [0] * len(told_in)
    events = [event for data in told_in for event in data["events"]]
    told = Counter(event["keys"][0] for event in events if event["what"] == "finding")
    assert told == Counter(list(memory))
    assert ended[True] > kills // 4
    leftovers = [path.name for path in tmp_path.rglob("*") if path.suffix == ".tmp"]
    assert leftovers == []


@dataclass(frozen=True)
class Ended:
    """How a night ended, after how many seconds, and its steps if nobody killed it."""

    code: int
    seconds: float
    steps: int


def some_moment(chance, whole):
    """When to kill a night that would be as long as ``whole``: at an early step, at any step, or at a time."""
    step = chance.randint(1, chance.choice([FIRST_STEPS, whole.steps]))
    return chance.choice([str(step), f"{chance.uniform(0.05, whole.seconds):.3f}"])


def night(folder, memory, number, deadly):
    """Run one night that is perhaps killed."""
    (folder / "memory.json").write_text(json.dumps(memory), encoding="utf-8")
    at = (START + timedelta(days=number)).isoformat()
    command = [sys.executable, str(DRIVER), deadly, "run", "job.toml", "--at", at]
    began = time.monotonic()
    result = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=120)
    seconds = time.monotonic() - began
    return Ended(result.returncode, seconds, int(result.stderr.split()[-1]) if result.returncode >= 0 else 0)
