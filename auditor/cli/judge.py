"""``auditor judge``: whether the model that gives second opinions is worth asking."""

from pathlib import Path

import click

from auditor.cli.options import PATH, json_option
from auditor.errors import ExitCode


@click.group()
def judge() -> None:
    """Try out the model that gives second opinions.

    \b
    Example:
      auditor judge check jobs/assistant.toml
    """


@judge.command()
@click.argument("job_file", metavar="JOB.toml", type=PATH)
@json_option
def check(job_file: Path, as_json: bool) -> int:
    """Put questions with a known answer to the models that JOB.toml names, as each night does first.

    A model that gives one answer to everything, or gets too few right (llm.least_accuracy), is not asked in a
    night. Exits with 4 when that is so, or when a model cannot be reached.

    \b
    Example:
      auditor judge check jobs/assistant.toml
    """
    from auditor.cli.jobs import chosen_job
    from auditor.cli.output import print_json, say
    from auditor.errors import UsageError
    from auditor.runs.advising import advisers_of, report_on

    advisers = advisers_of(chosen_job(job_file))
    if advisers is None or not advisers.judges:
        raise UsageError(f"{job_file} names no model under [llm] or semantic.nli; see docs/models.md")
    reports = [report_on(one) for one in advisers.judges]
    if as_json:
        print_json({"schema_version": 1, "command": "judge check", "judges": reports})
    else:
        for one in reports:
            right = f"{one['right']} of {one['asked']} right"
            say(f"{one['judge']}: {right}; {one['problem'] or 'it will be asked'}")
    return ExitCode.DEGRADED if any(one["problem"] for one in reports) else ExitCode.OK
