"""What turned at one moment, put into the outbox: at most one message a channel."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from auditor.alerts.document import Occasion, message_of
from auditor.alerts.events import NOTHING, Ledgered, reminders, turned
from auditor.alerts.interface import Alerting, Channel, Condition, Event
from auditor.alerts.outbox import Outbox
from auditor.times import parse_time, rfc3339

RUN = "run"


@dataclass(frozen=True, slots=True)
class Moment:
    """When something was looked at, and on which occasion.

    ``in_scope`` says which conditions are over when they are not found again, ``reminds`` of which of those
    that hold a channel is reminded.
    """

    occasion: str
    at: datetime
    in_scope: Callable[[Condition], bool]
    ledgered: Ledgered = NOTHING
    reminds: Callable[[Condition], bool] = lambda _: False


def post(outbox: Outbox, alerting: Alerting, now: Sequence[Condition], moment: Moment) -> int:
    """Compare ``now`` with what stood before and post what turned; inside the caller's transaction.

    Returns:
        How many messages were posted.
    """
    at = moment.at
    began = _noted(outbox, "began", at) if moment.occasion == RUN else at  # findings come from runs alone
    last = _noted(outbox, f"told.{moment.occasion}", at)
    standing = outbox.standing()
    subjects = {condition.subject for condition in now}
    before = {
        subject: old for subject, old in standing.items() if subject in subjects or moment.in_scope(old)
    }
    change = turned(before, now, moment.ledgered, at, began)
    outbox.stand(change.standing, change.gone)
    outbox.change_note(f"told.{moment.occasion}", rfc3339(max(at, last)))
    held = standing | {condition.subject: condition for condition in change.standing}
    holding = [condition for subject, condition in held.items() if subject not in change.gone]
    messages = 0
    for channel in alerting.channels:
        events = _events_for(channel, change.events, filter(moment.reminds, holding), last, at)
        if not events:
            continue
        occasion = Occasion(moment.occasion, alerting.job, at, outbox.salt())
        still_open = sum(channel.wants(condition) for condition in holding)
        message = message_of(events, occasion, channel.name, channel.content, still_open)
        outbox.post(channel.name, message, at)
        messages += 1
    return messages


def _events_for(
    channel: Channel, events: Sequence[Event], standing: Iterable[Condition], last: datetime, at: datetime
) -> Sequence[Event]:
    told = [
        event
        for event in events
        if channel.wants(event.condition) and event.condition.subject != f"channel/{channel.name}"
    ]
    subjects = {event.condition.subject for event in told}
    quiet = [one for one in standing if channel.wants(one) and one.subject not in subjects]
    return [*told, *reminders(quiet, channel, last, at)]


def _noted(outbox: Outbox, name: str, at: datetime) -> datetime:
    """The moment noted under ``name``; ``at`` the first time."""
    moment = parse_time(outbox.note(name, rfc3339(at)))
    assert moment is not None
    return moment
