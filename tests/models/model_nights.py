"""A job with a model, and a night on which the rules are not sure."""

import json
import re
import subprocess
import sys
from datetime import datetime

from auditor.config import load_job
from auditor.records import ALARMS
from auditor.runs import run_job

NIGHT = "2026-11-28T03:10:00+00:00"


class Job:
    """A job with one store that gives rise to alarms of which the rules are not sure."""

    def __init__(self, folder, url):
        self.folder = folder
        self.url = url
        self.extra = ""
        (folder / "chats").mkdir(parents=True)
        self.remember({f"trip.city{number}": "Bruges" for number in range(6)})
        self.run("2026-11-27T03:10:00+00:00")

    def remember(self, content):
        (self.folder / "memory.json").write_text(json.dumps(content), encoding="utf-8")

    def load(self):
        model = (
            f'[llm]\nurl = "{self.url}"\nmodel = "small"\ntimeout_seconds = 5\n{self.extra}\n'
            if self.url
            else ""
        )
        (self.folder / "job.toml").write_text(
            '[job]\nname = "j"\n[[stores]]\nname = "s"\npath = "memory.json"\ntranscripts = ["chats"]\n'
            + model,
            encoding="utf-8",
        )
        return load_job(self.folder / "job.toml", {})

    def run(self, at=NIGHT, **options):
        moment = None if "date" in options or "resume" in options else datetime.fromisoformat(at)
        return run_job(self.load(), at=moment, tell=lambda _: None, **options)

    def report(self):
        text = (self.folder / "reports/j/latest.md").read_text(encoding="utf-8")
        return re.sub(r"`[0-9a-f]{16}…`", "`…`", text.replace(str(self.folder), "FOLDER"))


def unsure_night(job):
    """What the user said is not quite what the memory holds now."""
    turns = [
        {"at": "2026-11-27T12:00:00Z", "role": "user", "content": "Book the museum in the morning."},
        {"at": "2026-11-27T12:01:00Z", "role": "user", "content": "Hotel near the market, please."},
    ]
    (job.folder / "chats/a.jsonl").write_text("\n".join(map(json.dumps, turns)), encoding="utf-8")
    values = {f"trip.city{number}": "Bruges" for number in range(6)}
    values |= {f"wish{number}": f"The user wants the number {number} museum guide" for number in range(5)}
    job.remember(values)


def night(job, url, *options, extra=""):
    """Run the command in a process of its own: exit code, what it wrote to stderr, alarms, report."""
    job.url, job.extra = url, extra
    job.load()
    command = [sys.executable, "-m", "auditor", "run", "job.toml", *options]
    ended = subprocess.run(command, cwd=job.folder, capture_output=True, text=True, timeout=600, check=False)
    found = json.loads((job.folder / "reports/j/latest.json").read_text(encoding="utf-8"))
    alarms = {(one["key"], one["label"], one["kind"]) for one in found["findings"] if one["label"] in ALARMS}
    return ended.returncode, ended.stderr, alarms, job.report()
