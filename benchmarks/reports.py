"""``python -m benchmarks.reports``: CPU seconds and peak memory for reports of 500 and 10,000 findings."""

import resource
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from auditor.records import Audit, Band, ChangeKind, Evidence, Finding, Label, Severity, StoreAudit
from auditor.reports import build, render_html, render_markdown, write_reports

LIMITS = {500: 2.0, 10_000: 20.0}  # CPU seconds for the page in both forms


def night_of(number: int) -> Audit:
    """A night with so many findings, which rest on a hundred conversations."""
    at = datetime(2026, 11, 30, 3, tzinfo=UTC)
    found = [
        Finding(
            store="store",
            key=f"profile.{place}",
            change=ChangeKind.CHANGED,
            label=Label.CONTRADICTION,
            kind="contradicts_user",
            severity=Severity.HIGH,
            confidence=0.9,
            band=Band.ACT,
            reason=f"The user said otherwise in {place}.",
            row="2.contradicts_user",
            before=f"before {place}",
            after=f"after {place}",
            evidence=(Evidence("user", f"words {place}", at, f"chats/{place % 100}.txt", 3),),
            id=f"{place:012x}",
        )
        for place in range(number)
    ]
    return Audit("run", at, [StoreAudit("store", "json", "ok", entries=number, findings=found)], job="bench")


def main() -> None:
    for number, limit in LIMITS.items():
        night = night_of(number)
        start = time.process_time()
        document = build(night)
        render_html(document)
        render_markdown(document)
        page = time.process_time() - start
        with tempfile.TemporaryDirectory() as folder:
            start = time.process_time()
            write_reports(night, Path(folder), "2026-11-30")
            whole = time.process_time() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{number:6,} findings: {page:.2f} s (limit {limit:g}), in all {whole:.2f} s, {peak} MB")


if __name__ == "__main__":
    main()
