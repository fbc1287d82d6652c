"""``auditor log``: decision logs, checked and shown."""

import csv
import sys
from pathlib import Path

import click

from auditor.cli.options import PATH, json_option
from auditor.cli.output import print_json, say
from auditor.errors import ExitCode, UsageError


@click.group()
def log() -> None:
    """Check and show a decision log, as `auditor gate hook --log` writes it.

    \b
    Example:
      auditor log verify gate.jsonl
    """


@log.command()
@click.argument("file", metavar="LOG", type=PATH)
@click.option(
    "--anchor", "anchors", multiple=True, metavar="COUNT:HASH", help="A state that the log once had."
)
@json_option
def verify(file: Path, anchors: tuple[str, ...], as_json: bool) -> int:
    """Say whether LOG was altered: a line edited, removed, moved or put in, its end cut, all written anew.

    The anchor that lies beside the log is used always. One kept elsewhere also shows what somebody changed
    who can write both. The exit code is 1 when something was altered.

    \b
    Examples:
      auditor log verify gate.jsonl
      auditor log verify gate.jsonl --anchor 41:9f86d081...
    """
    from auditor.decision_log import Anchor, problems

    try:
        wanted = [Anchor.of(text) for text in anchors]
    except ValueError as error:
        raise UsageError(str(error)) from error
    found = list(problems(file, wanted))
    if as_json:
        print_json({"schema_version": 1, "command": "log verify", "log": str(file), "problems": found})
    else:
        for problem in found:
            say(problem)
        say(f"{file}: {'altered' if found else 'whole'}")
    return ExitCode.FINDINGS if found else ExitCode.OK


@log.command()
@click.argument("file", metavar="LOG", type=PATH)
@click.option(
    "--format", "form", type=click.Choice(["text", "csv", "json"]), default="text", help="Default: text."
)
def show(file: Path, form: str) -> int:
    """Print the entries of LOG: one a line, as CSV, or as JSON lines.

    \b
    Examples:
      auditor log show gate.jsonl
      auditor log show gate.jsonl --format csv > decisions.csv
    """
    import orjson

    from auditor.decision_log import entries

    table = csv.writer(sys.stdout)
    if form == "csv":
        table.writerow(["seq", "at", "kind", "verdict", "reason", "data"])
    for line in entries(file):
        data = line.get("data") if isinstance(line.get("data"), dict) else {}
        assert isinstance(data, dict)
        shown = orjson.dumps(data).decode()
        verdict, reason = str(data.get("verdict", "")), str(data.get("reason", ""))
        if form == "json":
            say(orjson.dumps(line).decode())
        elif form == "csv":
            cells = (line.get("seq"), line.get("at"), line.get("kind"), verdict, reason, shown)
            table.writerow([_harmless(str(cell)) for cell in cells])
        else:
            say(f"{line.get('seq')}  {line.get('at')}  {line.get('kind')}  {verdict}  {reason or shown}")
    return ExitCode.OK


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
