"""Finds how often something happens, and the periods of rates ("$49 per month")."""

import re
from decimal import Decimal
from functools import cache

from auditor.values.lexicon import alternation, listed, table, whole_words, words_by_meaning
from auditor.values.model import Kind
from auditor.values.numerals import number_in
from auditor.values.scan import TAKEN, Scan
from auditor.values.units import periods, unit_named


@cache
def _rate_words() -> tuple[re.Pattern[str], dict[str, str]]:
    meanings = words_by_meaning(table("units")["periods"])
    return re.compile(rf" ?(?:{alternation(meanings)})(?![^\W\d_])"), meanings


def rate_after(scan: Scan, unit: str, end: int) -> tuple[str, int]:
    """``unit`` with the period written at ``end`` ("EUR" before " per month" → "EUR/month"), and its end."""
    pattern, meanings = _rate_words()
    match = pattern.match(scan.lowered, end)
    return (f"{unit}/{meanings[match[0].strip()]}", match.end()) if match else (unit, end)


@cache
def _frequency_words() -> re.Pattern[str]:
    times = alternation(word.strip() for word in table("units")["times"].split("|"))
    counted = alternation(table("units")["counted"])
    rate = _rate_words()[0].pattern
    return re.compile(
        rf"(?<!\w)(?:(?P<counted>{counted})|(?P<number>[^\W_]+)[ -]?(?:{times}))(?P<rate>{rate})"
    )


_EVERY = re.compile(
    r"(?<!\w)(?:every|alle|cada|toutes les|tous les|每隔|每) ?(?P<size>[^\W_]+) ?(?P<unit>[^\W\d_]+)"
)
_ASIAN_TIMES = re.compile(
    "(?:(每天|毎日|每日|1日に?|一天|一日に?)|(每周|每週|毎週|週に?|一周)|(每月|毎月|月に?)|(每年|毎年|年に?))"
    "(\\d+|[一二三四五六七八九十两]+)[次回]"
)
_ASIAN_PERIODS = ("day", "week", "month", "year")
_NOT_ALONE = re.compile(r"(?:an?|am|im|in|die|al?|la|de) ")


@cache
def _adverbs() -> tuple[re.Pattern[str], frozenset[str]]:
    """Words that alone say how often ("weekly", "every day"), and the words they begin with."""
    alone = [phrase for phrase in _rate_words()[1] if not _NOT_ALONE.match(phrase)]
    slashed = [phrase for phrase in alone if phrase.startswith("/")]
    spoken = whole_words(phrase for phrase in alone if phrase not in slashed)
    leads = frozenset(phrase.split(" ")[0] for phrase in alone if phrase not in slashed)
    return re.compile(rf"(?:{alternation(slashed)})(?![^\W_])|{spoken}"), leads


def find_frequencies(scan: Scan) -> None:
    """Takes "twice a day", "every 8 hours", "週3回"."""
    if scan.asian:
        for match in _ASIAN_TIMES.finditer(scan.lowered):
            period = next(name for at, name in enumerate(_ASIAN_PERIODS, 1) if match[at])
            times = number_in(match[5], scan.language)
            scan.take_match(match, Kind.FREQUENCY, (times, periods()[period]), period)
    if scan.asian or not scan.words.isdisjoint(listed("often")):
        for match in _frequency_words().finditer(scan.lowered):
            times = _times(match, scan.language)
            if times is not None:
                period = _rate_words()[1][match["rate"].strip()]
                scan.take_match(match, Kind.FREQUENCY, (times, periods()[period]), period)
        for match in _EVERY.finditer(scan.lowered):
            size, unit = number_in(match["size"], scan.language), unit_named(match["unit"])
            if size and unit in periods():
                months, seconds = periods()[unit]
                scan.take_match(match, Kind.FREQUENCY, (Decimal(1), (months * size, seconds * size)), unit)


def find_adverbs(scan: Scan) -> None:
    """Takes "weekly" and its like where no rate or number claimed them."""
    pattern, leads = _adverbs()
    if scan.asian or "/" in scan.left or not scan.words.isdisjoint(leads):
        for match in pattern.finditer(scan.lowered):
            period = _rate_words()[1][match[0]]
            scan.take_match(match, Kind.FREQUENCY, (Decimal(1), periods()[period]), period)
    for match in _AFTER_VALUE.finditer(scan.lowered) if f"{TAKEN} a" in scan.lowered else ():
        scan.take(*match.span("rate"), Kind.FREQUENCY, (Decimal(1), periods()[match["unit"]]), match["unit"])


# "850 mg a day": right after a value, "a day" is how often; elsewhere it may be how long.
_AFTER_VALUE = re.compile(rf"(?<={TAKEN}) (?P<rate>an? (?P<unit>hour|day|week|month|year))(?![^\W_])")


def _times(match: re.Match[str], language: str) -> Decimal | None:
    if match["counted"]:
        return Decimal(table("units")["counted"][match["counted"]])
    return number_in(match["number"], language)
