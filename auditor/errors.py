"""Every expected failure: one class, one message, one stable name, one exit code.

The exit codes are the command line's (docs/exit-codes.md):
0 nothing to report, 1 findings, 2 usage or configuration, 3 a store or transcript
could not be read, 4 degraded, 5 another run holds the lock.
"""

from enum import IntEnum
from typing import ClassVar


class ExitCode(IntEnum):
    """What the process tells its caller."""

    OK = 0
    FINDINGS = 1
    USAGE = 2
    UNREADABLE = 3
    DEGRADED = 4
    LOCKED = 5
    INTERNAL = 70  # EX_SOFTWARE: a bug of ours never shares a code with findings


class AuditorError(Exception):
    """Base of all expected failures; its text is the one line that the user sees.

    ``name`` is stable and stands in the JSON; it never changes once published.
    """

    name: ClassVar[str] = "error"
    exit_code: ClassVar[ExitCode] = ExitCode.INTERNAL


class UsageError(AuditorError):
    """The command line asks for something that cannot be done."""

    name = "usage"
    exit_code = ExitCode.USAGE


class ConfigError(AuditorError):
    """A job file is wrong; the text lists every problem with file and key."""

    name = "config"
    exit_code = ExitCode.USAGE


class StoreUnreadableError(AuditorError):
    """A store exists but cannot be read, or cannot be told from damage."""

    name = "store_unreadable"
    exit_code = ExitCode.UNREADABLE


class StoreNotFoundError(StoreUnreadableError):
    """There is nothing at the store's path."""

    name = "store_not_found"


class StoreBusyError(StoreUnreadableError):
    """A store kept changing while it was read."""

    name = "store_busy"


class UnknownStoreKindError(StoreUnreadableError):
    """Nothing that is known reads this path."""

    name = "store_unknown_kind"


class TranscriptUnreadableError(AuditorError):
    """A transcript exists but cannot be read."""

    name = "transcript_unreadable"
    exit_code = ExitCode.UNREADABLE


class SnapshotError(AuditorError):
    """A snapshot is missing, damaged or of a format this version does not know."""

    name = "snapshot"
    exit_code = ExitCode.UNREADABLE


class LedgerError(AuditorError):
    """The ledger is damaged or was written by a newer version."""

    name = "ledger"
    exit_code = ExitCode.UNREADABLE


class DecisionLogError(AuditorError):
    """A decision log is damaged, was altered, or is not to be written."""

    name = "decision_log"
    exit_code = ExitCode.UNREADABLE


class ClockError(AuditorError):
    """The clock is earlier than the newest audit: nothing was done. An early --at is wrong usage."""

    name = "clock"
    exit_code = ExitCode.DEGRADED


class LockedError(AuditorError):
    """Another run holds the lock."""

    name = "locked"
    exit_code = ExitCode.LOCKED


class DegradedError(AuditorError):
    """The work was done, but a part of it failed or could not be delivered."""

    name = "degraded"
    exit_code = ExitCode.DEGRADED
