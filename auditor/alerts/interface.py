"""What alerts are made of: conditions that hold, events when they change, messages, and who sends them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal, Protocol

from auditor.records import Json, Severity

Content = Literal["none", "keys", "values"]
MAX_KEY = 200  # characters of a key or name that are told
MAX_KEYS = 5
RANK = {severity: rank for rank, severity in enumerate(Severity)}


class What(StrEnum):
    """What a condition is about."""

    FINDING = "finding"
    NOTE = "note"
    STORE = "store"  # it could not be read, or only in part
    CONVERSATIONS = "conversations"  # some could not be read
    RUN = "run"  # it failed
    CHANNEL = "channel"  # it refuses messages
    WATCHDOG = "watchdog"


ABOUT_MEMORIES = frozenset({What.FINDING, What.NOTE})


class Turn(StrEnum):
    """How a condition turned."""

    RAISED = "raised"
    REOPENED = "reopened"
    WORSENED = "worsened"
    REMINDER = "reminder"  # it has not turned, for days
    RECOVERED = "recovered"


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that is not as it should be, for as long as it holds.

    ``subject`` names it, the same night after night. ``reason``, ``before`` and ``after`` may hold memory
    values where it is about memories. ``finding`` is the id of a finding, ``rivals`` the keys of the entries
    that it conflicts with. ``turned`` is when it was last told to have begun or come back.
    """

    subject: str
    what: What
    severity: Severity
    kind: str
    since: datetime
    turned: datetime | None = None
    store: str = ""
    keys: Sequence[str] = ()
    label: str = ""
    finding: str = ""
    rivals: Sequence[str] = ()
    reason: str = ""
    before: Json = None
    after: Json = None


@dataclass(frozen=True, slots=True)
class Event:
    """A condition that turned at the moment ``at``; ``why`` says more about a recovery."""

    condition: Condition
    turn: Turn
    at: datetime
    why: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent: a document of docs/schema/alert-v1.schema.json under an id that never changes."""

    id: str
    document: Mapping[str, Any]


class SendError(Exception):
    """A message was not accepted. Whoever sends deals with it; it never ends a command.

    ``permanent`` says that sending it again will not help, ``retry_after`` how many seconds the receiver
    asked to be left alone. The text never holds the address, which may be a secret.
    """

    def __init__(self, text: str, *, permanent: bool = False, retry_after: float | None = None) -> None:
        super().__init__(text)
        self.permanent = permanent
        self.retry_after = retry_after


class Sender(Protocol):
    """One way to somebody."""

    def send(self, message: Message, at: datetime) -> None:
        """Send ``message`` at the moment ``at``; return only when it was accepted.

        Raises:
            SendError: It was not, or nobody can tell.
        """


@dataclass(frozen=True, slots=True)
class Channel:
    """A sender with what it is to be told. ``fingerprint`` changes when the operator reconfigures it."""

    name: str
    sender: Sender
    min_severity: Severity
    content: Content
    remind: timedelta | None
    fingerprint: str

    def wants(self, condition: Condition) -> bool:
        """Whether ``condition`` matters here; what went wrong with the audit itself always does."""
        return condition.what not in ABOUT_MEMORIES or RANK[condition.severity] >= RANK[self.min_severity]


@dataclass(frozen=True, slots=True)
class Alerting:
    """Who is told about a job, where its outbox is, and the names of all its stores."""

    job: str
    path: Path
    channels: Sequence[Channel]
    stores: Sequence[str]

    def knows(self, store: str) -> bool:
        """Whether ``store`` is one of the job's, or lies in a folder that is."""
        return any(store == name or store.startswith(f"{name}/") for name in self.stores)


@dataclass(frozen=True, slots=True)
class Undelivered:
    """What still waits for one channel, and why."""

    channel: str
    messages: int
    reason: str


@dataclass(frozen=True, slots=True)
class Delivery:
    """How telling went: how many messages were accepted, and which still wait."""

    delivered: int = 0
    undelivered: Sequence[Undelivered] = ()
