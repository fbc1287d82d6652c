"""Finds dates told from the day of speaking: "tomorrow", "next Friday", "in three days", "2 weeks ago"."""

import re
from datetime import date, datetime, timedelta
from functools import cache, lru_cache

from dateutil.relativedelta import relativedelta

from auditor.values.dates import Reading, weekday_names
from auditor.values.folding import clean, letters
from auditor.values.language import EAST_ASIAN
from auditor.values.lexicon import alternation, is_asian, table, whole_words, words_by_meaning
from auditor.values.model import Kind
from auditor.values.numerals import number_in
from auditor.values.scan import Scan
from auditor.values.units import periods, unit_named, unit_names

_WEEK = 7


@cache
def _days() -> tuple[re.Pattern[str], dict[str, int]]:
    away = {word: int(days) for word, days in words_by_meaning(table("calendar")["days_away"]).items()}
    return re.compile(whole_words(away)), away


@cache
def _shifted() -> re.Pattern[str]:
    calendar = table("calendar")
    leads = "|".join(
        f"(?P<{name}>{alternation(calendar[name].split('|'))})" for name in ("next", "last", "this")
    )
    spans = "|".join(f"(?P<{name}>{listed})" for name, listed in calendar["spans"].items())
    return re.compile(
        rf"(?:(?<![A-Za-zÀ-ɏ])(?:{leads})|(?<=[\u3040-\u9fff])(?:下|上|来|先)) ?"
        rf"(?:(?P<weekday>{alternation(weekday_names())})|{spans})(?![^\W_\u3040-\u9fff])"
    )


@cache
def _trailing() -> re.Pattern[str]:
    weekdays = alternation(name for name in weekday_names() if not is_asian(name))
    return re.compile(
        rf"(?<![^\W_])(?:(?P<weekday>{weekdays})|(?P<week>semana|semaine)|(?P<month>mes|mois)"
        r"|(?P<year>año|année)) "
        r"(?:(?P<next>que viene|próxim[oa]|prochaine?)|(?P<last>pasad[oa]|dernière?))(?![^\W_])"
    )


_IN = re.compile(
    r"(?<![^\W_])(?:in|en|dentro de|dans) (?P<size>[^\W_]+) (?P<unit>[^\W\d_]+)(?:'s? time)?(?![^\W_])"
    r"|(?<![^\W_])(?:vor|hace|il y a) (?P<size2>[^\W_]+) (?P<unit2>[^\W\d_]+)(?![^\W_])"
    r"|(?<![^\W_])(?P<size3>[^\W_]+) (?P<unit3>[^\W\d_]+) (?:ago|from now)(?![^\W_])"
)
_ASIAN_IN = re.compile(
    "(?P<size>\\d+|[一二三四五六七八九十两]+)(?P<unit>天|日|周|週間|个月|か月|ヶ月|年)(?P<way>后|後|前|之后|之前)"
)
_COUNTING = frozenset({"in", "en", "dentro", "dans", "vor", "hace", "il", "ago", "from"})  # of `_IN`
_ONE = frozenset({"a", "an", "einem", "einer", "un", "una", "une"})


@lru_cache(maxsize=8192)
def names_relative_time(text: str) -> bool:
    """Whether ``text`` may hold a relative date at all."""
    if not text.isascii() and EAST_ASIAN.search(text):
        return True
    lowered = clean(text).lower()
    spoken = frozenset(letters(lowered))
    named, shifts, counts = _leads()
    if not spoken.isdisjoint(named) and _days()[0].search(lowered):
        return True
    if not spoken.isdisjoint(shifts) and (_shifted().search(lowered) or _trailing().search(lowered)):
        return True
    if spoken.isdisjoint(counts) or spoken.isdisjoint(_COUNTING):
        return False
    return any(_counted_unit(match) in counts for match in _IN.finditer(lowered))


def _counted_unit(match: re.Match[str]) -> str:
    return match["unit"] or match["unit2"] or match["unit3"] or ""


def find_relative(scan: Scan) -> None:
    """Takes every relative date out of ``scan``; without a reference there are none.

    "Next Friday" has two readings, the coming one and that of next week, since speakers mean either.
    """
    if scan.reference is None:
        return
    today = scan.reference
    named, shifts, counts = _leads()
    if scan.asian or not scan.words.isdisjoint(named):
        _find_named(scan, today)
    if scan.asian or not scan.words.isdisjoint(shifts):
        for pattern in (_shifted(), _trailing()):
            for match in pattern.finditer(scan.lowered):
                _take_shifted(scan, match, today)
    if not (scan.words.isdisjoint(counts) or scan.words.isdisjoint(_COUNTING)):
        for match in _IN.finditer(scan.lowered):
            size = match["size"] or match["size2"] or match["size3"]
            forward = match["size"] is not None or match[0].endswith("from now")
            _take_counted(scan, match, size, _counted_unit(match), forward, today)
    if scan.asian:
        for match in _ASIAN_IN.finditer(scan.lowered):
            _take_counted(
                scan, match, match["size"], match["unit"], match["way"] in {"后", "後", "之后"}, today
            )


@cache
def _leads() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Words of which one stands in every named, every shifted and every counted relative date."""
    calendar = table("calendar")
    named = {word for listed in calendar["days_away"].values() for word in re.findall(r"\w+", listed)}
    shifts = {word for name in ("next", "last", "this") for word in re.findall(r"\w+", calendar[name])}
    shifts |= {
        "próxima",
        "próximo",
        "prochaine",
        "prochain",
        "pasada",
        "pasado",
        "dernière",
        "dernier",
        "viene",
    }
    counts = (name for name, unit in unit_names().items() if unit in periods())
    return frozenset(named), frozenset(shifts), frozenset(counts)


def _find_named(scan: Scan, today: datetime) -> None:
    pattern, away = _days()
    for match in pattern.finditer(scan.lowered):
        before = scan.lowered[: match.start()].rstrip()
        # "am Morgen" and "la mañana" are the morning.
        if match[0] in {"morgen", "mañana"} and before.endswith(("am", "jeden", "guten", "la", "cada")):
            continue
        _take(scan, match, today + timedelta(days=away[match[0]]))


def _take(scan: Scan, match: re.Match[str], day: datetime) -> None:
    scan.take_match(match, Kind.DATE, ((day.year, day.month, day.day),), "relative")


def _take_shifted(scan: Scan, match: re.Match[str], today: datetime) -> None:
    named = match.groupdict()
    step = (
        1 if named["next"] or match[0][0] in "下来次" else -1 if named["last"] or match[0][0] in "上先" else 0
    )
    if named["weekday"]:
        scan.take_match(
            match,
            Kind.DATE,
            _weekday_readings(today.date(), weekday_names()[named["weekday"]], step),
            "relative",
        )
    elif named["month"]:
        there = today + relativedelta(months=step)
        scan.take_match(match, Kind.DATE, ((there.year, there.month, None),), "relative")
    elif named["year"]:
        scan.take_match(match, Kind.DATE, ((today.year + step, None, None),), "relative")
    else:
        scan.hide(*match.span())  # a week is no date, and its parts are none either


def _weekday_readings(today: date, weekday: int, step: int) -> tuple[Reading, ...]:
    monday = today - timedelta(days=today.weekday())
    in_week = monday + timedelta(days=weekday + _WEEK * step)
    nearest = today + timedelta(days=(weekday - today.weekday()) % _WEEK or _WEEK)
    if step < 0:
        nearest = today - timedelta(days=(today.weekday() - weekday) % _WEEK or _WEEK)
    days = {in_week, nearest} if step else {in_week if in_week >= today else nearest}
    return tuple((day.year, day.month, day.day) for day in sorted(days))


def _take_counted(  # noqa: PLR0917  one match, read
    scan: Scan, match: re.Match[str], size: str, word: str, forward: bool, today: datetime
) -> None:
    unit = unit_named(word)
    if unit not in periods():
        return
    count = 1 if size in _ONE else number_in(size, scan.language)
    if count is None or count > 1000:  # noqa: PLR2004  further than anybody plans
        return
    months, seconds = periods()[unit]
    sign = 1 if forward else -1
    try:
        there = (
            today
            + relativedelta(months=int(months * count) * sign)
            + timedelta(seconds=float(seconds * count) * sign)
        )
    except (OverflowError, ValueError):
        return
    if months or seconds >= 86400:  # noqa: PLR2004  a day in seconds
        _take(scan, match, there)
