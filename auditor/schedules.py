"""When a job is due: once on each of its days, at one time of day in its zone, also when the clocks change.

A time that a change of clocks skips is the moment it would have been by the old offset (02:30 becomes 03:30);
one that comes twice is due the first time only. The *window* of a moment begins with the last due time.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from auditor.config.models import WEEK, ScheduleSection

EARLY = timedelta(minutes=10)  # a scheduler's clock may run ahead of ours by so much
_DAY = timedelta(days=1)


def due_on(schedule: ScheduleSection, zone: tzinfo, day: date) -> datetime | None:
    """When ``schedule`` is due on ``day``, in UTC; None where it is not."""
    if WEEK[day.weekday()] not in schedule.days:
        return None
    hour, minute = map(int, schedule.at.split(":"))
    return datetime.combine(day, time(hour, minute), zone).astimezone(UTC)


def last_due(schedule: ScheduleSection, zone: tzinfo, now: datetime) -> datetime | None:
    """The last moment up to ``now`` at which ``schedule`` starts a run, in UTC; None where it never does."""
    today = now.astimezone(zone).date()
    days = (today - _DAY * back for back in range(len(WEEK) + 1))
    return next((due for day in days if (due := due_on(schedule, zone, day)) and due <= now), None)


def next_due(schedule: ScheduleSection, zone: tzinfo, after: datetime) -> datetime | None:
    """The first moment after ``after`` at which ``schedule`` starts a run, in UTC; None if it never does."""
    today = after.astimezone(zone).date()
    days = (today + _DAY * ahead for ahead in range(-1, len(WEEK) + 1))
    return next((due for day in days if (due := due_on(schedule, zone, day)) and due > after), None)


def window_start(schedule: ScheduleSection, zone: tzinfo, at: datetime) -> datetime | None:
    """When the window began that a run at ``at`` belongs to."""
    return last_due(schedule, zone, at + EARLY)


def nights_between(schedule: ScheduleSection, zone: tzinfo, before: datetime, at: datetime) -> Iterator[date]:
    """The days on which a run was due after the window of ``before`` and before that of ``at``."""
    due, end = window_start(schedule, zone, before), window_start(schedule, zone, at)
    while due is not None and end is not None and (due := next_due(schedule, zone, due)) and due < end:
        yield due.astimezone(zone).date()
