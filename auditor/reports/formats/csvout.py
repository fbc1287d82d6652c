"""Findings as comma-separated values, one a line, for a spreadsheet."""

import csv
import io
import json
from typing import Any

from auditor.ledger.codec import finding_document
from auditor.records import Audit
from auditor.reports.shown import visible

COLUMNS = (
    *(
        "id",
        "store",
        "key",
        "previous_key",
        "change",
        "label",
        "kind",
        "severity",
        "confidence",
        "band",
        "state",
    ),
    *("first_seen", "owner", "reason", "before", "after", "advice", "said", "source"),
)
_FORMULA = frozenset("=+-@\t\r")  # what a spreadsheet takes for the start of a formula


def csv_text(audit: Audit) -> str:
    """All findings of ``audit``, also safe ones, under a row of names (RFC 4180).

    A text that a spreadsheet would calculate gets an apostrophe before it.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for store in audit.stores:
        for finding in store.findings:
            row = finding_document(finding)
            last = row["evidence"][-1] if row["evidence"] else {}
            row |= {"said": last.get("text"), "source": last.get("source")}
            writer.writerow([_cell(row[name]) for name in COLUMNS])
    return out.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    shown = visible(text)
    return f"'{shown}" if isinstance(value, str) and shown[:1] in _FORMULA else shown
