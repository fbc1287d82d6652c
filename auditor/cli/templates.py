"""``auditor templates``: the look of the reports, made one's own."""

from pathlib import Path

import click

from auditor.cli.options import PATH, job_option, json_option
from auditor.errors import ExitCode


@click.group()
def templates() -> None:
    """List, copy out and check the templates of the reports.

    A folder named in a job file ([reports] templates) holds your own; a file there stands in for ours of the
    same name, and one that does not work costs a warning in the report, never the report.

    \b
    Examples:
      auditor templates list --job jobs/assistant.toml
      auditor templates export report.css --to my-templates
      auditor templates check my-templates
    """


@templates.command("list")
@job_option
@json_option
def list_(job: Path | None, as_json: bool) -> int:
    """List the templates, their blocks, and which of them the job replaces.

    \b
    Example:
      auditor templates list --job jobs/assistant.toml
    """
    from auditor.cli.output import print_json, say
    from auditor.reports.templating import templates as all_templates

    found = all_templates(_folder_of(job) if job else None)
    if as_json:
        rows = [
            {
                "name": one.name,
                "about": one.about,
                "blocks": one.blocks,
                "replaced_by": str(one.replaced) if one.replaced else None,
            }
            for one in found
        ]
        print_json({"schema_version": 1, "command": "templates list", "templates": rows})
        return ExitCode.OK
    for one in found:
        blocks = f"; blocks: {', '.join(one.blocks)}" if one.blocks else ""
        say(f"{one.name:16} {one.about}{blocks}")
        if one.replaced:
            say(f"{'':16} replaced by {one.replaced}")
    return ExitCode.OK


@templates.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--to", type=PATH, required=True, metavar="DIR", help="The folder to copy them to.")
@click.option("--force", is_flag=True, help="Replace files that are there.")
def export(names: tuple[str, ...], to: Path, force: bool) -> int:
    """Copy the templates called NAME, or all of them, into a folder, to be changed there.

    To change one block only, write a file that extends ours instead (docs/reports.md).

    \b
    Example:
      auditor templates export report.css --to my-templates
    """
    from auditor.cli.output import say
    from auditor.reports.templating import export as copies

    for path in copies(names, to, force=force):
        say(str(path))
    return ExitCode.OK


@templates.command()
@click.argument("folder", metavar="[DIR]", type=PATH, required=False)
@job_option
@json_option
def check(folder: Path | None, job: Path | None, as_json: bool) -> int:
    """Try the templates in DIR, or those of the job, on made-up nights; exits with 1 when one does not work.

    \b
    Example:
      auditor templates check my-templates
    """
    from auditor.cli.output import print_json, say
    from auditor.errors import UsageError
    from auditor.reports.templating import problems

    chosen = folder or (_folder_of(job) if job else None)
    if chosen is None:
        raise UsageError("name a folder of templates, or a job that has one with --job")
    found = list(problems(chosen))
    if as_json:
        print_json({"schema_version": 1, "command": "templates check", "problems": found})
    else:
        for problem in found:
            say(problem)
        say(f"{chosen}: {'has problems' if found else 'works'}")
    return ExitCode.FINDINGS if found else ExitCode.OK


def _folder_of(job: Path) -> Path | None:
    from auditor.cli.jobs import chosen_job

    return chosen_job(job).reports.templates
