"""A night's report on disk: Markdown, HTML and JSON by date, the latest of each, and a page of all nights."""

from dataclasses import replace
from pathlib import Path

from auditor.files import write_atomically
from auditor.records import Audit
from auditor.reports.build import build
from auditor.reports.jsonout import audit_json
from auditor.reports.nights import nights_in
from auditor.reports.render import render_html, render_index, render_markdown

INDEX = "index.html"
MODE = 0o600  # a report quotes memories: only its owner reads it, unless they decide otherwise


def write_reports(audit: Audit, folder: Path, date: str, overrides: Path | None = None) -> dict[str, Path]:
    """Write ``<date>.md|.html|.json`` into ``folder``, ``latest.*`` and ``index.html``; the dated paths.

    Each file is written whole or not at all; ``latest.*`` follow when all dated ones are there, and only
    where no report of a later date lies in the folder.

    Args:
        audit: What to report.
        folder: The job's folder, made where there is none.
        date: The audit's date, YYYY-MM-DD.
        overrides: Folder of the user's own templates.
    """
    document = replace(build(audit), index=INDEX)
    contents = {
        "md": render_markdown(document, overrides).encode(),
        "html": render_html(document, overrides).encode(),
        "json": audit_json(audit),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for leftover in folder.glob(".*.tmp"):  # of a run that was killed while it wrote
        leftover.unlink(missing_ok=True)
    paths = {suffix: folder / f"{date}.{suffix}" for suffix in contents}
    for suffix, content in contents.items():
        write_atomically(paths[suffix], content, MODE)
    nights = nights_in(folder)
    if date >= max((night.date for night in nights), default=date):
        for suffix, content in contents.items():
            write_atomically(folder / f"latest.{suffix}", content, MODE)
    write_atomically(folder / INDEX, render_index(document.subject, nights, overrides).encode(), MODE)
    return paths
