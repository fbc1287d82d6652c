"""``auditor doctor``: what is at a path, how it would be audited, and what is wrong with it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli.options import PATH, json_option
from auditor.cli.output import print_json, say
from auditor.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from auditor.runs.examining import Examined


@click.command()
@click.argument("path", type=PATH)
@click.option("--write-job", type=PATH, metavar="JOB.toml", help="Write a job file for what was found.")
@json_option
def doctor(path: Path, write_job: Path | None, as_json: bool) -> int:
    """Say what kind of memory store PATH is, how it would be read, and what is wrong with it.

    PATH is a file or a folder. Each store is read once and nothing is written to it. What the store cannot
    answer (when an entry was written, whose it is) limits what an audit can find.

    \b
    Examples:
      auditor doctor memory.json
      auditor doctor ~/.agent --write-job jobs/agent.toml

    The exit code is 3 when a store cannot be read, otherwise 0.
    """
    from auditor.runs.examining import UNREADABLE, examine, job_name, job_text

    if write_job is not None and write_job.exists():
        raise UsageError(f"{write_job} exists already; name another file for --write-job")
    found = examine(path)
    if write_job is not None:
        from auditor.files import write_atomically

        write_job.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(write_job, job_text(path, found, job_name(write_job)).encode(), 0o644)
    if as_json:
        print_json({"schema_version": 1, "command": "doctor", "stores": [_document(one) for one in found]})
    else:
        for one in found:
            _tell(one)
        if write_job is not None:
            say(f"\nwritten {write_job}; check it with `auditor config check {write_job}`")
    return ExitCode.UNREADABLE if any(one.kind == UNREADABLE for one in found) else ExitCode.OK


def _document(one: "Examined") -> dict[str, object]:
    return {
        "store": one.name,
        "kind": one.kind,
        "reading": one.reading,
        "entries": one.entries,
        "conversations": one.conversations,
        "transcripts_near": [str(path) for path in one.near],
        "unanswered": list(one.unanswered),
        "problems": list(one.problems),
        "notes": list(one.notes),
    }


def _tell(one: "Examined") -> None:
    say(f"{one.name}: {one.kind}")
    if one.reading:
        say(f"  read as        {one.reading}")
        say(f"  entries        {one.entries:,}")
        say(f"  conversations  {_talks(one)}")
    if one.unanswered:
        say(f"  cannot say     {'; '.join(one.unanswered)}")
    for problem in one.problems:
        say(f"  problem        {problem}")
    for note in one.notes:
        say(f"  note           {note}")


def _talks(one: "Examined") -> str:
    if one.conversations:
        return f"{one.conversations:,} kept with the store"
    if one.near:
        return f"none of its own; likely in {', '.join(str(path) for path in one.near)}"
    return "none found; name them with --transcripts, or changes cannot be held against what was said"
