"""Which moments are worth keeping, and why: one rule a period, each explaining itself."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from types import MappingProxyType

_PERIODS: Mapping[str, str] = MappingProxyType(
    {"daily": "%Y-%m-%d", "weekly": "%G-W%V", "monthly": "%Y-%m", "yearly": "%Y"}
)


@dataclass(frozen=True, slots=True)
class Rules:
    """How many to keep: the newest ``last``, and the last one of each of the newest so many periods."""

    last: int = 0
    daily: int = 0
    weekly: int = 0
    monthly: int = 0
    yearly: int = 0

    def __bool__(self) -> bool:
        """Whether anything at all is to be kept."""
        return any((self.last, self.daily, self.weekly, self.monthly, self.yearly))


def reasons_to_keep(moments: Iterable[datetime], rules: Rules, zone: tzinfo) -> dict[datetime, list[str]]:
    """Each of ``moments`` that ``rules`` keep, with the rules that do; days begin and end in ``zone``.

    A rule counts the periods in which there is something, so that a month without power costs nothing.
    Weeks are those of ISO 8601.
    """
    newest_first = sorted(moments, reverse=True)
    kept: dict[datetime, list[str]] = {}
    for number, moment in enumerate(newest_first[: rules.last], start=1):
        kept.setdefault(moment, []).append(f"last #{number}")
    for name, form in _PERIODS.items():
        seen: set[str] = set()
        for moment in newest_first:
            period = f"{moment.astimezone(zone):{form}}"
            if period not in seen and len(seen) < getattr(rules, name):
                seen.add(period)
                kept.setdefault(moment, []).append(f"{name} #{len(seen)} ({period})")
    return kept
