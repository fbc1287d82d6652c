"""Relative time words in an entry ("tomorrow", "next week") and when they are over."""

import re
from datetime import datetime, time, timedelta, tzinfo
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from dateutil.relativedelta import relativedelta

from auditor.values.dates import weekday_names
from auditor.values.folding import fold, letters
from auditor.values.language import EAST_ASIAN

_HABIT = re.compile(
    r"\b(?:every|each|always|usually|often|whenever|daily|weekly|regularly|generally|jeden|jede|immer|cada|siempre"
    r"|chaque|toujours)\b|毎|每|总是|いつも"
)
_IN = re.compile(
    r"\b(?:in|within|within the next|in the next|over the next|en|dentro de|dans) (?:the )?"
    r"(?P<size>an?|one|two|three|four|five|six|seven|eight|nine|ten|a couple of|a few|ein(?:em"
    r"|er)?|zwei|drei|vier|"
    r"una?|dos|tres|une|deux|trois|\d{1,3}) "
    r"(?P<unit>hour|day|week|month|year|stunde|tag|woche|monat|jahr|hora|día|semana|mes|año|heure|jour|semaine|mois|an)"
    r"(?:s|e|n|en|es)?\b(?! (?:a|per|each)\b| (?:of|after|following|from) (?!(?:now|today|it|that)\b))"
)
_SIZES = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "a couple of": 2,
    "a few": 4,
    "ein": 1,
    "einem": 1,
    "einer": 1,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "un": 1,
    "una": 1,
    "dos": 2,
    "tres": 3,
    "une": 1,
    "deux": 2,
    "trois": 3,
}
_UNITS = {
    **dict.fromkeys(("hour", "stunde", "hora", "heure"), "hours"),
    **dict.fromkeys(("day", "tag", "día", "jour"), "days"),
    **dict.fromkeys(("week", "woche", "semana", "semaine"), "weeks"),
    **dict.fromkeys(("month", "monat", "mes", "mois"), "months"),
    **dict.fromkeys(("year", "jahr", "año", "an"), "years"),
}
_WEEK = 7


@cache
def _phrases() -> tuple[re.Pattern[str], dict[str, tuple[str, int]]]:
    table: Any = orjson.loads((Path(__file__).parent / "data" / "relative.json").read_bytes())
    periods = {
        phrase: (period.split()[0], int(period.split()[1]))
        for period, listed in table.items()
        for phrase in listed
    }
    ordered = sorted(periods, key=len, reverse=True)
    latin = "|".join(re.escape(phrase) for phrase in ordered if phrase[0] < "\u2e80")
    asian = "|".join(phrase for phrase in ordered if phrase[0] >= "\u2e80")
    return re.compile(rf"(?<![\w-])(?:{latin})(?![\w-]|'s\b)|{asian}"), periods


_WEEKDAY_LEADS = "next|this|coming|kommenden|nächsten|diesen|próximo|prochain"


@cache
def _weekday() -> re.Pattern[str]:
    days = "|".join(sorted((name for name in weekday_names() if name[0] < "\u2e80"), key=len, reverse=True))
    return re.compile(rf"\b(?P<lead>{_WEEKDAY_LEADS}) (?P<day>{days})\b")


def _may_name_time(folded: str) -> bool:
    """Whether any word stands in ``folded`` that begins a relative time."""
    if not folded.isascii() and EAST_ASIAN.search(folded):
        return True
    return not _leads().isdisjoint(letters(folded))


@cache
def _leads() -> frozenset[str]:
    """The first words of all that `relative_end` looks for."""
    phrases = {word for phrase in _phrases()[1] for word in letters(phrase)[:1]}
    return frozenset({*phrases, *_WEEKDAY_LEADS.split("|"), "in", "within", "over", "en", "dentro", "dans"})


def relative_end(text: str, written: datetime, zone: tzinfo) -> datetime | None:
    """When the last relative time in ``text`` is over (UTC), counted from ``written``; None without one.

    Habits ("tomorrow's lunch every evening") name no moment and never pass.
    """
    folded = fold(text)
    if not _may_name_time(folded) or _HABIT.search(folded):
        return None
    local = written.astimezone(zone)
    pattern, periods = _phrases()
    ends = [_end_of_period(local, *periods[match[0]]) for match in pattern.finditer(folded)]
    for match in _weekday().finditer(folded):
        away = (weekday_names()[match["day"]] - local.weekday()) % _WEEK or _WEEK
        ends.append(
            _end_of_period(local, "day", away + (_WEEK if match["lead"] in {"next", "nächsten"} else 0))
        )
    for match in _IN.finditer(folded):
        size = _SIZES.get(match["size"]) or int(match["size"])
        step = relativedelta(**{_UNITS[match["unit"]]: size})  # type: ignore[arg-type]  # one of its unit names
        ends.append(
            local + step if _UNITS[match["unit"]] == "hours" else _end_of_period(local + step, "day", 0)
        )
    latest = max(ends, default=None)
    return None if latest is None else latest.astimezone(written.tzinfo)


def _end_of_period(start: datetime, unit: str, away: int) -> datetime:
    """The first moment after the period that lies ``away`` units from that of ``start``."""
    midnight = datetime.combine(start.date(), time(), start.tzinfo)
    if unit == "day":
        return midnight + timedelta(days=away + 1)
    if unit == "week":
        return midnight - timedelta(days=start.weekday()) + timedelta(weeks=away + 1)
    if unit == "month":
        return midnight.replace(day=1) + relativedelta(months=away + 1)
    return midnight.replace(month=1, day=1) + relativedelta(years=away + 1)
