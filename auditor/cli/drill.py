"""``auditor drill``: a memory layer put through the failure tests."""

import importlib
import sys
from collections.abc import Callable
from typing import Any

import click

from auditor.cli.options import json_option
from auditor.cli.output import print_json, say
from auditor.errors import ExitCode, UsageError


@click.command()
@click.argument("adapter", metavar="MODULE:NAME")
@json_option
def drill(adapter: str, as_json: bool) -> int:
    """Put a memory layer through the failure tests (docs/drill.md).

    MODULE:NAME is a class or function that makes a fresh, empty memory with the six methods of the drill. It
    is imported and run, from the current folder too: name only code that you trust.

    \b
    Examples:
      auditor drill my_memory:Adapter
      auditor drill auditor.drill.reference:ReferenceMemory

    The exit code is 1 when a test fails, otherwise 0.
    """
    from auditor.drill.checks import run

    outcomes = run(_maker(adapter))
    failed = sum(one.reason is not None for one in outcomes)
    if as_json:
        tests = [{"test": one.test, "passed": one.reason is None, "reason": one.reason} for one in outcomes]
        print_json(
            {"schema_version": 1, "command": "drill", "adapter": adapter, "failed": failed, "tests": tests}
        )
    else:
        for one in outcomes:
            say(f"pass  {one.test}" if one.reason is None else f"FAIL  {one.test}: {one.reason}")
        say(f"{len(outcomes) - failed} of {len(outcomes)} passed")
    return ExitCode.FINDINGS if failed else ExitCode.OK


def _maker(adapter: str) -> Callable[[], Any]:
    module, _, name = adapter.partition(":")
    sys.path.insert(0, "")
    try:
        found = getattr(importlib.import_module(module), name)
    except Exception as failure:
        raise UsageError(f"{adapter} cannot be imported ({failure}); name it MODULE:NAME") from failure
    finally:
        sys.path.remove("")
    if not callable(found):
        raise UsageError(f"{adapter} makes no memory; name a class or a function without arguments")
    made: Callable[[], Any] = found
    return made
