"""A working folder with one store, audited night by night, and its trust file."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from auditor.cli import auditor


class Place:
    """A store of records in a folder, its conversations, and what the nights say of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "reports" / "small" / "trust.json"
        (folder / "chats").mkdir()
        self.job("")

    def job(self, more: str) -> None:
        """Write the job file, with ``more`` at its end."""
        stores = '[[stores]]\nname = "memory"\npath = "memory.json"\ntranscripts = ["chats"]\n'
        (self.folder / "job.toml").write_text(f'[job]\nname = "small"\n{stores}{more}', encoding="utf-8")

    def remember(self, **entries: object) -> None:
        """Write the store: a text, or a record with more fields, by id."""
        records = [
            {"id": key, **(entry if isinstance(entry, dict) else {"memory": entry})}
            for key, entry in entries.items()
        ]
        (self.folder / "memory.json").write_text(json.dumps(records), encoding="utf-8")

    def hear(self, name: str, at: str, *turns: tuple[str, str]) -> None:
        """Write a conversation of (role, words)."""
        lines = [json.dumps({"at": at, "role": role, "content": words}) for role, words in turns]
        (self.folder / "chats" / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")

    def call(self, *args: str) -> str:
        """What a command prints."""
        result = CliRunner().invoke(auditor, list(args), prog_name="auditor")
        assert result.exit_code in {0, 1, 3}, result.output
        return result.stdout

    def night(self, day: int) -> dict[str, dict]:
        """Audit the store on that day of November; the trust file's entries by key."""
        self.audit(day)
        return self.entries()

    def audit(self, day: int) -> None:
        """Audit the store on that day of November."""
        self.call("run", str(self.folder / "job.toml"), "--at", f"2026-11-{day:02}T03:00:00Z")

    def entries(self) -> dict[str, dict]:
        """The trust file's entries by key."""
        return {entry["key"]: entry for entry in json.loads(self.path.read_bytes())["entries"]}

    def advise(self, key: str, *options: str) -> dict:
        """The advice on one memory."""
        job = str(self.folder / "job.toml")
        at = () if "--at" in options else ("--at", "2026-11-10T03:00:00Z")
        return json.loads(self.call("advise", "--job", job, "--key", key, *at, "--json", *options))


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A new working folder."""
    return Place(tmp_path)
