"""The line of crontab.example, run by a real cron daemon."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WAIT = 150  # seconds: cron looks once a minute


@pytest.fixture
def cron_file():
    """A table of cron's own for the time of the test, and a daemon that reads it."""
    if os.geteuid() != 0:
        pytest.skip("only root may give cron a table in /etc/cron.d")
    file = Path(f"/etc/cron.d/memory-auditor-test-{os.getpid()}")
    daemon = subprocess.Popen(["cron", "-f"], stdin=subprocess.DEVNULL)  # leaves at once where one runs
    yield file
    file.unlink(missing_ok=True)
    daemon.terminate()
    daemon.wait()


@pytest.mark.slow
@pytest.mark.needs_cron
def test_the_line_that_init_writes_audits_the_memory_when_cron_starts_it(cron_file, tmp_path):
    folder = tmp_path / "my audits"
    subprocess.run(
        [sys.executable, "-m", "auditor", "init", str(folder)], check=True, capture_output=True, cwd=ROOT
    )
    (folder / "memory.json").write_text(json.dumps({"city": "Oslo"}), encoding="utf-8")
    table = (folder / "crontab.example").read_text(encoding="utf-8")
    (line,) = re.findall(r"^10 3 \* \* \*  (.*)$", table, re.MULTILINE)
    (path,) = re.findall(r"^PATH=.*$", table, re.MULTILINE)
    cron_file.write_text(
        f"{path}\nPYTHONPATH={ROOT}\nSHELL=/bin/sh\n* * * * *  root  {line} >{tmp_path}/out 2>&1\n",
        encoding="utf-8",
    )
    cron_file.chmod(0o644)
    report = folder / "reports" / "assistant" / "latest.json"
    end = time.monotonic() + WAIT
    while not report.exists() and time.monotonic() < end:
        time.sleep(0.5)
    said = (tmp_path / "out").read_text() if (tmp_path / "out").exists() else "cron never started it"
    assert report.exists(), said
    (store,) = json.loads(report.read_bytes())["stores"]
    assert (store["store"], store["status"], store["entries"]) == ("memory", "ok", 1)
