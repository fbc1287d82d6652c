"""Night after night is killed at random, at a step or at a moment: no alert is lost, none is told twice.

500 times in `make test-long`, 50 times otherwise.
"""

import hashlib
import json
import os
import random
import subprocess
import sys
from collections import Counter
from contextlib import closing
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
MOST = 90  # steps of a run that sends something
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
        night(tmp_path, memory, 0, "1000000000")
        for number, key in enumerate(list(memory), start=1):
            memory[key] = word(number, "after")
            deadly = str(chance.randint(1, MOST)) if number % 2 else f"{chance.uniform(0.05, 1.5):.3f}"
            ended[night(tmp_path, memory, number, deadly) < 0] += 1
            repository = Repository(job.folders.snapshots("memory"))
            assert problems_of(job.folders, "memory", repository) == [], (number, deadly)
        assert night(tmp_path, memory, kills + 1, "1000000000") == 1
        messages = {request["headers"]["webhook-id"]: request["body"] for request in receiver.accepted}
    events = [event for body in messages.values() for event in json.loads(body)["data"]["events"]]
    told = Counter(event["keys"][0] for event in events if event["what"] == "finding")
    assert told == Counter(list(memory))
    assert ended[True] > kills // 4
    leftovers = [path.name for path in tmp_path.rglob("*") if path.suffix == ".tmp"]
    assert leftovers == []


def night(folder, memory, number, deadly):
    """Run one night that is perhaps killed; how it ended."""
    (folder / "memory.json").write_text(json.dumps(memory), encoding="utf-8")
    at = (START + timedelta(days=number)).isoformat()
    command = [sys.executable, str(DRIVER), deadly, "run", "job.toml", "--at", at]
    result = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=120)
    return result.returncode
