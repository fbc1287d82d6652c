"""A working folder with one store, audited night by night."""

import json
import sys
from datetime import datetime
from pathlib import Path

import pytest

from auditor.records import Audit, Finding
from auditor.runs import compare_paths, run_path

sys.path.insert(0, str(Path(__file__).parent))


def quiet(_: str) -> None:
    """Tell nobody."""


class Place:
    """A store in a folder, its conversations, and the state of its audits."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = folder / "memory.json"
        self.chats = folder / "chats"
        self.state = folder / "state"
        self.chats.mkdir()

    def remember(self, content: object) -> None:
        """Write the store, as its agent would."""
        self.store.write_text(json.dumps(content), encoding="utf-8")

    def hear(self, name: str, *turns: tuple[str, str, str]) -> None:
        """Write a conversation of (time, role, words)."""
        lines = [json.dumps({"at": at, "role": role, "content": words}) for at, role, words in turns]
        (self.chats / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")

    def audit(self, at: str) -> Audit:
        """Run tonight's audit."""
        return run_path(
            self.store, transcripts=[self.chats], state=self.state, at=datetime.fromisoformat(at), tell=quiet
        )

    def audit_again(self, day: str) -> Audit:
        """Audit an earlier day again."""
        date = datetime.fromisoformat(day).date()
        return run_path(self.store, transcripts=[self.chats], state=self.state, date=date, tell=quiet)

    def report(self, name: str) -> bytes:
        """A file of the reports."""
        return (self.state / "reports" / "memory.json" / name).read_bytes()


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A new working folder."""
    return Place(tmp_path)


@pytest.fixture
def compared():
    """Audit the difference of two copies."""

    def compare(old: Path, new: Path, *transcripts: Path, at: str, since: str | None = None) -> Audit:
        return compare_paths(
            old, new, transcripts=transcripts, at=datetime.fromisoformat(at),
            since=datetime.fromisoformat(since) if since else None, tell=quiet,
        )  # fmt: skip

    return compare


@pytest.fixture
def alarms():
    """The alarms of an audit by key."""

    def by_key(audit: Audit) -> dict[str, Finding]:
        return {finding.key: finding for store in audit.stores for finding in store.findings if finding.alarm}

    return by_key
