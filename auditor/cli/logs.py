"""Logs go to standard error: quiet by default, JSON lines where nobody watches."""

import logging
import os
import sys


def configure(verbose: int) -> None:
    """Show warnings; with ``verbose`` 1 also what happens, with 2 everything."""
    import structlog

    level = (logging.WARNING, logging.INFO, logging.DEBUG)[min(verbose, 2)]
    watched = sys.stderr.isatty()
    renderer = (
        structlog.dev.ConsoleRenderer(colors="NO_COLOR" not in os.environ)
        if watched
        else structlog.processors.JSONRenderer(sort_keys=True)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(level=max(level, logging.WARNING), stream=sys.stderr, format="%(name)s: %(message)s")
