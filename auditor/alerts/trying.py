"""Trying the channels out, past the outbox."""

from uuid import uuid4

from auditor.alerts.delivering import Ports
from auditor.alerts.interface import Alerting, Message, SendError, Turn
from auditor.alerts.outbox import Outbox
from auditor.errors import UsageError
from auditor.times import rfc3339


def try_channels(alerting: Alerting, name: str | None, ports: Ports) -> dict[str, str]:
    """Send a test message to each channel, or to the one called ``name``; why it failed, by channel, or "".

    A channel that was left alone and takes the message is used again.

    Raises:
        UsageError: There is no such channel.
        LedgerError: The outbox cannot be read.
    """
    chosen = [channel for channel in alerting.channels if name in {None, channel.name}]
    if not chosen:
        names = ", ".join(channel.name for channel in alerting.channels)
        raise UsageError(f"there is no channel called {name!r}; there are {names}")
    results = {}
    with Outbox(alerting.path) as outbox:
        for channel in chosen:
            now = ports.clock.now()
            try:
                channel.sender.send(Message(f"msg_{uuid4().hex}", _document(alerting.job, rfc3339(now))), now)
            except SendError as error:
                results[channel.name] = str(error)
            else:
                results[channel.name] = ""
                outbox.enable(channel.name)
    return results


def _document(job: str, timestamp: str) -> dict[str, object]:
    return {
        "type": "audit.test",
        "timestamp": timestamp,
        "data": {
            "schema_version": 1,
            "job": job,
            "content": "none",
            "severity": "info",
            "counts": {turn.value: 0 for turn in Turn},
            "still_open": 0,
            "summary": [],
            "events": [],
            "omitted": 0,
        },
    }
