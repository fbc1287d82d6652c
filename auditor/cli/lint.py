"""``auditor lint``: how the memories of a store are kept, held against the rules of docs/lint.md."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli.options import PATH, at_option, json_option
from auditor.cli.output import print_json, say
from auditor.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from auditor.discipline.linting import Linted
    from auditor.runs.linting import StoreLint

_SHOWN = 50


@click.command()
@click.argument("path", type=PATH, required=False)
@click.option("--job", "job_file", type=PATH, metavar="JOB.toml", help="The stores of a job.")
@click.option("--previous", type=PATH, metavar="PATH", help="An earlier copy of the store at PATH.")
@at_option
@json_option
def lint(
    path: Path | None, job_file: Path | None, previous: Path | None, at: datetime | None, as_json: bool
) -> int:
    """Check how the memories at PATH are kept, whatever changed last night.

    Seven rules for each record (sourced, scoped, correctable, ended), evidence followed to its roots, what
    the store's own tables and text index say, and twelve questions about the whole. Nothing is written.

    \b
    Examples:
      auditor lint memory.json
      auditor lint audrey.db --previous audrey-yesterday.db
      auditor lint --job jobs/agent.toml --json

    The exit code is 1 when a rule is broken, 3 when a store cannot be read, otherwise 0.
    """
    from auditor.config import load_job
    from auditor.runs.linting import lint_job, lint_path
    from auditor.times import SystemClock

    if (path is None) == (job_file is None):
        raise UsageError("give either a PATH or --job JOB.toml")
    if previous is not None and path is None:
        raise UsageError("--previous is a copy of the store at PATH; a job has copies of its own")
    moment = at or SystemClock().now()
    if path is not None:
        found = lint_path(path, moment, previous)
    else:
        assert job_file is not None
        found = lint_job(load_job(job_file), moment)
    if as_json:
        print_json(_document(found))
    else:
        for one in found:
            _tell(one)
    if any(one.linted is None for one in found):
        return ExitCode.UNREADABLE
    return ExitCode.FINDINGS if any(one.linted and one.linted.violations for one in found) else ExitCode.OK


def _document(found: "list[StoreLint]") -> dict[str, Any]:
    from auditor.discipline.questions import as_json as answered
    from auditor.discipline.questions import scorecard
    from auditor.discipline.violation import as_json

    read = [(one.store, one.linted) for one in found if one.linted is not None]
    return {
        "schema_version": 1,
        "command": "lint",
        "stores": [
            {
                "store": name,
                "kind": linted.kind,
                "records": len(linted.records),
                "unanswered": list(linted.unanswered),
                "questions": [answered(answer) for answer in scorecard(linted.records)],
            }
            for name, linted in read
        ],
        "violations": [as_json(item, name) for name, linted in read for item in linted.violations],
        "not_read": [{"store": one.store, "reason": one.error} for one in found if one.linted is None],
    }


def _tell(one: "StoreLint") -> None:
    if one.linted is None:
        say(f"{one.store}: cannot be read: {one.error}")
        return
    linted = one.linted
    say(f"{one.store}: {linted.kind}, {len(linted.records):,} records, {len(linted.violations):,} breaches")
    if linted.unanswered:
        say(f"  the store cannot say: {', '.join(linted.unanswered)}")
    for item in linted.violations[:_SHOWN]:
        say(f"  {item.severity.value:8} {item.invariant:18} {item.key}: {item.reason}")
    if len(linted.violations) > _SHOWN:
        say(f"  and {len(linted.violations) - _SHOWN:,} more; --json lists them all")
    _tell_questions(linted)


def _tell_questions(linted: "Linted") -> None:
    from auditor.discipline.questions import scorecard

    say("  twelve questions")
    for answer in scorecard(linted.records):
        share = "unknown" if answer.share is None else f"{answer.share:.0%}"
        flags = f"  not: {', '.join(answer.examples)}" if answer.examples else ""
        say(f"  {answer.number:4}. {share:>8}  {answer.question}{flags}")
