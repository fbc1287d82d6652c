"""The command line: parse, call, print, exit code. One module a command, loaded when it is asked for."""

from auditor.cli.app import auditor, main

__all__ = ["auditor", "main"]
