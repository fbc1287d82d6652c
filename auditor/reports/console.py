"""The report for a terminal: the verdict, what needs eyes in a line each, and where to read on."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.text import Text

from auditor.records import Audit
from auditor.reports import words
from auditor.reports.cards import KEY
from auditor.reports.document import Tone
from auditor.reports.scores import scores_line
from auditor.reports.shown import change_line, one_line
from auditor.reports.verdict import tally, tone, verdict

LINES = 20  # findings that are listed one by one
UNHEARD = 3  # conversations that could not be read: without them a night looks quieter than it was
_COLOURS = {Tone.GOOD: "green", Tone.LOOK: "yellow", Tone.ALARM: "red", Tone.BROKEN: "magenta"}


def summary_lines(audit: Audit, reports: Sequence[Path] = ()) -> list[str]:
    """The summary as plain lines, the verdict first."""
    count = tally(audit)
    lines = [verdict(count, len(audit.stores))]
    lines += [
        f"  {one_line(store.store, KEY)} is {store.status}: {one_line(store.reason, 300)}"
        for store in audit.stores
        if store.status != "ok"
    ]
    for note in count.serious[:LINES]:
        where = one_line(", ".join(note.keys[:3]) or note.store, KEY)
        lines.append(f"  {note.severity:8} {words.kind_words(note.kind)}  {where}")
        lines.append(f"           {one_line(note.reason, 200)}")
    for finding in count.alarms[:LINES]:
        what = f"{words.LABELS[finding.label].lower()}, {words.kind_words(finding.kind)}"
        lines.append(
            f"  {finding.severity:8} {one_line(finding.key, KEY)}  {what}  [{one_line(finding.id, 40)}]"
        )
        if change := change_line(finding.before, finding.after, finding.key):
            lines.append(f"           {change}")
        lines.append(f"           {one_line(words.reason(finding), 200)}")
    if len(count.alarms) > LINES:
        lines.append(f"  and {len(count.alarms) - LINES:,} more in the report")
    unheard = [item for store in audit.stores for item in store.not_checked if item.what == "conversation"]
    lines += [f"  {one_line(item.reason, 300)}" for item in unheard[:UNHEARD]]
    if count.not_checked:
        lines.append(f"Not checked: {count.not_checked:,}, each with its reason in the report.")
    lines.append(f"Scores: {scores_line(audit)}")
    lines += [f"Report: {one_line(str(path), 1_000)}" for path in reports]
    return lines


def print_summary(audit: Audit, reports: Sequence[Path] = (), file: TextIO | None = None) -> None:
    """Print the summary, the verdict in colour where ``file`` is a terminal and NO_COLOR is not set."""
    out = file or sys.stdout
    first, *rest = summary_lines(audit, reports)
    if out.isatty() and not os.environ.get("NO_COLOR"):
        Console(file=out, soft_wrap=True).print(
            Text(first, style=f"bold {_COLOURS.get(tone(tally(audit)), 'default')}")
        )
    else:
        out.write(first + "\n")
    out.writelines(f"{line}\n" for line in rest)
