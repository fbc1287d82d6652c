"""Real programs that the auditor reads after."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # tests are collected with importlib, which adds no path

from postgres_server import Postgres

MCP_SERVER = "@modelcontextprotocol/server-memory@2026.8.31"


class MemoryServer:
    """The MCP memory server as a process, spoken to over standard input and output."""

    def __init__(self, script: Path, file: Path) -> None:
        self._process = subprocess.Popen(
            [shutil.which("node") or "node", str(script)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=os.environ | {"MEMORY_FILE_PATH": str(file)},
        )  # fmt: skip
        self._number = 0
        about = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        }
        self._ask("initialize", about)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self, tool: str, **arguments: object) -> None:
        """Call ``tool`` and see that it did not fail."""
        answer = self._ask("tools/call", {"name": tool, "arguments": arguments})
        assert not answer.get("isError"), answer

    def stop(self) -> None:
        """End the server as its client would."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=20)

    def _ask(self, method: str, params: dict[str, object]) -> dict[str, object]:
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        assert self._process.stdout is not None
        while True:
            message = json.loads(self._process.stdout.readline())
            if message.get("id") == self._number:
                return message["result"]

    def _send(self, message: dict[str, object]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()


@pytest.fixture(scope="session")
def mcp_script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server's script, installed from its registry."""
    folder = tmp_path_factory.mktemp("npm")
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), MCP_SERVER]
    installed = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if installed.returncode and "AUDITOR_NO_SKIP" not in os.environ:
        pytest.skip("the npm package of the MCP memory server cannot be installed here")
    assert installed.returncode == 0, installed.stderr
    return folder / "node_modules" / "@modelcontextprotocol" / "server-memory" / "dist" / "index.js"


@pytest.fixture
def memory_server(mcp_script: Path, tmp_path: Path) -> Iterator[MemoryServer]:
    """A running server that writes ``memory.jsonl`` in the test's folder."""
    server = MemoryServer(mcp_script, tmp_path / "memory.jsonl")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL server; its folder is where the server's own user may enter."""
    with tempfile.TemporaryDirectory(prefix="auditor-pg-") as folder:
        server = Postgres(Path(folder))
        yield server
        server.stop()
