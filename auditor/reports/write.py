"""A night's report on disk: Markdown, HTML and JSON by date, the latest of each, and a page of all nights."""

from collections.abc import Sequence
from pathlib import Path

from auditor.files import write_atomically
from auditor.records import Audit
from auditor.reports.build import build, report_setting
from auditor.reports.excerpts import Excerpt, Links
from auditor.reports.history.publish import history_setting, publish
from auditor.reports.jsonout import audit_json
from auditor.reports.nights import nights_in
from auditor.reports.pages import report_page, said_page
from auditor.reports.render import render_html, render_markdown
from auditor.reports.said import said_document
from auditor.reports.trust_file import NAME as TRUST
from auditor.reports.trust_file import write_trust
from auditor.trust.trusting import StoreTrust

MODE = 0o600  # a report quotes memories: only its owner reads it, unless they decide otherwise


def write_reports(
    audit: Audit,
    folder: Path,
    date: str,
    overrides: Path | None = None,
    excerpts: Sequence[Excerpt] = (),
    *,
    trust: Sequence[StoreTrust] = (),
) -> dict[str, Path]:
    """Write ``<date>.md|.html|.json``, ``latest.*``, ``trust.json`` and ``index.html``; the dated paths.

    Each file is written whole or not at all; ``latest.*`` and ``trust.json`` follow when all dated ones are
    there, and only where no report of a later date lies in the folder.

    Args:
        audit: What to report.
        folder: The job's folder, made where there is none.
        date: The audit's date, YYYY-MM-DD.
        overrides: Folder of the user's own templates.
        excerpts: The conversations that its findings cite, which get a page of their own.
        trust: How far the entries of its stores may be trusted.
    """
    links = Links(date, excerpts)
    document = build(audit, links)
    contents = {
        "md": render_markdown(document, overrides).encode(),
        "html": render_html(document, overrides).encode(),
        "json": audit_json(audit),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for leftover in folder.glob(".*.tmp"):  # of a run that was killed while it wrote
        leftover.unlink(missing_ok=True)
    _write_said(audit, folder, links, overrides)
    paths = {suffix: folder / f"{date}.{suffix}" for suffix in contents}
    for suffix, content in contents.items():
        write_atomically(paths[suffix], content, MODE)
    nights = nights_in(folder)
    if date >= max((night.date for night in nights), default=date):
        for suffix, content in contents.items():
            write_atomically(folder / f"latest.{suffix}", content, MODE)
        if trust:
            write_trust(audit, trust, folder, MODE)
        else:
            (folder / TRUST).unlink(missing_ok=True)  # it would be taken for tonight's
    setting = history_setting(report_setting(audit))
    publish(folder, document.subject, {night.date: night.verdict for night in nights}, setting, overrides)
    return paths


def _write_said(audit: Audit, folder: Path, links: Links, overrides: Path | None) -> None:
    """The page of what was said, before the report that leads to it."""
    path = folder / said_page(links.date)
    if not links.excerpts:
        path.unlink(missing_ok=True)
        return
    setting = report_setting(audit, links)
    document = said_document(audit, links.excerpts, setting, report_page(links.date))
    write_atomically(path, render_html(document, overrides).encode(), MODE)
