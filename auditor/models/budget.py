"""How much a run may ask of a model: calls, seconds, tokens, and how much failure it puts up with."""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from auditor.models.interface import ChatModel, Messages, ModelError, Reply, UnusableAnswerError

ATTEMPTS = 3
FAILURES_IN_A_ROW = 3  # calls, each with its attempts: an endpoint that fails so often is left alone
_FIRST_WAIT = 0.5
_LONGEST_WAIT = 60.0
_BYTES_A_TOKEN = 4  # the rule of thumb for English


class Watch(Protocol):
    """Time as it passes."""

    def seconds(self) -> float:
        """Seconds since some moment; never goes back."""

    def wait(self, seconds: float) -> None:
        """Let ``seconds`` pass."""


class SystemWatch:
    """The machine's own."""

    def seconds(self) -> float:
        """Seconds since some moment."""
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        """Let ``seconds`` pass."""
        time.sleep(seconds)


class StopError(Exception):
    """No more may be asked in this run; the text says why."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may cost; see the job file's ``[llm]``."""

    calls: int = 200
    seconds: float = 1800.0
    tokens: int = 500_000
    call_seconds: float = 60.0


@dataclass(slots=True)
class Spent:
    """What a run has cost so far."""

    calls: int = 0
    tokens: int = 0


class Calls:
    """Puts questions to one endpoint within its limits; may be used from several threads.

    What fails for a passing reason (no connection, 429, 5xx, silence) is tried again after a while, at most
    ``ATTEMPTS`` times; when calls keep failing, nothing more is asked.
    """

    def __init__(self, model: ChatModel, limits: Limits, watch: Watch | None = None) -> None:
        self.model = model
        self.spent = Spent()
        self._limits = limits
        self._watch = watch or SystemWatch()
        self._started: float | None = None
        self._failures = 0
        self._last_failure = ""
        self._lock = Lock()

    def reply(self, messages: Messages, schema: Mapping[str, object], limit: int) -> Reply:
        """The model's answer, of at most ``limit`` tokens.

        Raises:
            StopError: The budget is spent, or the endpoint failed too often.
            ModelError: This one question got no answer.
        """
        for attempt in range(1, ATTEMPTS + 1):
            seconds = self._take(messages)
            try:
                reply = self._reply(messages, schema, limit, seconds)
            except ModelError as error:
                if error.transient and attempt < ATTEMPTS:
                    self._watch.wait(self._pause(attempt, error.retry_after))
                    continue
                self.failed(error)
                raise
            self._paid(messages, reply)
            return reply
        raise AssertionError("the last attempt returns or raises")

    def _reply(self, messages: Messages, schema: Mapping[str, object], limit: int, seconds: float) -> Reply:
        try:
            return self.model.reply(messages, schema, limit, seconds)
        except ModelError:
            raise
        except Exception as error:
            raise ModelError(f"its client failed ({type(error).__name__})") from error

    def failed(self, error: ModelError) -> None:
        """Count a call that gave nothing usable."""
        with self._lock:
            self._failures += 1
            self._last_failure = str(error)
            if not error.transient and not isinstance(error, UnusableAnswerError):
                self._failures = max(self._failures, FAILURES_IN_A_ROW)  # a wrong key stays wrong

    def succeeded(self) -> None:
        """Count a call whose answer could be used."""
        with self._lock:
            self._failures = 0

    def _take(self, messages: Messages) -> float:
        """Seconds that the next call may take."""
        with self._lock:
            left = self._left()
            if self._failures >= FAILURES_IN_A_ROW:
                raise StopError(f"model unavailable: {self._last_failure}")
            if self.spent.calls >= self._limits.calls:
                raise StopError(f"the budget of {self._limits.calls} calls (llm.max_calls) is spent")
            if self.spent.tokens + _tokens(messages) > self._limits.tokens:
                raise StopError(f"the budget of {self._limits.tokens} tokens (llm.max_tokens) is spent")
            if left <= 0:
                raise StopError(f"the budget of {self._limits.seconds:g} seconds (llm.max_seconds) is spent")
            self.spent.calls += 1
            return min(self._limits.call_seconds, left)

    def _left(self) -> float:
        """Seconds that are left of the run's, which begin with its first question."""
        now = self._watch.seconds()
        self._started = now if self._started is None else self._started
        return self._limits.seconds - (now - self._started)

    def _pause(self, attempt: int, retry_after: float | None) -> float:
        wait = _FIRST_WAIT * 2**attempt if retry_after is None else retry_after
        jitter = random.uniform(0, _FIRST_WAIT)  # noqa: S311 - so that many jobs do not come back at once
        return min(wait + jitter, _LONGEST_WAIT, max(0.0, self._left()))

    def _paid(self, messages: Messages, reply: Reply) -> None:
        """Count the tokens: what the endpoint tells, or what the texts must have cost if that is more."""
        with self._lock:
            self.spent.tokens += max(reply.tokens, _tokens(messages) + len(reply.text) // _BYTES_A_TOKEN)


def _tokens(messages: Messages) -> int:
    return sum(len(message["content"]) for message in messages) // _BYTES_A_TOKEN
