"""Whatever ends a command, as one line on standard error and one exit code; never a traceback."""

import os
import platform
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence

import click

from auditor import __version__
from auditor.cli.output import print_json, printable
from auditor.errors import AuditorError, DegradedError, ExitCode, UsageError

INTERRUPTED = 128 + signal.SIGINT
PIPE_CLOSED = 128 + signal.SIGPIPE
_PRIMARY = 0xFF  # the bits of SQLite's extended error codes that hold the primary one
_DISK_CODES = (8, 10, 13, 14)  # SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN


def exit_code_after(command: Callable[[], object], args: Sequence[str]) -> int:
    """Run ``command`` and say how it ended; with ``--json`` in ``args`` an error is a JSON document too."""
    try:
        code = _exit_code(command)
        sys.stdout.flush()
    except BrokenPipeError:
        _silence_stdout()
        return PIPE_CLOSED
    except (KeyboardInterrupt, click.Abort):
        click.echo("auditor: interrupted", err=True)
        return INTERRUPTED
    except AuditorError as error:
        return _report(error, args)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else "", err=True)
        return ExitCode.USAGE
    except click.UsageError as error:
        return _report(UsageError(_usage(error)), args)
    except click.ClickException as error:
        return _report(UsageError(error.format_message()), args)
    except OSError as error:
        return _report(DegradedError(_os_text(error)), args)
    except Exception as error:  # noqa: BLE001  # the last line of defence: a bug must not look like findings
        return _report(_of_the_disk(error) or _bug(error), args)
    return code


def _exit_code(command: Callable[[], object]) -> int:
    try:
        result = command()
    except click.exceptions.Exit as done:
        return done.exit_code
    return int(result) if isinstance(result, int) else ExitCode.OK


def _report(error: AuditorError, args: Sequence[str]) -> int:
    click.echo("\n".join(f"auditor: {printable(line)}" for line in str(error).splitlines()), err=True)
    if "--json" in args:
        from auditor.reports.jsonout import error_document

        try:
            print_json(error_document(error))
            sys.stdout.flush()
        except OSError:  # the output is what failed: the line on standard error has told it
            _silence_stdout()
    return error.exit_code


def _usage(error: click.UsageError) -> str:
    command = error.ctx.command_path if error.ctx else "auditor"
    return f"{' '.join(error.format_message().split())} Try '{command} --help'."


def _os_text(error: OSError) -> str:
    reason = error.strerror or str(error) or type(error).__name__
    return f"{error.filename}: {reason}" if error.filename else reason


def _of_the_disk(error: Exception) -> AuditorError | None:
    """What a database of ours met on a disk that is full, broken or not to be written."""
    code = getattr(error, "sqlite_errorcode", None)  # sqlite3 itself need not be imported for this
    if code is None or code & _PRIMARY not in _DISK_CODES:
        return None
    return DegradedError(f"a file in the working folder could not be written ({error}); is the disk full?")


def _bug(error: Exception) -> AuditorError:
    """A file that holds what a maintainer needs, and the one line that names it."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="auditor-bug-", suffix=".txt", delete=False, encoding="utf-8", errors="replace"
        ) as file:
            file.write(
                f"memory-auditor {__version__}, Python {platform.python_version()}, {platform.platform()}\n"
                "This may quote paths and memories. Read it before you pass it on.\n\n"
                + "".join(traceback.format_exception(error))
            )
        where = f"details are in {file.name}; please report it (SECURITY.md says how to keep it private)"
    except OSError:
        where = "and its details could not be written to the folder for temporary files"
    return AuditorError(f"internal error ({type(error).__name__}), which is a bug; {where}")


def _silence_stdout() -> None:
    """Keep the interpreter's last flush from complaining about the closed pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
