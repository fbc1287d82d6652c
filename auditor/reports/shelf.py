"""The dated reports of one job: taken out, put back, deleted."""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from auditor.reports.history.publish import publish_anew

_DATED = re.compile(r"(\d{4}-\d{2}-\d{2})(?:-[a-z]+)?\.(?:md|html|json)")
OUT = "pruned"


class Shelf:
    """The reports in one job's folder; those taken out lie in the folder ``pruned`` in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._out = folder / OUT

    def days(self) -> list[date]:
        """The days that have a report, the oldest first."""
        return sorted({day for _, day in _dated(self.folder)})

    def take_out(self, days: Iterable[str]) -> None:
        """Move the reports of ``days`` (YYYY-MM-DD) aside."""
        going = set(days)
        files = [path for path, day in _dated(self.folder) if day.isoformat() in going]
        if files:
            self._out.mkdir(mode=0o700, exist_ok=True)
            self._move(files, self._out)

    def put_back(self) -> list[str]:
        """Move what was taken out back; the days. A report that was made anew since stays."""
        found = list(_dated(self._out))
        self._move([path for path, _ in found if not (self.folder / path.name).exists()], self.folder)
        return sorted({day.isoformat() for _, day in found})

    def sweep(self) -> int:
        """Delete what was taken out; how many bytes that gave back."""
        files = [path for path, _ in _dated(self._out)]
        freed = sum(path.stat().st_size for path in files)
        for path in files:
            path.unlink()
        return freed

    def index_anew(self) -> None:
        """Make the pages over all nights again, from the reports that are there."""
        publish_anew(self.folder)

    def _move(self, files: Iterable[Path], target: Path) -> None:
        moved = [path.rename(target / path.name) for path in files]
        if moved:
            self.index_anew()


def _dated(folder: Path) -> Iterator[tuple[Path, date]]:
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        match = _DATED.fullmatch(path.name)
        if match:
            yield path, date.fromisoformat(match[1])
