"""SQLite files opened without touching them or anything beside them.

Even a read-only connection to a WAL database creates or rewrites files in its folder, and a copy of
the main file alone lacks the rows that were not checkpointed. So the main file, its -wal and a
journal that a crash left behind are copied to a private folder, and the copy is opened.
"""

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from auditor.errors import StoreBusyError, StoreNotFoundError, StoreUnreadableError
from auditor.files import ATTEMPTS, PAUSE, Stamp, stamp
from auditor.stores.flat import EMPTIED

MAGIC = b"SQLite format 3\0"
COPY_LIMIT = 256 * 1024**2
_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
_HEADER_BYTES = 100
_WAL_HEADER_BYTES = 32


@dataclass(frozen=True, slots=True)
class State:
    """What must not move while a database is copied; a -wal may grow, but not start anew."""

    main: Stamp
    header: bytes  # holds the change counter, which is finer than the clock of the file system
    wal_header: bytes
    journal: Stamp | None


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the committed state of the database at ``path``, text as raw bytes.

    A database above ``COPY_LIMIT`` bytes without a -wal is read in place (``immutable=1``) and looked
    at again afterwards; everything else is read from a private copy.

    Raises:
        StoreNotFoundError: There is nothing at ``path``.
        StoreUnreadableError: It is no SQLite database, or damaged.
        StoreBusyError: It kept changing while it was copied, or changed while it was read in place.
    """
    before = state_of(path)
    if before.main.size > COPY_LIMIT and not before.wal_header and not before.journal:
        with _connected(f"{path.absolute().as_uri()}?immutable=1", path) as connection:
            yield connection
        if state_of(path) != before:
            raise StoreBusyError(f"{path}: changed while it was read; try again when its writer is idle")
        return
    with TemporaryDirectory(prefix="auditor-") as folder:
        copy = _copied(path, Path(folder))
        with _connected(copy.as_uri(), path) as connection:
            yield connection


def has_header(path: Path) -> bool:
    """Whether ``path`` is a file that begins as SQLite databases do."""
    try:
        with path.open("rb") as file:
            return is_sqlite(file.read(len(MAGIC)))
    except OSError:
        return False


def is_sqlite(head: bytes) -> bool:
    """Whether a file that begins with ``head`` is a SQLite database."""
    return head.startswith(MAGIC)


def _copied(path: Path, folder: Path) -> Path:
    damage, damaged = "", None
    copy = folder / "copy.sqlite"
    for attempt in range(ATTEMPTS):
        before = state_of(path)
        last = attempt == ATTEMPTS - 1
        if before.journal is None or last:
            damage = "changing"
            _copy(path, copy)
            if state_of(path) == before:
                damage = _damage(copy, path)
                if not damage:
                    return copy
                if damaged == before:
                    break
                damaged = before
        time.sleep(0 if last else PAUSE * 2**attempt)
    if damage == "changing":
        raise StoreBusyError(f"{path}: kept changing while it was copied; try again when its writer is idle")
    raise StoreUnreadableError(f"{path}: {damage}")


def _copy(path: Path, copy: Path) -> None:
    try:
        for suffix in ("", "-wal", "-journal"):
            source = path.with_name(path.name + suffix)
            target = copy.with_name(copy.name + suffix)
            target.unlink(missing_ok=True)
            if source.exists() and source.stat().st_size:
                shutil.copyfile(source, target)
        copy.with_name(copy.name + "-shm").unlink(missing_ok=True)
    except FileNotFoundError:
        return  # a side file went meanwhile: the states differ and it is tried again
    except OSError as error:
        raise StoreUnreadableError(f"{path}: cannot be copied ({error.strerror})") from error


def state_of(path: Path) -> State:
    """The state of the database at ``path``.

    Raises:
        StoreNotFoundError: There is nothing at ``path``.
        StoreUnreadableError: It is no SQLite database, or cannot be looked at.
    """
    main = stamp(path)
    try:
        if main.size == 0:
            raise StoreUnreadableError(f"{path}: {EMPTIED}")
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
            if not is_sqlite(header):
                raise StoreUnreadableError(f"{path}: no SQLite database, or an encrypted one")
        return State(main, header, _head(path, "-wal", _WAL_HEADER_BYTES), _hot_journal(path))
    except OSError as error:
        raise StoreUnreadableError(f"{path}: cannot be read ({error.strerror})") from error


def _head(path: Path, suffix: str, count: int) -> bytes:
    side = path.with_name(path.name + suffix)
    try:
        stamp(side)  # to open what is no regular file may wait for ever
        with side.open("rb") as file:
            return file.read(count)
    except (FileNotFoundError, StoreNotFoundError):
        return b""


def _hot_journal(path: Path) -> Stamp | None:
    """The stamp of a rollback journal in use; one that is empty or zeroed is not."""
    if not _head(path, "-journal", len(_JOURNAL_MAGIC)).startswith(_JOURNAL_MAGIC):
        return None
    try:
        return stamp(path.with_name(path.name + "-journal"))
    except StoreNotFoundError:
        return None  # committed this moment: the main file's stamp tells


def _damage(copy: Path, path: Path) -> str:
    """What SQLite says is broken in ``copy``, "" where nothing is."""
    try:
        with _connected(copy.as_uri(), path) as connection:
            answers = [
                bytes(row[0]).decode(errors="replace") for row in connection.execute("PRAGMA quick_check(3)")
            ]
    except StoreUnreadableError as error:
        return str(error).removeprefix(f"{path}: ")
    broken = [answer for answer in answers if answer != "ok" and "no such module" not in answer]
    return f"damaged ({broken[0]})" if broken else ""


@contextmanager
def _connected(uri: str, path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that does not write."""
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            connection.text_factory = bytes
            for pragma in ("query_only = 1", "cell_size_check = 1", "mmap_size = 0"):
                connection.execute(f"PRAGMA {pragma}")
            yield connection
    # A damaged schema can put bytes into SQLite's own message that are no UTF-8.
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise StoreUnreadableError(f"{path}: SQLite cannot read it ({error})") from error
