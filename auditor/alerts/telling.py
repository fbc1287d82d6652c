"""Telling the channels what turned: first into the outbox, in one transaction, then out of it.

Call ``tell`` when the ledger has taken a night down and before that night is finished in it: a kill anywhere
between leaves findings new for the next run, or messages in the outbox, or both, and neither is told twice.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

import structlog

from auditor.alerts.channels import channel_of
from auditor.alerts.conditions import Scope, conditions_of
from auditor.alerts.delivering import Ports, deliver, refusals
from auditor.alerts.events import Ledgered
from auditor.alerts.interface import Alerting, Condition, Delivery, Undelivered, What
from auditor.alerts.outbox import Outbox
from auditor.alerts.posting import RUN, Moment, post
from auditor.config import Job
from auditor.errors import AuditorError, LedgerError, LockedError
from auditor.ledger import Recorded
from auditor.records import Audit, NotChecked, Severity
from auditor.reports.verdict import UNDELIVERED
from auditor.times import rfc3339


def alerting_of(job: Job) -> Alerting | None:
    """The alerting of ``job``, or None where it has no ``[[alerts]]``.

    Raises:
        ConfigError: A channel needs what is not installed.
    """
    if not job.alerts:
        return None
    channels = [channel_of(section) for section in job.alerts]
    return Alerting(job.name, job.folders.outbox(job.name), channels, job.all_stores)


def tell(
    alerting: Alerting, at: datetime, nights: Sequence[Recorded], ports: Ports, *, again: bool = False
) -> Delivery:
    """Tell the channels what turned tonight, and send what waits from earlier.

    What could not be delivered is no error here: it stays in the outbox and in the result. Where the outbox
    itself cannot be used, the result says so, and the next night tells what is new.

    Args:
        alerting: Who is told.
        at: The audit's time.
        nights: What the ledgers say about each store tonight.
        ports: Clock and pauses.
        again: The night is only looked at again: nothing is told, and the result is what it was then.
    """
    try:
        return _told(alerting, at, nights, ports, again=again)
    except (LedgerError, OSError, sqlite3.Error) as error:
        return Delivery(0, [Undelivered("", 1, str(error))])


def _told(
    alerting: Alerting, at: datetime, nights: Sequence[Recorded], ports: Ports, *, again: bool
) -> Delivery:
    window = rfc3339(at)
    with Outbox(alerting.path) as outbox:
        if again:
            return Delivery(0, outbox.remembered(window))
        scope = Scope(nights)
        moment = Moment(RUN, at, scope.holds, Ledgered.of(nights), scope.covers)
        with outbox.transaction():
            _forget_removed_stores(outbox, alerting)
            post(outbox, alerting, conditions_of(at, nights), moment)
        delivery = _delivered(outbox, alerting, ports)
        outbox.remember(window, delivery.undelivered)
        return delivery


def _forget_removed_stores(outbox: Outbox, alerting: Alerting) -> None:
    """What was open in a store that the job no longer has is neither open nor over."""
    standing = outbox.standing().items()
    outbox.stand([], [subject for subject, old in standing if old.store and not alerting.knows(old.store)])


def tell_failure(alerting: Alerting, error: Exception, ports: Ports) -> None:
    """Tell the channels that a run failed, as well as can be; ``tell_success`` says that it is over."""
    expected = isinstance(error, AuditorError | OSError)
    reason = str(error) if expected else f"internal error ({type(error).__name__})"
    failed = Condition("run/failed", What.RUN, Severity.HIGH, "failed", ports.clock.now(), reason=reason)
    _tell_about_run(alerting, [failed], ports)


def tell_success(alerting: Alerting, ports: Ports) -> None:
    """Tell the channels that a run came to its end, if the one before did not."""
    _tell_about_run(alerting, [], ports)


def _tell_about_run(alerting: Alerting, now: Sequence[Condition], ports: Ports) -> None:
    try:
        with Outbox(alerting.path) as outbox:
            failed_before = any(old.what is What.RUN for old in outbox.standing().values())
        if now or failed_before:
            tell_conditions(alerting, now, What.RUN, "failure", ports)
    except (AuditorError, OSError, sqlite3.Error) as error:
        structlog.get_logger().warning("alerts.not_told", reason=str(error))


def tell_conditions(
    alerting: Alerting, now: Sequence[Condition], what: What, occasion: str, ports: Ports
) -> Delivery:
    """Tell the channels what turned about ``what``, of which ``now`` is all that holds.

    Raises:
        LedgerError: The outbox cannot be read.
    """
    with Outbox(alerting.path) as outbox:
        about_that = partial(_is_about, what)
        moment = Moment(occasion, ports.clock.now(), about_that, reminds=about_that)
        with outbox.transaction():
            post(outbox, alerting, now, moment)
        return _delivered(outbox, alerting, ports)


def flush(alerting: Alerting, ports: Ports) -> Delivery:
    """Send what waits.

    Raises:
        LedgerError: The outbox cannot be read.
    """
    with Outbox(alerting.path) as outbox:
        return _delivered(outbox, alerting, ports)


def with_delivery(audit: Audit, delivery: Delivery) -> Audit:
    """``audit`` with what could not be delivered at its first store, for the report and the exit code."""
    if not delivery.undelivered or not audit.stores:
        return audit
    first, *others = audit.stores
    unchecked = [NotChecked(first.store, "", sentence_of(item)) for item in delivery.undelivered]
    waiting = sum(item.messages for item in delivery.undelivered)
    first = replace(
        first,
        not_checked=[*first.not_checked, *unchecked],
        counts={**first.counts, UNDELIVERED: waiting},
    )
    return replace(audit, stores=[first, *others])


def sentence_of(item: Undelivered) -> str:
    """What waits for one channel, in words."""
    if not item.channel:
        return f"the outbox of alerts cannot be used, and nobody was told: {item.reason}"
    what = "1 alert waits" if item.messages == 1 else f"{item.messages} alerts wait"
    return f"{what} for the channel {item.channel}: {item.reason}; the next run sends them again"


def _is_about(what: What, condition: Condition) -> bool:
    return condition.what is what


def _delivered(outbox: Outbox, alerting: Alerting, ports: Ports) -> Delivery:
    """Deliver; where a channel turns out to refuse messages, or to take them again, tell the others."""
    try:
        count = deliver(outbox, alerting.channels, ports)
        moment = Moment("delivery", ports.clock.now(), partial(_is_about, What.CHANNEL))
        with outbox.transaction():
            posted = post(outbox, alerting, refusals(outbox, alerting.channels, moment.at), moment)
        if posted:
            count += deliver(outbox, alerting.channels, ports)
    except LockedError:
        return Delivery(0, outbox.undelivered())
    return Delivery(count, outbox.undelivered())
