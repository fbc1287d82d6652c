"""Where a working folder keeps what: a folder a store in ``snapshots/``, a folder a job in ``reports/``."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

LEDGER = "ledger.sqlite3"
LOCK = ".lock"
MAX_NAME = 200  # characters; file systems take 255 bytes, and files beside it add a prefix and a suffix
_START = 60


@dataclass(frozen=True, slots=True)
class Folders:
    """The layout of the working folder ``state``; ``reports_root`` is elsewhere where the job says so."""

    state: Path
    reports_root: Path | None = None

    def snapshots(self, store: str) -> Path:
        """The folder of one store: its snapshots, its ledger and its lock."""
        return self.state / "snapshots" / folder_name(store)

    def ledger(self, store: str) -> Path:
        """The ledger of one store."""
        return self.snapshots(store) / LEDGER

    def lock(self, store: str) -> Path:
        """The file that a run on one store holds locked."""
        return self.snapshots(store) / LOCK

    def reports(self, job: str) -> Path:
        """The folder of one job's reports."""
        return (self.reports_root or self.state / "reports") / folder_name(job)

    def outbox(self, job: str) -> Path:
        """The alerts of one job that are to be sent; hidden beside the stores' folders."""
        return self.state / "snapshots" / f".alerts-{folder_name(job)}.sqlite3"

    def jobs(self) -> list[str]:
        """The names of the jobs that have reports here, sorted."""
        root = self.reports_root or self.state / "reports"
        return (
            sorted(unquote(folder.name) for folder in root.iterdir() if folder.is_dir())
            if root.is_dir()
            else []
        )

    def stores(self) -> list[str]:
        """The names of the stores that have been audited here, sorted."""
        root = self.state / "snapshots"
        if not root.is_dir():
            return []
        return sorted(unquote(folder.name) for folder in root.iterdir() if folder.is_dir())


def folder_name(name: str) -> str:
    """``name`` (also a relative path) as the name of one folder, from which ``unquote`` gives it back.

    Of a name too long for a file system it gives back a shorter one, which has the same folder.
    """
    safe = quote(name, safe=" @+,=()")
    if len(safe) > MAX_NAME:
        start = re.sub(r"[^\w@+,=()-]", "_", name[:_START], flags=re.ASCII)
        safe = f"{start}={hashlib.sha256(name.encode()).hexdigest()[:16]}"
    return f"%2E{safe[1:]}" if safe.startswith(".") else safe


def legible_path(text: str) -> str:
    """A path from the file system with bytes that are no UTF-8 as escapes."""
    return text.encode(errors="surrogateescape").decode(errors="backslashreplace")
