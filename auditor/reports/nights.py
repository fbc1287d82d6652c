"""All nights of a job on one page: their dates, their verdicts, and where to read on."""

import re
from dataclasses import dataclass
from pathlib import Path

from auditor.reports.shown import one_line

_DATED = re.compile(r"\d{4}-\d{2}-\d{2}")
_FIRST_LINE = 400  # characters of a report that hold its verdict


@dataclass(frozen=True, slots=True)
class NightLine:
    """One line of the index."""

    date: str
    verdict: str


def nights_in(folder: Path) -> list[NightLine]:
    """The nights whose Markdown reports lie in ``folder``, the newest first."""
    dated = sorted((path for path in folder.glob("*.md") if _DATED.fullmatch(path.stem)), reverse=True)
    return [NightLine(path.stem, _verdict(path)) for path in dated]


def _verdict(report: Path) -> str:
    """The first line of ``report``: the verdict, by the form that we give all our reports."""
    with report.open(encoding="utf-8", errors="replace") as lines:
        return one_line(lines.readline(_FIRST_LINE).removeprefix("# ").strip(), _FIRST_LINE)
