"""A real PostgreSQL server of the tests' own, on a Unix socket, gone afterwards."""

import os
import shutil
import subprocess
from pathlib import Path

import psycopg

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


class Postgres:
    """A server with its data under ``folder``; as root it runs as the user ``postgres``."""

    def __init__(self, folder: Path) -> None:
        self._as = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        self._data = folder / "data"
        self.socket = folder
        if self._as:
            shutil.chown(folder, "postgres")
        self._run("initdb", "-D", self._data, "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8")
        options = f"-c listen_addresses='' -c fsync=off -k {folder}"
        self._run("pg_ctl", "-D", self._data, "-w", "-o", options, "-l", folder / "log", "start")

    @property
    def url(self) -> str:
        """Where it is reached."""
        return f"postgresql://postgres@/postgres?host={self.socket}"

    def sql(self, script: str) -> None:
        """Have ``script`` carried out."""
        with psycopg.connect(host=str(self.socket), user="postgres", autocommit=True) as connection:
            connection.execute(script)

    def stop(self) -> None:
        """Stop it, whatever is connected."""
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "stop")

    def _run(self, program: str, *args: object) -> None:
        found = next((folder / program for folder in BINARIES if (folder / program).exists()), Path(program))
        command = [*self._as, str(found), *map(str, args)]
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
