"""``auditor serve``: the reports in a browser, with the decisions as buttons."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli.options import PATH, state_option

if TYPE_CHECKING:
    from auditor.folders import Folders
    from auditor.web.site import Site

_LOOPBACK = "127.0.0.1"
_PORT = 8765
_SHORTEST = 16  # characters of a token


@click.command()
@click.argument("job_file", metavar="[JOB.toml]", type=PATH, required=False)
@state_option
@click.option("--host", default=_LOOPBACK, show_default=True, help="Address to listen on.")
@click.option("--port", default=_PORT, show_default=True, help="Port to listen on.")
@click.option(
    "--name", "names", multiple=True, help="Another name that the server answers to; may be repeated."
)
@click.option("--token-file", type=PATH, metavar="FILE", help="Holds the token. Default: AUDITOR_TOKEN.")
def serve(
    job_file: Path | None,
    state: Path | None,
    host: str,
    port: int,
    names: tuple[str, ...],
    token_file: Path | None,
) -> int:
    """Show the reports of JOB.toml, or of the working folder --state, in a browser.

    The page of now has a button for each decision; "Try a memory" asks whether a memory would be admitted;
    /api/openapi.json describes the JSON API. It listens on this machine only. Any other address needs a
    token of at least 16 characters, and something before it that speaks HTTPS.

    \b
    Examples:
      auditor serve jobs/assistant.toml
      AUDITOR_TOKEN_FILE=token auditor serve --host 0.0.0.0 --name audits.example.org

    Needs: pip install 'memory-auditor[web]'
    """
    from auditor.cli.output import say
    from auditor.errors import UsageError

    try:
        import uvicorn

        from auditor.web.app import create_app
    except ImportError as error:
        raise UsageError("auditor serve needs: pip install 'memory-auditor[web]'") from error
    site = _site(job_file, state, host, names, _token(token_file))
    say(f"http://{host}:{port}/ (Ctrl-C ends it)")
    uvicorn.run(create_app(site), host=host, port=port, log_level="warning", server_header=False)
    return 0


def _site(job_file: Path | None, state: Path | None, host: str, names: tuple[str, ...], token: str) -> "Site":
    import shlex

    from auditor.errors import UsageError
    from auditor.web.site import LOOPBACK, Site

    if host not in LOOPBACK and len(token) < _SHORTEST:
        raise UsageError(
            f"{host} can be reached from elsewhere: give a token of at least {_SHORTEST} characters in "
            "AUDITOR_TOKEN or with --token-file"
        )
    hosts = LOOPBACK | {host, *names}
    if job_file is not None:
        from auditor.cli.jobs import chosen_job

        job = chosen_job(job_file, state=state)
        options = f"--state {shlex.quote(str(job.state))}"
        dates = job.job
        return Site(
            job.folders, job.name, token, hosts, job.reports.templates, options, dates.zone, dates.locale
        )
    from auditor.folders import Folders

    folders = Folders(state or Path())
    options = f"--state {shlex.quote(str(state))}" if state else ""
    return Site(folders, _only_job(folders), token, hosts, options=options)


def _only_job(folders: "Folders") -> str:
    """The job whose reports the working folder holds."""
    from urllib.parse import unquote

    from auditor.errors import UsageError

    root = folders.state / "reports"
    jobs = sorted(unquote(path.name) for path in root.iterdir() if path.is_dir()) if root.is_dir() else []
    if len(jobs) != 1:
        there = f"there are {', '.join(jobs)}" if jobs else "there is none yet"
        raise UsageError(f"{root}: name the job file of the reports to show; {there}")
    return jobs[0]


def _token(file: Path | None) -> str:
    import os

    named = file or (Path(os.environ["AUDITOR_TOKEN_FILE"]) if "AUDITOR_TOKEN_FILE" in os.environ else None)
    return named.read_text(encoding="utf-8").strip() if named else os.environ.get("AUDITOR_TOKEN", "")
