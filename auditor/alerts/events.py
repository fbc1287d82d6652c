"""From conditions before and after to events: alerts are about what turned, not about how things stand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from auditor.alerts.interface import RANK, Channel, Condition, Event, Turn, What
from auditor.ledger import Recorded


@dataclass(frozen=True, slots=True)
class Turned:
    """What a moment changed: ``standing`` is what holds from now on, ``gone`` what no longer does."""

    events: Sequence[Event]
    standing: Sequence[Condition]
    gone: Sequence[str]


@dataclass(frozen=True, slots=True)
class Ledgered:
    """What the ledger says about findings, by id: which are new or came back, and why others went away."""

    new: frozenset[str] = frozenset()
    reopened: frozenset[str] = frozenset()
    mended: Mapping[str, str] | None = None

    @classmethod
    def of(cls, nights: Sequence[Recorded]) -> "Ledgered":
        """What ``nights`` say."""
        return cls(
            frozenset(known.finding.id for night in nights for known in night.new),
            frozenset(known.finding.id for night in nights for known in night.reopened),
            {known.finding.id: known.why for night in nights for known in night.mended},
        )


NOTHING = Ledgered()


def turned(
    before: Mapping[str, Condition],
    now: Sequence[Condition],
    ledgered: Ledgered,
    at: datetime,
    began: datetime,
) -> Turned:
    """What the conditions ``now`` mean beside those ``before``, both of the same stores.

    Findings from before alerts ``began`` are no news, unless the ledger says so; from then on they stand.
    A finding that went away because somebody decided about it is no news either.
    """
    events: list[Event] = []
    standing: list[Condition] = []
    for condition in now:
        old = before.get(condition.subject)
        if old is None:
            standing.append(replace(condition, turned=at))
            if condition.finding in ledgered.reopened:
                events.append(Event(condition, Turn.REOPENED, at))
            elif _is_news(condition, ledgered, began):
                events.append(Event(condition, Turn.RAISED, at))
            continue
        came_back = condition.finding in ledgered.reopened and old.turned != at
        standing.append(
            replace(
                condition,
                since=min(old.since, condition.since),
                turned=at if came_back else old.turned,
            )
        )
        if came_back:
            events.append(Event(standing[-1], Turn.REOPENED, at))
        elif RANK[condition.severity] > RANK[old.severity]:
            events.append(Event(standing[-1], Turn.WORSENED, at))
    current = {condition.subject for condition in now}
    gone = [old for subject, old in before.items() if subject not in current]
    events += [event for old in gone for event in _recovery(old, ledgered, at)]
    return Turned(_told_once(events), standing, [old.subject for old in gone])


def _is_news(condition: Condition, ledgered: Ledgered, began: datetime) -> bool:
    return condition.what is not What.FINDING or condition.finding in ledgered.new or condition.since >= began


def _recovery(old: Condition, ledgered: Ledgered, at: datetime) -> Iterator[Event]:
    if old.what is What.NOTE:
        return
    if old.what is not What.FINDING:
        yield Event(old, Turn.RECOVERED, at)
    elif ledgered.mended and old.finding in ledgered.mended:
        yield Event(old, Turn.RECOVERED, at, why=ledgered.mended[old.finding])


def _told_once(events: Sequence[Event]) -> list[Event]:
    """Two memories that conflict with each other are two findings and one event, under both keys."""
    kept: list[Event] = []
    places: dict[tuple[str, Turn, str], int] = {}
    for event in events:
        condition = event.condition
        place = next((places.get((condition.store, event.turn, key)) for key in condition.rivals), None)
        if condition.kind != "cross_entry" or place is None:
            places |= {(condition.store, event.turn, key): len(kept) for key in condition.keys}
            kept.append(event)
        else:
            both = (*kept[place].condition.keys, *condition.keys)
            kept[place] = replace(kept[place], condition=replace(kept[place].condition, keys=both))
    return kept


def reminders(
    standing: Iterable[Condition], channel: Channel, last: datetime, at: datetime
) -> Iterator[Event]:
    """What ``channel`` is reminded of: a multiple of its period went by since ``last`` time."""
    period = channel.remind
    if period is None:
        return
    for condition in standing:
        if _periods(condition.since, at, period) > _periods(condition.since, last, period):
            yield Event(condition, Turn.REMINDER, at)


def _periods(since: datetime, until: datetime, period: timedelta) -> int:
    return max(until - since, timedelta()) // period
