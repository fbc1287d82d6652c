"""What is going on, on standard error and only where somebody watches."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from auditor.cli.output import printable

Progress = Callable[[str], None]


@contextmanager
def progress() -> Iterator[Progress]:
    """A function to be told each step; it shows the latest on a terminal and is silent elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status("starting") as status:
        yield lambda step: status.update(escape(printable(step)))
