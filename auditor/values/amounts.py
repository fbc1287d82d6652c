"""Finds amounts: bare numbers, quantities, durations, money, percentages, frequencies."""

import re
from dataclasses import replace
from decimal import Decimal
from functools import cache

from auditor.values.lexicon import table, words_by_meaning
from auditor.values.model import Kind, Value
from auditor.values.numerals import (
    ASIAN,
    Numeral,
    asian_number,
    decimal_of,
    digit_numerals,
    has_number_words,
    word_numerals,
)
from auditor.values.scan import TAKEN, Scan
from auditor.values.units import currency_names, measured, percent_names, periods, unit_named

_BEFORE = re.compile(
    r"(?:\b(?:us|ca|c|au|a|nz|hk|s|r|nt|mx|cn)\$|[$€£¥₹₩₽₺₴₪฿₫₱₿]|\b[a-z]{3}\b)\s?(?P<minus>-)?$"
)
_ASIAN = r"[\u3040-\u30ff\u4e00-\u9fff]"
_AFTER = re.compile(
    rf"[ -]?(?:(?:business|working) days?|days? (?:hábiles|laborables)|d[ií]as? (?:hábiles|laborables)"
    rf"|jours? (?:ouvr[ée]s|ouvrables)|fl oz|per cent|por ciento|pour cent|percentage points?"
    rf"|°\s?[cfk]?\b|°|{_ASIAN}{{1,6}}|[^\W\d_]+(?:/[a-z]+)?\d?|[%€$£¥₹₩₽₺₴₪฿₫₱₿℃℉²\"'])"
)
_ASIAN_START = re.compile(_ASIAN)
_SUFFIX = re.compile(
    r" ?(k|m|mn|mio|bn|thousand|million|millions|billion|tausend|millionen|milliarden"
    r"|mil|millones|hundred|dozen|万|萬|亿|億|千)(?![^\W\d_])|(?<=\d)([万萬亿億千])"
)
_ORDINAL_ENDING = re.compile(r"(?:st|nd|rd|th|º|ª|er|ère|ème|e)\b")
_PER = re.compile(r"(?:\b(?:per|pro|por|par|a|each|every) |/)$")
_LETTERS_AFTER = re.compile("[A-Za-z][A-Za-z0-9]*")
_ARTICLE_LEADS = re.compile(
    r"(?:^|\b(?:in|for|within|after|every|of|takes?|lasts?|about|half|over|than|seit|für|nach|vor"
    r"|innerhalb|dentro de|durante|hace|en|dans|pendant|il y a|depuis) )$"
)
_COUNTERS = frozenset("个個人名位匹只隻条條台部件本册冊杯回次度元円块天日月年周週岁歳歲号號時时点點分秒")


def find_amounts(scan: Scan) -> None:
    """Takes every amount out of ``scan``."""
    _find_frequencies(scan)
    _find_halves(scan)
    if scan.digits:
        _find_feet(scan)
    for numeral in _numerals(scan):
        if TAKEN not in scan.left[numeral.start : numeral.end]:
            _take_numeral(scan, numeral)
    _find_adverbs(scan)
    _merge_durations(scan)


def _numerals(scan: Scan) -> list[Numeral]:
    found = list(digit_numerals(scan.left)) if scan.digits else []
    if has_number_words(scan.words, scan.lowered, scan.language):
        found.extend(word_numerals(scan.lowered, scan.language))
    if scan.asian:
        found.extend(_asian_numerals(scan))
    return sorted(found, key=lambda numeral: numeral.start)


def _asian_numerals(scan: Scan) -> list[Numeral]:
    found = []
    for match in ASIAN.finditer(scan.left):
        value = asian_number(match[0])
        after, before = scan.left[match.end() : match.end() + 1], scan.left[: match.start()][-1:]
        ordinal = before == "第"
        alone = match.end() - match.start() == len(scan.text.strip())
        if (
            value is not None
            and match[0] != "半"
            and (ordinal or alone or after in _COUNTERS or (after in "カかヶケヵ" and after))
        ):
            found.append(Numeral(*match.span(), value, ordinal))
    return found


def _take_numeral(scan: Scan, numeral: Numeral) -> None:
    start, end, size = numeral.start, numeral.end, numeral.value
    suffix = _SUFFIX.match(scan.lowered, end)
    before = _BEFORE.search(scan.lowered[max(0, start - 5) : start])
    code = currency_names().get(before[0].rstrip("-").strip()) if before else None
    if suffix and (code or (suffix[1] or suffix[2]) not in {"m", "mil"}):
        scale = suffix[1] or suffix[2]
        if not (scale == "m" and not code):
            size, end = size * Decimal(table("units")["scales"][scale]), suffix.end()
    size, end = _with_rest(scan, size, end)
    if code and before:
        if numeral.grouped and not suffix:
            size = decimal_of(scan.text[numeral.start : numeral.end], money=True)
        start -= len(before[0])
        _take_money(scan, start, end, -size if before["minus"] else size, code)
        return
    if numeral.ordinal and _PER.search(scan.lowered[:start]):
        return  # "per second"
    if numeral.ordinal or _is_ordinal(scan, numeral):
        ending = _ORDINAL_ENDING.match(scan.lowered, end)
        scan.take(start, ending.end() if ending else end, Kind.ORDINAL, size, "", size)
        return
    if _take_with_unit(scan, numeral, start, end, size) or numeral.article:
        return
    letters = _LETTERS_AFTER.match(scan.left, end) if end == numeral.end else None
    if letters and scan.text[start].isdigit():
        scan.take(start, letters.end(), Kind.CODE, scan.text[start : letters.end()].casefold())
    else:
        scan.take(start, end, Kind.NUMBER, size, "", size)


def _with_rest(scan: Scan, size: Decimal, end: int) -> tuple[Decimal, int]:
    """Size and end with what follows a Han scale: 1万5000 is 15000, 1万2千 is 12000."""
    while (
        scan.asian and scan.left[end - 1 : end] in _HAN_SCALES and (rest := _HAN_REST.match(scan.left, end))
    ):
        size += Decimal(rest[1]) * (table("units")["scales"][rest[2]] if rest[2] else 1)
        end = rest.end()
    return size, end


_HAN_SCALES = frozenset("万萬亿億千")
_HAN_REST = re.compile("(\\d{1,8})([万千]?)")


def _is_ordinal(scan: Scan, numeral: Numeral) -> bool:
    digits = scan.text[numeral.start : numeral.end]
    return digits.isdigit() and _ORDINAL_ENDING.match(scan.lowered, numeral.end) is not None


def _take_with_unit(scan: Scan, numeral: Numeral, start: int, end: int, size: Decimal) -> bool:
    after = _AFTER.match(scan.lowered, end)
    if after is None:
        return False
    written = scan.text[after.start() : after.end()].lstrip(" -")
    for word, stop in _candidates(written, after.end()):
        lowered = word.lower()
        if lowered in percent_names() or lowered.startswith("percentage"):
            scan.take(start, stop, Kind.PERCENT, size, "%", size)
            return True
        code = currency_names().get(lowered)
        if code and not numeral.article and (lowered not in _WORDS_TOO or stop == len(scan.text)):
            if numeral.grouped:
                size = decimal_of(scan.text[numeral.start : numeral.end], money=True)
            _take_money(scan, start, stop, size, code)
            return True
        unit = unit_named(word)
        if unit and not (numeral.article and not _ARTICLE_LEADS.search(scan.lowered[:start])):
            kind, normal = measured(size, unit)
            scan.take(start, stop, kind, normal, unit, size)
            return True
    return False


_WORDS_TOO = frozenset({"try", "all", "sos", "top", "php", "won", "rand", "real"})


def _candidates(written: str, end: int) -> list[tuple[str, int]]:
    """The readings of what follows a number, longest first, each with where it ends."""
    if _ASIAN_START.match(written):
        return [(written[:size], end - len(written) + size) for size in range(len(written), 0, -1)]
    readings = [(written, end)]
    if "/" in written:
        head = written.partition("/")[0]
        readings.append((head, end - len(written) + len(head)))
    return readings


def _take_money(scan: Scan, start: int, end: int, size: Decimal, code: str) -> None:
    trailing = _AFTER.match(scan.lowered, end)  # "$49 USD": the code says no more than the sign
    if trailing and currency_names().get(trailing[0].strip(" -")) in {code, "USD", "CAD", "AUD"} - {None}:
        named = currency_names().get(trailing[0].strip(" -"))
        if named and (code in (named, "USD")):
            code, end = named, trailing.end()
    unit, end = _rate(scan, code, end)
    scan.take(start, end, Kind.MONEY, (unit, size), unit, size)


@cache
def _rate_words() -> tuple[re.Pattern[str], dict[str, str]]:
    meanings = words_by_meaning(table("units")["periods"])
    listed = "|".join(re.escape(word) for word in sorted(meanings, key=len, reverse=True))
    return re.compile(rf" ?(?:{listed})(?![^\W\d_])"), meanings


def _rate(scan: Scan, unit: str, end: int) -> tuple[str, int]:
    pattern, meanings = _rate_words()
    match = pattern.match(scan.lowered, end)
    return (f"{unit}/{meanings[match[0].strip()]}", match.end()) if match else (unit, end)


# ---- Frequencies -------------------------------------------------------------------------


@cache
def _frequency_words() -> re.Pattern[str]:
    times = "|".join(re.escape(word.strip()) for word in table("units")["times"].split("|"))
    counted = "|".join(table("units")["counted"])
    rate = _rate_words()[0].pattern
    return re.compile(
        rf"(?<!\w)(?:(?P<counted>{counted})|(?P<number>[^\W_]+)[ -]?(?:{times}))(?P<rate>{rate})"
    )


_EVERY = re.compile(
    r"(?<!\w)(?:every|alle|cada|toutes les|tous les|每隔|每) ?(?P<size>[^\W_]+) ?(?P<unit>[^\W\d_]+)"
)
_ASIAN_TIMES = re.compile(
    "(?:(每天|毎日|每日|1日に?|一天|一日に?)|(每周|每週|毎週|週に?|一周)|(每月|毎月|月に?)|(每年|毎年|年に?))(\\d+|[一二三四五六七八九十两]+)[次回]"
)
_ASIAN_PERIODS = ("day", "week", "month", "year")
_OFTEN = frozenset(
    "once twice thrice times time x mal einmal zweimal dreimal viermal vez veces fois every alle cada toutes tous".split()
)


@cache
def _adverbs() -> tuple[re.Pattern[str], frozenset[str]]:
    """Words that alone say how often ("weekly", "every day"), and the words they begin with."""
    alone = [
        phrase
        for phrase in _rate_words()[1]
        if not re.match(r"(?:an? |am |im |in |die |al? |la |de )", phrase)
    ]
    latin = "|".join(
        re.escape(phrase)
        for phrase in sorted(alone, key=len, reverse=True)
        if phrase.isascii() or ord(phrase[0]) < 0x2E80
    )  # noqa: PLR2004  before CJK
    asian = "|".join(phrase for phrase in sorted(alone, key=len, reverse=True) if ord(phrase[0]) >= 0x2E80)  # noqa: PLR2004  CJK
    return re.compile(rf"(?:(?<![^\W_])|(?=/))(?:{latin})(?![^\W_])|{asian}"), frozenset(
        phrase.split(" ")[0] for phrase in alone
    )


def _find_frequencies(scan: Scan) -> None:
    if scan.asian:
        for match in _ASIAN_TIMES.finditer(scan.lowered):
            period = next(name for at, name in enumerate(_ASIAN_PERIODS, 1) if match[at])
            times = number_in(match[5], scan.language)
            scan.take_match(match, Kind.FREQUENCY, (times, periods()[period]), period)
    if scan.asian or not scan.words.isdisjoint(_OFTEN):
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


def _find_adverbs(scan: Scan) -> None:
    """Takes "weekly" and its like where no rate or number claimed them."""
    pattern, leads = _adverbs()
    if scan.asian or not scan.words.isdisjoint(leads):
        for match in pattern.finditer(scan.lowered):
            period = _rate_words()[1][match[0]]
            scan.take_match(match, Kind.FREQUENCY, (Decimal(1), periods()[period]), period)


def _times(match: re.Match[str], language: str) -> Decimal | None:
    if match["counted"]:
        return Decimal(table("units")["counted"][match["counted"]])
    return number_in(match["number"], language)


def number_in(word: str, language: str) -> Decimal | None:
    """The number that a single ``word`` (digits, a number word, Han numerals) names, or None."""
    if word.isdecimal():
        return Decimal(word)
    asian = asian_number(word) if ASIAN.fullmatch(word) else None
    return asian or next((numeral.value for numeral in word_numerals(word, language)), None)


# ---- Halves and compounds ----------------------------------------------------------------

_HALF = re.compile(
    r"\b(?:half an?|eine halbe|media|une demi-?|demi-?)[ -]?(?P<unit>hour|day|year|stunde|hora|heure|mile|litre)\b"
    r"|\b(?P<sesqui>anderthalb|eineinhalb) (?P<unit2>[^\W\d_]+)"
    r"|\b(?P<whole>[^\W_]+) and a half (?P<unit3>[^\W\d_]+)"
    r"|\b(?P<one>an?|one) (?P<unit4>hour|day|week|month|year|mile) and a half\b"
)
_HALVES = frozenset({"half", "halbe", "media", "demi", "anderthalb", "eineinhalb"})
_GLUE = re.compile(r"[ ,]*(?:and|und|y|et)? *\Z")


def _find_halves(scan: Scan) -> None:
    if scan.words.isdisjoint(_HALVES):
        return
    for match in _HALF.finditer(scan.lowered):
        unit = unit_named(match["unit"] or match["unit2"] or match["unit3"] or match["unit4"])
        whole = (
            Decimal(1)
            if match["sesqui"] or match["one"]
            else number_in(match["whole"], scan.language)
            if match["whole"]
            else Decimal(0)
        )
        if unit and whole is not None:
            size = whole + Decimal("0.5")
            kind, normal = measured(size, unit)
            scan.take(*match.span(), kind, normal, unit, size)


_FEET = re.compile(
    r"(?<![\w.])(\d)(?: ?(?:ft|feet|foot)\b|') ?(\d{1,2})(?: ?(?:in|inch|inches)\b|\"|'')?(?![\w'])"
)


def _find_feet(scan: Scan) -> None:
    """Takes heights in feet and inches, such as 5'11"."""
    for match in _FEET.finditer(scan.lowered):
        inches = Decimal(match[1]) * 12 + Decimal(match[2])
        kind, normal = measured(inches, "in")
        scan.take_match(match, kind, normal, "in")


def _merge_durations(scan: Scan) -> None:
    """Joins "1 hour and 30 minutes" into one value: neighbours in falling units, nothing but glue between."""
    if sum(value.kind in {Kind.DURATION, Kind.QUANTITY} for value in scan.values) < 2:  # noqa: PLR2004  one has no neighbour
        return
    merged = sorted(scan.values, key=lambda value: value.span)
    at = 1
    while at < len(merged):
        joined = _joined(scan, merged[at - 1], merged[at])
        if joined is None:
            at += 1
        else:
            merged[at - 1 : at + 1] = [joined]
    scan.values[:] = merged


def _joined(scan: Scan, first: Value, second: Value) -> Value | None:
    if first.kind is not Kind.DURATION or not _GLUE.match(scan.text[first.span[1] : second.span[0]]):
        return None
    if first.unit == "hour" and second.unit == "m" and second.size is not None:  # "1h 30m"
        second = replace(second, kind=Kind.DURATION, normal=measured(second.size, "minute")[1], unit="minute")
    if second.kind is not Kind.DURATION or not _falls(first.unit, second.unit):
        return None
    months, seconds = (one + other for one, other in zip(first.normal, second.normal, strict=True))
    span = (first.span[0], second.span[1])
    return Value(Kind.DURATION, (months, seconds), second.unit, span, scan.text[slice(*span)])


def _falls(first: str, second: str) -> bool:
    if first not in periods() or second not in periods():
        return False
    return periods()[first] > periods()[second]
