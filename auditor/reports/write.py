"""A night's report on disk: Markdown, HTML and JSON by date, and the latest of each."""

from pathlib import Path

from auditor.files import write_atomically
from auditor.records import Audit
from auditor.reports.build import build
from auditor.reports.jsonout import audit_json
from auditor.reports.render import render_html, render_markdown

MODE = 0o600  # a report quotes memories: only its owner reads it, unless they decide otherwise


def write_reports(audit: Audit, folder: Path, date: str, overrides: Path | None = None) -> dict[str, Path]:
    """Write ``<date>.md|.html|.json`` and ``latest.*`` into ``folder``; their dated paths by format.

    Each file is written whole or not at all; ``latest.*`` follow when all dated ones are there, and only
    where no report of a later date lies in the folder.

    Args:
        audit: What to report.
        folder: The job's folder, made where there is none.
        date: The audit's date, YYYY-MM-DD.
        overrides: Folder of the user's own templates.
    """
    document = build(audit)
    contents = {
        "md": render_markdown(document, overrides).encode(),
        "html": render_html(document, overrides).encode(),
        "json": audit_json(audit),
    }
    folder.mkdir(parents=True, exist_ok=True)
    paths = {suffix: folder / f"{date}.{suffix}" for suffix in contents}
    for suffix, content in contents.items():
        write_atomically(paths[suffix], content, MODE)
    if date >= max(_dates(folder), default=date):
        for suffix, content in contents.items():
            write_atomically(folder / f"latest.{suffix}", content, MODE)
    return paths


def _dates(folder: Path) -> list[str]:
    """The dates of the reports in ``folder``."""
    return [path.stem for path in folder.glob("[0-9]*-[0-9]*-[0-9]*.json")]
