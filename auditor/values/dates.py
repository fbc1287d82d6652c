"""Finds calendar dates: ISO, numeric, written in six languages, partial ("the 14th", "March")."""

import re
from dataclasses import replace
from datetime import date, timedelta
from functools import cache

from auditor.values.clock import zone_after
from auditor.values.lexicon import alternation, listed, table, whole_words, words_by_meaning
from auditor.values.model import Kind, Value
from auditor.values.numerals import asian_number
from auditor.values.scan import Scan

Reading = tuple[int | None, int | None, int | None]

_MAYBE_NUMERIC = re.compile(r"\d[-/.]\d")
_ARTICLES = frozenset({"the", "am", "der", "dem", "den", "el", "le"})
_ISO = re.compile(
    r"(?<![\w-])(\d{4})-(\d\d)-(\d\d)(?:[t ](?=\d\d:\d\d)(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?)?(?!\d)"
)
_BASIC = re.compile(r"(?<![\w-])(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?(?![\w-])")
_NUMERIC = re.compile(r"(?<![\w./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?![\w/-])")
_GERMAN_SHORT = re.compile(r"(?<![\w.])(\d{1,2})\.(\d{1,2})\.(?!\d)")
_SLASHED = re.compile(r"(?<=\bon )(\d{1,2})/(\d{1,2})(?![\w/])")
_ASIAN = re.compile(
    r"(?:(\d{4})年)?(\d{1,2})月(?:(\d{1,2})[日号號])?|(\d{4})年(?!間|间)|(?<!\d)(\d{1,2})[号號](?!楼|线)"
)
_HAN = "[一二三四五六七八九十]{1,3}"
_HAN_DATE = re.compile(f"(?:([〇零一二三四五六七八九]{{4}})年)?({_HAN})月(?:({_HAN})[日号號])?")
_SHORT_YEAR = 2
_LAST_MONTH = 12
_CENTURY_PIVOT = 70


@cache
def month_names() -> dict[str, int]:
    """Lower-case month name or abbreviation → 1 to 12."""
    return {name: int(number) for name, number in words_by_meaning(table("calendar")["months"]).items()}


@cache
def weekday_names() -> dict[str, int]:
    """Lower-case weekday name or abbreviation → 0 (Monday) to 6."""
    return {name: int(number) for name, number in words_by_meaning(table("calendar")["weekdays"]).items()}


@cache
def _written() -> re.Pattern[str]:
    months = alternation(month_names())
    day = r"(?P<{0}>\d{{1,2}})(?:st|nd|rd|th|º|er|\.)?"
    year = r"(?:(?:,? ?|,? (?:of|de|del) )(?P<{0}>(?:19|20)\d\d)(?![\d:.]))?"
    day_month = rf"{day.format('d1')} ?(?:of |de |-)?(?P<m1>{months})(?![^\W\d_])\.?{year.format('y1')}"
    month_day = (
        rf"(?P<m2>{months})\.? ?(?:the )?{day.format('d2')}(?!\d|:\d|[.,]\d|[ap]m| ?%){year.format('y2')}"
    )
    month_year = rf"(?P<m3>{months})\.?,? (?:of |de |del )?(?P<y3>(?:19|20)\d\d)(?!\d)"
    return re.compile(
        rf"(?<!\w)(?:(?:le|el|the|der|den) )?{day_month}|(?<![^\W_])(?:{month_day}|{month_year})"
    )


@cache
def _bare_months() -> re.Pattern[str]:
    """A month alone; a name that is a word of its own ("may") only after a preposition."""
    clear = alternation(name for name in month_names() if name not in listed("unclear_months"))
    leads = "in|since|until|by|of|from|early|late|mid|end of|en|im|bis|seit|ab"
    return re.compile(
        rf"(?<![^\W_])(?P<clear>{clear})(?![^\W_])|\b(?:{leads}) (?P<led>may|march|mai|août|mars)(?![^\W_])"
    )


@cache
def _weekdays() -> re.Pattern[str]:
    return re.compile(whole_words(name for name in weekday_names() if name not in listed("unclear_weekdays")))


_SHORT_WEEKDAY = re.compile(
    r"(?<![^\W_])(?:[Mm]on|[Tt]ue|[Ww]ed|[Tt]hu|[Ff]ri|S(?:at|un)|MON|TUE|WED|THU|FRI|SAT|SUN)(?![^\W_])\.?"
)
_DAY_OF = re.compile(
    r"\b(?:the|am|der|dem|den|el|le) (\d{1,2})(?:(?:st|nd|rd|th)\b|\.(?= |$|,))"
    r"(?! (?:century|floor|grade|street|avenue|birthday|place|time))"
)


def readings_of(
    first: int, second: int, year: int | None, separator: str, day_first: bool | None
) -> tuple[Reading, ...]:
    """What ``first``/``second`` may mean as day and month; two readings where both orders are possible."""
    orders = [(second, first), (first, second)]  # (month, day): day first, then month first
    possible = [(year, month, day) for month, day in orders if is_date(year, month, day)]
    if len(possible) == len(orders) and (separator == "." or day_first is not None):
        possible = [possible[0] if separator == "." or day_first else possible[1]]
    return tuple(sorted(set(possible), key=str))


def is_date(year: int | None, month: int | None, day: int | None) -> bool:
    """Whether the parts given make a possible date (29 February counts without a year)."""
    try:
        date(year or 2000, month or 1, day or 1)
    except ValueError:
        return False
    return True


def full_year(digits: str) -> int:
    """The year of two or four digits; two digits mean 1970 to 2069."""
    year = int(digits)
    if len(digits) > _SHORT_YEAR:
        return year
    return year + (1900 if year >= _CENTURY_PIVOT else 2000)


def find_dates(scan: Scan) -> None:
    """Takes every absolute date out of ``scan``, whole or in part."""
    if scan.digits and not scan.signs.isdisjoint("-/.") and _MAYBE_NUMERIC.search(scan.lowered):
        for match in _ISO.finditer(scan.lowered):
            _take_iso(scan, match)
        _find_numeric(scan)
    if not month_names().keys().isdisjoint(scan.words):
        _find_months(scan)
    if scan.asian:
        for match in _ASIAN.finditer(scan.lowered):
            _take_asian(scan, match)
        for match in _HAN_DATE.finditer(scan.lowered):
            year, month, day = (int(asian_number(part) or 0) if part else None for part in match.groups())
            _take(scan, match, ((year, month, day),))
    if scan.digits and not scan.words.isdisjoint(_ARTICLES):
        for match in _DAY_OF.finditer(scan.lowered):
            _take(scan, match, ((None, None, int(match[1])),))


def _find_months(scan: Scan) -> None:
    for match in _written().finditer(scan.lowered):
        year = match["y1"] or match["y2"] or match["y3"]
        day = match["d1"] or match["d2"]
        month = month_names()[match["m1"] or match["m2"] or match["m3"]]
        _take(scan, match, ((int(year) if year else None, month, int(day) if day else None),))
    for match in _bare_months().finditer(scan.lowered):
        group = "clear" if match["clear"] else "led"
        scan.take(*match.span(group), Kind.DATE, ((None, month_names()[match[group]], None),))


def find_weekdays(scan: Scan) -> None:
    """Takes weekday names out of ``scan``; one beside a date belongs to that date."""
    if not scan.asian and weekday_names().keys().isdisjoint(scan.words):
        return
    for pattern, text in ((_weekdays(), scan.lowered), (_SHORT_WEEKDAY, scan.left)):
        for match in pattern.finditer(text):
            scan.take_match(match, Kind.WEEKDAY, weekday_names()[match[0].lower().rstrip(".")])
    _drop_weekdays_of_dates(scan)


_NEAR = re.compile(r"[ ,.()]*(?:the|dem|den|el|le)? *")


def _drop_weekdays_of_dates(scan: Scan) -> None:
    days = [value for value in scan.values if value.kind is Kind.WEEKDAY]
    if not days:
        return
    dates = [value for value in scan.values if value.kind in {Kind.DATE, Kind.MOMENT}]
    for day in days:
        beside = next((other for other in dates if _beside(scan.text, day, other) and _has_day(other)), None)
        if beside is None:
            continue
        span = (min(day.span[0], beside.span[0]), max(day.span[1], beside.span[1]))
        scan.values.remove(day)
        if beside in scan.values:
            scan.values[scan.values.index(beside)] = replace(beside, span=span, text=scan.text[slice(*span)])


def _beside(text: str, one: Value, other: Value) -> bool:
    first, second = sorted((one.span, other.span))
    return _NEAR.fullmatch(text[first[1] : second[0]]) is not None


def _has_day(value: Value) -> bool:
    readings = value.normal[0] if value.kind is Kind.MOMENT else value.normal
    return all(day for _, _, day in readings)


def _take_iso(scan: Scan, match: re.Match[str]) -> None:
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    if not is_date(year, month, day):
        return
    if match[4] is None or int(match[4]) > 23 or int(match[5]) > 59:  # noqa: PLR2004  hours and minutes of a day
        scan.take(match.start(), match.end(3), Kind.DATE, ((year, month, day),))
        return
    seconds = int(match[4]) * 3600 + int(match[5]) * 60 + int(match[6] or 0)
    sure = scan.lowered[match.end(3)] == "t" or match[6] is not None
    offset, unit, end = zone_after(scan.lowered, match.end(), behind_zero=sure)
    scan.take(match.start(), end, Kind.MOMENT, in_utc(((year, month, day),), seconds, offset), unit)


def in_utc(
    readings: tuple[Reading, ...], seconds: int, offset: int | None
) -> tuple[tuple[Reading, ...], int]:
    """Readings and second of the day moved to UTC; unmoved without ``offset`` (minutes) or a whole date."""
    if not offset or any(None in reading for reading in readings):
        return readings, seconds
    days, rest = divmod(seconds - offset * 60, 86400)
    moved = []
    for year, month, day in readings:
        try:
            shifted = date(year or 1, month or 1, day or 1) + timedelta(days=days)
        except OverflowError:
            return readings, seconds
        moved.append((shifted.year, shifted.month, shifted.day))
    return tuple(moved), rest


def _find_numeric(scan: Scan) -> None:
    for match in _BASIC.finditer(scan.lowered):
        day = int(match[4]) if match[4] else None
        if 1 <= int(match[3]) <= _LAST_MONTH and 1900 <= int(match[1]) < 2200 and (match[2] != "." or day):  # noqa: PLR2004  years that people write
            _take(scan, match, ((int(match[1]), int(match[3]), day),))
    for match in _NUMERIC.finditer(scan.lowered):
        readings = readings_of(int(match[1]), int(match[3]), full_year(match[4]), match[2], scan.day_first)
        _take(scan, match, readings)
    for match in _GERMAN_SHORT.finditer(scan.lowered):
        _take(scan, match, ((None, int(match[2]), int(match[1])),))
    for match in _SLASHED.finditer(scan.lowered):
        _take(scan, match, readings_of(int(match[1]), int(match[2]), None, "/", scan.day_first))


def _take_asian(scan: Scan, match: re.Match[str]) -> None:
    year, month, day = match[1] or match[4], match[2], match[3] or match[5]
    numbers = [int(part) if part else None for part in (year, month, day)]
    _take(scan, match, ((numbers[0], numbers[1], numbers[2]),))


def _take(scan: Scan, match: re.Match[str], readings: tuple[Reading, ...]) -> None:
    if readings and all(is_date(*reading) for reading in readings):
        scan.take_match(match, Kind.DATE, readings)
