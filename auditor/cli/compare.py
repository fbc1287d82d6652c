"""``auditor compare``: two copies of a store and what was said between, no state kept."""

from datetime import datetime
from pathlib import Path

import click

from auditor.cli.options import (
    PATH,
    TimeParam,
    at_option,
    fail_on_option,
    format_option,
    json_option,
    transcripts_option,
)


@click.command()
@click.argument("old", type=PATH)
@click.argument("new", type=PATH)
@transcripts_option
@at_option
@click.option(
    "--since",
    type=TimeParam(),
    metavar="TIME",
    help="When the OLD copy was taken. Default: a day before --at, or just before the first conversation.",
)
@fail_on_option
@format_option
@json_option
def compare(
    old: Path,
    new: Path,
    transcripts: tuple[Path, ...],
    at: datetime | None,
    since: datetime | None,
    fail_on: str | None,
    form: str | None,
    as_json: bool,
) -> int:
    """Audit what changed between the copies OLD and NEW of a store. Nothing is written anywhere.

    OLD and NEW may be files or folders; in folders every store is compared with the one at the same
    relative path.

    \b
    Examples:
      auditor compare monday/memory.json tuesday/memory.json --transcripts chats/
      auditor compare backup/ live/ --at 2026-11-28T06:00:00Z --json
    """
    from auditor.cli.exits import exit_code_of
    from auditor.cli.progress import progress
    from auditor.cli.results import show_audit
    from auditor.runs import compare_paths

    with progress() as tell:
        audit = compare_paths(old, new, transcripts=transcripts, at=at, since=since, tell=tell)
    show_audit(audit, form="json" if as_json else form)
    return exit_code_of(audit, fail_on or "stale")
