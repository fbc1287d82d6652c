"""The ``auditor`` command and its commands, none of which is imported before it is needed."""

import importlib
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any, NoReturn

import click

from auditor import __version__
from auditor.cli.failures import exit_code_after

COMMANDS = {
    "demo": "Audit the bundled example; needs nothing.",
    "init": "Lay out a working folder: a job file, snapshots, reports, what starts the nights.",
    "doctor": "Say what kind of store a path is, and what is wrong with it.",
    "run": "Audit the stores of a job, or one store directly.",
    "compare": "Audit the difference between two copies of a store; keeps no state.",
    "findings": "List what past audits found and what was decided about it.",
    "explain": "Show everything known about one finding.",
    "resolve": "Record your decision about a finding.",
    "reopen": "Take a decision about a finding back.",
    "serve": "Show the reports in a browser, with the decisions as buttons.",
    "mcp": "Let agents ask about findings and memories, over MCP.",
    "snapshot": "Take a snapshot of the stores without auditing them.",
    "diff": "Show what changed between two snapshots, without judging it.",
    "restore": "Write what a store held on an earlier date, to a file or back into it.",
    "prune": "Take out snapshots and reports that are not worth keeping.",
    "forget": "Remove a person from everything that is kept.",
    "verify": "Check that no snapshot was altered, lost or cut short.",
    "lint": "Check how memories are kept: sourced, scoped, correctable, ended.",
    "advise": "Say whether an agent may rely on a memory, and what to do if not.",
    "gate": "Check a memory before it is written: STORE, REJECT or REVIEW.",
    "drill": "Put a memory layer through the failure tests.",
    "transcribe": "Write down a recorded call as a transcript.",
    "log": "Check and show a decision log.",
    "policy": "Compare two policies of the gate.",
    "alerts": "Send, list and try out the alerts of a job.",
    "watchdog": "Check that the nights happen, and alert when they do not.",
    "schedule": "Start jobs when they are due, where there is no cron.",
    "templates": "List, copy out and check the templates of the reports.",
    "config": "Check a job file.",
    "judge": "Try out the model that gives second opinions.",
    "bench": "Score the auditor on files of labelled cases.",
}


class LazyGroup(click.Group):
    """A group that imports a command when it is used, and turns every failure into an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """The commands in the order in which a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's
        """The command ``cmd_name``, imported now, or None."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f"auditor.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # click's
        """The list of commands, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(  # type: ignore[override]  # it never returns, so it is never called from within Python
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **_: Any
    ) -> NoReturn:
        """Run the command line and exit with a documented code, whatever happens."""
        given = list(sys.argv[1:] if args is None else args)

        def command() -> object:
            with self.make_context(prog_name or "auditor", list(given)) as context:
                return self.invoke(context)

        sys.exit(exit_code_after(command, given))


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 nothing to report, 1 findings, 2 usage or configuration, 3 something could not be "
    "read, 4 done in part, 5 already running. `auditor COMMAND --help` shows examples.",
)
@click.version_option(__version__, prog_name="auditor", message="%(prog)s %(version)s")
@click.option("-v", "--verbose", count=True, help="Log what happens to standard error; twice for more.")
def auditor(verbose: int) -> None:
    """Check every night whether what your AI agent remembers is still true.

    Takes a copy of the memory, compares it with last night's, holds each change against what people
    really said, and writes one short page. Stores are only ever read.

    Begin with `auditor demo`, then `auditor run --store PATH --transcripts PATH`.
    """
    from auditor.cli.logs import configure

    configure(verbose)


def main() -> NoReturn:
    """Entry point of the ``auditor`` command."""
    _open_missing_streams()
    signal.signal(signal.SIGTERM, _exit_cleanly)
    auditor.main(prog_name="auditor")


def _open_missing_streams() -> None:
    """Let what is said on a closed stream go nowhere, and no file of ours become that stream."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123  # for the process


def _exit_cleanly(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)
