import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from auditor.cli import auditor


@pytest.fixture
def call(tmp_path, monkeypatch):
    """Runs a command in this process, in an empty working folder."""
    monkeypatch.chdir(tmp_path)

    def run(*args, **environ):
        return CliRunner().invoke(auditor, [str(arg) for arg in args], prog_name="auditor", env=environ)

    return run


@pytest.fixture
def document(call):
    """The JSON document that a command prints, whatever its exit code."""
    return lambda *args, **environ: json.loads(call(*args, "--json", **environ).stdout)


@pytest.fixture
def process(tmp_path):
    """Runs the command as a process of its own, as cron does."""

    def run(*args, **environ):
        command = [sys.executable, "-m", "auditor", *map(str, args)]
        return subprocess.run(
            command,
            cwd=tmp_path,
            env=os.environ | environ,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run
