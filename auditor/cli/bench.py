"""``auditor bench``: how often the auditor is right, on cases whose right answer is known."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli.options import PATH, json_option

if TYPE_CHECKING:
    from auditor.runs.advising import Advisers


@click.command()
@click.argument("file", metavar="FILE.jsonl", type=PATH)
@click.option(
    "--predictions", type=PATH, metavar="OUT.jsonl", help="Write one prediction a line to this file."
)
@click.option(
    "--judge",
    "job_file",
    type=PATH,
    metavar="JOB.toml",
    help="Ask the models of JOB.toml: for second opinions on scenarios, alone on pairs and support lines.",
)
@json_option
def bench(file: Path, predictions: Path | None, job_file: Path | None, as_json: bool) -> int:
    """Audit each labelled case of FILE.jsonl and print precision, recall and F1 of each label.

    The file holds one JSON object a line, all of one kind: scenarios (a store before and after, and what
    was said), pairs of statements, claims with a transcript, or updates.

    \b
    Examples:
      auditor bench cases.jsonl
      auditor bench cases.jsonl --json --predictions answers.jsonl
      auditor bench pairs.jsonl --judge jobs/assistant.toml
    """
    import time

    import orjson

    from auditor.bench.files import read_bench
    from auditor.bench.running import as_text, run
    from auditor.cli.output import print_json, say
    from auditor.files import write_atomically
    from auditor.models.panel import NO_MODELS

    advisers = _advisers(job_file) if job_file else None
    started = time.monotonic()
    figures, lines = run(read_bench(file), advisers.models() if advisers else NO_MODELS)
    if advisers is not None:
        figures = {**figures, "models": advisers.costs() | {"seconds": round(time.monotonic() - started, 1)}}
    if predictions is not None:
        content = b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines)
        write_atomically(predictions, content, 0o644)
    if as_json:
        print_json(figures)
    else:
        say(as_text(figures).rstrip("\n"))
    return 0


def _advisers(job_file: Path) -> "Advisers":
    from auditor.cli.jobs import chosen_job
    from auditor.errors import UsageError
    from auditor.runs.advising import advisers_of

    advisers = advisers_of(chosen_job(job_file))
    if advisers is None:
        raise UsageError(f"{job_file} names no model under [llm] or [semantic]; see docs/models.md")
    return advisers
