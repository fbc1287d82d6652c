"""What goes to standard output, with nothing in it that a terminal would obey."""

import sys
from collections.abc import Mapping
from typing import Any

import click

_KEPT = "\n\t"


def printable(text: str) -> str:
    """``text`` with control, direction and unpaired characters written as escapes."""
    return "".join(
        character
        if character.isprintable() or character in _KEPT
        else character.encode("unicode_escape", "backslashreplace").decode("ascii")
        for character in text
    )


def say(text: str = "") -> None:
    """Print ``text`` for a person."""
    click.echo(printable(text))


def print_text(text: str) -> None:
    """Print a whole document, byte for byte; its writer made it safe for a terminal."""
    sys.stdout.write(text)


def print_json(document: Mapping[str, Any]) -> None:
    """Print ``document`` as the one JSON document of this command."""
    from auditor.reports.jsonout import dumps

    sys.stdout.write(dumps(document).decode())
