"""Sending what waits in the outbox: again and again with growing pauses, for a while, then another night."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from random import SystemRandom

from auditor.alerts.document import withheld
from auditor.alerts.interface import Channel, Condition, Message, SendError, What
from auditor.alerts.outbox import Outbox, Posted
from auditor.errors import LockedError
from auditor.locking import held_lock
from auditor.records import Severity
from auditor.times import Clock, SystemClock

PATIENCE = timedelta(seconds=45)  # for one channel in one run
ATTEMPTS = 6  # for one message in one run
FIRST_PAUSE = timedelta(seconds=1)  # doubled with each attempt
LONGEST_PAUSE = timedelta(hours=6)
LONGEST_WISH = timedelta(hours=24)  # of a receiver that asks to be left alone
_MANY = 20  # doublings after which the longest pause is reached in any case


@dataclass(frozen=True, slots=True)
class Ports:
    """What time it is, how to wait, and a random number in [0, 1) by which pauses differ."""

    clock: Clock = SystemClock()  # noqa: RUF009  # it has no state
    sleep: Callable[[float], None] = time.sleep
    random: Callable[[], float] = SystemRandom().random


def deliver(outbox: Outbox, channels: Sequence[Channel], ports: Ports) -> int:
    """Send what waits for ``channels``, the oldest first, and write down how it went.

    A channel whose message fails is left until the next time, so that messages keep their order; one that
    refuses for good is disabled. Where another process is at it already, it is waited for.

    Returns:
        How many messages were accepted.
    """
    with _alone(outbox, ports):
        disabled = outbox.disabled()
        accepted = 0
        for channel in channels:
            fingerprint, _ = disabled.get(channel.name, ("", ""))
            if fingerprint == channel.fingerprint:
                continue
            if fingerprint:
                outbox.enable(channel.name)
            accepted += _deliver_to(outbox, channel, ports)
        outbox.forget_delivered(ports.clock.now())
        return accepted


def refusals(outbox: Outbox, channels: Sequence[Channel], at: datetime) -> list[Condition]:
    """The channels of the job that refuse messages, as conditions to tell the others about."""
    return [
        Condition(
            subject=f"channel/{name}",
            what=What.CHANNEL,
            severity=Severity.HIGH,
            kind="disabled",
            since=at,
            keys=(name,),
            reason=reason,
        )
        for name, (_, reason) in outbox.disabled().items()
        if name in {channel.name for channel in channels}
    ]


def _deliver_to(outbox: Outbox, channel: Channel, ports: Ports) -> int:
    deadline = ports.clock.now() + PATIENCE
    accepted = 0
    for posted in outbox.waiting(channel.name):
        if not _sent(outbox, channel, posted, deadline, ports):
            break
        accepted += 1
    return accepted


def _sent(outbox: Outbox, channel: Channel, posted: Posted, deadline: datetime, ports: Ports) -> bool:
    """Whether ``posted`` was accepted before the ``deadline``."""
    message = Message(posted.message.id, withheld(posted.message.document, channel.content))
    attempts, pause = posted.attempts, _left(posted.not_before, ports.clock.now())
    for _ in range(ATTEMPTS):
        if ports.clock.now() + pause > deadline:
            return False
        if pause:
            ports.sleep(pause.total_seconds())
        now = ports.clock.now()
        outbox.begin(message, now)
        attempts += 1
        try:
            channel.sender.send(message, now)
        except SendError as error:
            if error.permanent:
                outbox.disable(channel.name, channel.fingerprint, now, str(error))
                outbox.fail(message, str(error), None)
                return False
            pause = pause_after(attempts, error.retry_after, ports.random())
            outbox.fail(message, str(error), ports.clock.now() + pause)
        else:
            outbox.accept(message, ports.clock.now())
            return True
    return False


def pause_after(attempts: int, asked: float | None, luck: float) -> timedelta:
    """How long to wait after so many failed ``attempts``: doubling, with jitter, as long as was ``asked``.

    ``luck`` is in [0, 1); the pause lies between half and all of the doubled one.
    """
    if asked is not None:
        return timedelta(seconds=min(asked + luck, LONGEST_WISH.total_seconds()))
    doubled = min(FIRST_PAUSE * (1 << min(attempts - 1, _MANY)), LONGEST_PAUSE)
    return doubled * ((1 + luck) / 2)


def _left(not_before: datetime | None, now: datetime) -> timedelta:
    """How long to wait still; a time that lies too far ahead comes from a clock that was wrong."""
    left = not_before - now if not_before else timedelta()
    return left if timedelta() < left <= LONGEST_WISH else timedelta()


@contextmanager
def _alone(outbox: Outbox, ports: Ports) -> Iterator[None]:
    """Be the only one to deliver; wait for another as long as it may take with one channel."""
    with ExitStack() as held:
        for second in count():
            try:
                held.enter_context(held_lock(outbox.path.with_suffix(".lock"), ports.clock))
                break
            except LockedError:
                if second >= PATIENCE.total_seconds():
                    raise
                ports.sleep(1)
        yield
