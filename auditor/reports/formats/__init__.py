"""An audit in the forms that other programs read."""

from collections.abc import Callable, Mapping

from auditor.records import Audit
from auditor.reports.build import build
from auditor.reports.formats.csvout import csv_text
from auditor.reports.formats.junit import junit_text
from auditor.reports.formats.sarif import sarif_text
from auditor.reports.jsonout import audit_json
from auditor.reports.render import render_html, render_markdown

FORMATS: Mapping[str, Callable[[Audit], str]] = {
    "json": lambda audit: audit_json(audit).decode(),
    "sarif": sarif_text,
    "junit": junit_text,
    "markdown": lambda audit: render_markdown(build(audit)),
    "html": lambda audit: render_html(build(audit)),
    "csv": csv_text,
}
