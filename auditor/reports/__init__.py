"""What people and programs read in the morning, from one ``records.Audit``."""

from auditor.reports.build import build
from auditor.reports.console import print_summary, summary_lines
from auditor.reports.jsonout import audit_document, audit_json, error_document
from auditor.reports.render import render_html, render_markdown
from auditor.reports.write import write_reports

__all__ = [
    "audit_document",
    "audit_json",
    "build",
    "error_document",
    "print_summary",
    "render_html",
    "render_markdown",
    "summary_lines",
    "write_reports",
]
