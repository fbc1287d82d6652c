"""Lines sorted in bounded memory: what does not fit is kept in temporary files until it is merged."""

import heapq
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import IO, Self

MEMORY = 48 << 20  # bytes of lines held at once; with Python's overhead about 60 MiB
DIGEST = 16  # bytes
_HEX = 2 * DIGEST


class Sorter:
    """Takes lines, each with the 16-byte digest of the row it came from, and gives them back in order.

    Args:
        folder: Where temporary files may be made. They have no name and vanish with the process.
        memory: How many bytes of lines may be held at once.
    """

    def __init__(self, folder: Path, memory: int = MEMORY) -> None:
        self._folder = folder
        self._memory = memory
        self._held: list[bytes] = []
        self._size = 0
        self._runs: list[IO[bytes]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for run in self._runs:
            run.close()

    def add(self, line: bytes, digest: bytes) -> None:
        """Take one line (without newlines) and its digest."""
        record = line + digest.hex().encode()
        self._held.append(record)
        self._size += len(record)
        if self._size > self._memory:
            self._spill()

    def sorted(self) -> Iterator[tuple[bytes, bytes]]:
        """All lines in the order of their bytes, each with its digest."""
        self._held.sort()
        for run in self._runs:
            run.seek(0)
        runs = [map(bytes.rstrip, run) for run in self._runs]
        for record in heapq.merge(*runs, self._held) if runs else self._held:
            yield record[:-_HEX], bytes.fromhex(record[-_HEX:].decode())

    def _spill(self) -> None:
        self._held.sort()
        run: IO[bytes] = TemporaryFile(dir=self._folder)  # noqa: SIM115 - closed by __exit__
        run.writelines(record + b"\n" for record in self._held)
        self._runs.append(run)
        self._held = []
        self._size = 0
