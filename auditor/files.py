"""Files as they must be treated: read whole or not at all, written whole or not at all."""

import codecs
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from auditor.errors import StoreBusyError, StoreNotFoundError, StoreUnreadableError

MAX_FILE_BYTES = 2 * 1024**3
ATTEMPTS = 6
PAUSE = 0.05  # seconds, doubled with each attempt: 1.6 s in all
SETTLED = 0.02  # seconds since the last write after which a file counts as written
_CHUNK = 1 << 20
_SURE_OF_UTF16 = 0.3  # share of zero bytes at every other place that only UTF-16 of Latin text has


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells that a file was replaced or written: if it stays the same, so did the content."""

    size: int
    mtime_ns: int
    inode: int


def stamp(path: Path) -> Stamp:
    """The present stamp of the regular file at ``path``.

    Raises:
        StoreNotFoundError: There is nothing at ``path``.
        StoreUnreadableError: It is no regular file, or it may not be looked at.
    """
    with _reported(path):
        return _stamp_of(path, path.stat())


def read_stable(path: Path, limit: int = MAX_FILE_BYTES) -> bytes:
    """The content of ``path``, read again until it held still while it was read.

    Raises:
        StoreNotFoundError: There is nothing at ``path``.
        StoreUnreadableError: It is no regular file, cannot be read, or holds more than ``limit`` bytes.
        StoreBusyError: It kept changing.
    """
    for attempt in range(ATTEMPTS):
        with _reported(path):
            before = stamp(path)
            if before.size > limit:
                raise StoreUnreadableError(f"{path}: {before.size} bytes, more than the limit of {limit}")
            with path.open("rb") as file:
                opened = _stamp_of(path, os.fstat(file.fileno()))
                data = file.read(before.size + 1)
            if len(data) == before.size and before == opened == stamp(path) and _settled(path, before):
                return data
        time.sleep(PAUSE * 2**attempt)
    raise StoreBusyError(f"{path}: kept changing while it was read; try again when its writer is idle")


def utf8(data: bytes) -> bytes:
    """``data`` as UTF-8 without a byte order mark, decoded from UTF-16 where it is that.

    Raises:
        ValueError: It is neither; the text says where.
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    utf16 = _utf16_codec(data)
    if utf16:
        try:
            return data.decode(utf16).lstrip("\ufeff").encode()
        except UnicodeError as error:
            raise ValueError(f"looks like UTF-16 but is none ({error})") from error
    decoder = codecs.getincrementaldecoder("utf-8")()
    view = memoryview(data)
    for start in range(0, len(data), _CHUNK):
        try:
            decoder.decode(view[start : start + _CHUNK], final=start + _CHUNK >= len(data))
        except UnicodeDecodeError as error:
            where = start + error.start
            raise ValueError(f"is not UTF-8 text (byte 0x{data[where]:02x} at offset {where})") from error
    return data


@contextmanager
def atomic_writer(path: Path, mode: int = 0o600) -> Iterator[IO[bytes]]:
    """A binary file that becomes ``path``, whole and on disk, when the block ends without an error.

    After an error, or a kill at any point, ``path`` is what it was before.
    """
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp", delete=False) as file:
        try:
            yield file
            file.flush()
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(file.name).unlink()
            raise
    sync_folder(path.parent)


def write_atomically(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Make ``data`` the content of ``path``, whole or not at all."""
    with atomic_writer(path, mode) as file:
        file.write(data)


def sync_folder(folder: Path) -> None:
    """Make the names in ``folder`` survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _stamp_of(path: Path, status: os.stat_result) -> Stamp:
    if not stat.S_ISREG(status.st_mode):
        raise StoreUnreadableError(f"{path}: not a regular file")
    return Stamp(status.st_size, status.st_mtime_ns, status.st_ino)


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Turn the operating system's errors into ours."""
    try:
        yield
    except (FileNotFoundError, NotADirectoryError) as error:
        raise StoreNotFoundError(f"{path}: there is nothing") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise StoreUnreadableError(f"{path}: cannot be read ({reason})") from error


def _settled(path: Path, seen: Stamp) -> bool:
    """Whether a file written a moment ago stays as it is: its writer may be between two writes."""
    if abs(time.time() - seen.mtime_ns / 1e9) < SETTLED:
        time.sleep(SETTLED)
    return stamp(path) == seen


def _utf16_codec(data: bytes) -> str | None:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    head = data[:4096]
    if len(head) < len("{}") * 2 or len(data) % 2:
        return None
    half = len(head) // 2
    if head[1::2].count(0) > half * _SURE_OF_UTF16 and not head[0::2].count(0):
        return "utf-16-le"
    if head[0::2].count(0) > half * _SURE_OF_UTF16 and not head[1::2].count(0):
        return "utf-16-be"
    return None
