"""One run at a time: an operating-system lock that ends with its process, and a note of who holds it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from auditor.errors import LockedError
from auditor.times import Clock, rfc3339

OWNER = ".owner"


@contextmanager
def held_lock(path: Path, clock: Clock) -> Iterator[None]:
    """Hold the lock at ``path`` for as long as the context lasts.

    Raises:
        LockedError: Another process holds it.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    owner = path.with_name(path.name + OWNER)
    try:
        # A marker file instead of a lock (fallback_to_soft) would outlive a crash.
        lock = FileLock(path, timeout=0, fallback_to_soft=False)
        lock.acquire()
    except Timeout as error:
        raise LockedError(f"{path.parent.name}: already running{_held_by(owner)}; try again later") from error
    try:
        owner.write_text(f" since {rfc3339(clock.now())}, pid {os.getpid()}", encoding="utf-8")
        yield
    finally:
        with suppress(OSError):  # the note says nothing once the lock is free
            owner.unlink(missing_ok=True)
        lock.release()


def _held_by(owner: Path) -> str:
    with suppress(OSError, UnicodeError):
        return owner.read_text(encoding="utf-8")[:100]
    return ""
