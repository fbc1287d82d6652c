"""A dead man's switch is told when a run starts and how it ends: what no alert can tell is that nothing ran.

The convention is that of Healthchecks (healthchecks.io/docs/http_api): ``/start``; the bare address for a
success; ``/<exit code>`` for a failure that is expected, ``/fail`` for any other; ``/log`` for what is
neither; ``rid`` pairs start and end; the body holds the last lines of what happened.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit
from uuid import uuid4

import structlog

from auditor.alerts.http import Http
from auditor.alerts.interface import SendError
from auditor.errors import AuditorError, ExitCode
from auditor.times import Clock, SystemClock, rfc3339

MAX_LINES = 200
MAX_BYTES = 10_000
_GOOD = frozenset({ExitCode.OK, ExitCode.FINDINGS})


class Ping:
    """One run as the switch hears of it. A ping that fails is logged and changes nothing."""

    def __init__(
        self, url: str | None, tell: Callable[[str], None], clock: Clock | None = None, run: str = ""
    ) -> None:
        self._url = url
        self._told = tell
        self._clock = clock or SystemClock()
        self._run = run or str(uuid4())
        self._lines: deque[str] = deque(maxlen=MAX_LINES)
        self._code: int = ExitCode.OK

    def tell(self, step: str) -> None:
        """Hear of one step, and pass it on."""
        self._lines.append(f"{rfc3339(self._clock.now())} {step}")
        self._told(step)

    def ends(self, code: int, line: str) -> None:
        """Hear how the run ends: its exit code, and one line without memory text."""
        self._code = code
        self.tell(line)

    def start(self) -> None:
        """Say that the run starts."""
        self._send("start")

    def finish(self) -> None:
        """Say how the run ended. Findings are a run that did what it should."""
        if self._code == ExitCode.LOCKED:
            self._send("log")
        else:
            self._send("" if self._code in _GOOD else str(self._code))

    def fail(self) -> None:
        """Say that the run was broken off."""
        self._send("fail")

    def _send(self, suffix: str) -> None:
        if self._url is None:
            return
        body = "\n".join(self._lines).encode()[-MAX_BYTES:]
        try:
            Http().post(_extended(self._url, suffix, self._run), body, {"Content-Type": "text/plain"})
        except SendError as error:
            structlog.get_logger().warning("ping.failed", reason=str(error))


@contextmanager
def pinged(
    url: str | None, tell: Callable[[str], None], clock: Clock | None = None, run: str = ""
) -> Iterator[Ping]:
    """Ping ``url``, if there is one, around the ``run`` inside; what is raised inside is told and raised."""
    ping = Ping(url, tell, clock, run)
    ping.start()
    try:
        yield ping
    except AuditorError as error:
        ping.ends(error.exit_code, f"ended: {error.name}")
        ping.finish()
        raise
    except BaseException as error:
        ping.tell(f"broken off: {type(error).__name__}")
        ping.fail()
        raise
    ping.finish()


def _extended(url: str, suffix: str, run: str) -> str:
    parts = urlsplit(url)
    path = f"{parts.path.rstrip('/')}/{suffix}" if suffix else parts.path
    query = urlencode([*parse_qsl(parts.query), ("rid", run)])
    return urlunsplit(parts._replace(path=path, query=query))
