"""Finds amounts: bare numbers, quantities, durations, money, percentages, frequencies."""

import re
from decimal import Decimal
from operator import attrgetter

from auditor.values.compounds import find_feet, find_halves, merge_durations
from auditor.values.frequencies import find_adverbs, find_frequencies, rate_after
from auditor.values.lexicon import listed, table
from auditor.values.model import Kind
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
from auditor.values.units import currency_names, measured, percent_names, unit_named

_BEFORE = re.compile(
    r"(?:\b(?:us|ca|c|au|a|nz|hk|s|r|nt|mx|cn)\$|[$€£¥₹₩₽₺₴₪฿₫₱₿]|\b[a-z]{3}\b)\s?(?P<minus>-)?$"
)
_ASIAN = r"[\u3040-\u30ff\u4e00-\u9fff]"
_AFTER = re.compile(
    r"[ -]?(?:(?:business|working) days?|days? (?:hábiles|laborables)|d[ií]as? (?:hábiles|laborables)"
    r"|jours? (?:ouvr[ée]s|ouvrables)|fl oz|(?:square|sq\.?) (?:m(?:et(?:er|re)s?)?|feet|foot|ft)\b"
    r"|metros? cuadrados?|mètres? carrés?|per cent|por ciento|pour cent|percentage points?"
    rf"|°\s?[cfk]?\b|°|{_ASIAN}{{1,6}}|[^\W\d_]+(?:/[a-z]+)?\d?|[%€$£¥₹₩₽₺₴₪฿₫₱₿℃℉²\"'])"
)
_ASIAN_START = re.compile(_ASIAN)
_SUFFIX = re.compile(
    r" ?(k|m|mn|mio|bn|thousand|million|millions|billion|tausend|millionen|milliarden"
    r"|mil|millones|hundred|dozen|万|萬|亿|億|千)(?![^\W\d_])|(?<=\d)([万萬亿億千])"
)
_ORDINAL_ENDING = re.compile(r"(?:st|nd|rd|th|º|ª|er|ère|ème|e)\b")
_PER = re.compile(r"(?:\b(?:per|pro|por|par|a|each|every) |/)$")
_LONGEST_CURRENCY = 5
_HALF_OF, _MANY = "half ", 1000
_MINUS = ("minus ", "menos ")  # of one length
_SIGN = re.compile(r"(?<![^\s(])-$")
_LETTERS_AFTER = re.compile("[A-Za-z][A-Za-z0-9]*")
_ARTICLE_LEADS = re.compile(
    r"(?:^|\b(?:in|for|within|after|every|of|takes?|lasts?|about|half|over|than|seit|für|nach|vor"
    r"|innerhalb|dentro de|durante|hace|en|dans|pendant|il y a|depuis) )$"
)
_COUNTERS = frozenset(
    "个個人名位匹只隻条條台部件本册冊杯回次度元円块天日月年周週岁歳歲号號時时点點分秒カかヶケヵ"
)


def find_amounts(scan: Scan) -> None:
    """Takes every amount out of ``scan``."""
    find_frequencies(scan)
    find_halves(scan)
    if scan.digits:
        find_feet(scan)
    for numeral in _numerals(scan):
        if TAKEN not in scan.left[numeral.start : numeral.end]:
            _take_numeral(scan, numeral)
    find_adverbs(scan)
    merge_durations(scan)


def _numerals(scan: Scan) -> list[Numeral]:
    found = list(digit_numerals(scan.left)) if scan.digits else []
    if has_number_words(scan.words, scan.lowered, scan.language):
        found.extend(word_numerals(scan.lowered, scan.language))
    if scan.asian:
        found.extend(_asian_numerals(scan))
    return sorted(found, key=attrgetter("start"))


def _asian_numerals(scan: Scan) -> list[Numeral]:
    found = []
    for match in ASIAN.finditer(scan.left):
        value = asian_number(match[0])
        after, before = scan.left[match.end() : match.end() + 1], scan.left[: match.start()][-1:]
        ordinal = before == "第"
        alone = match.end() - match.start() == len(scan.text.strip())
        counted = ordinal or alone or after in _COUNTERS or _unit_at(scan.left, match.end())
        if value is not None and match[0] != "半" and counted:
            found.append(Numeral(*match.span(), value, ordinal))
    return found


def _unit_at(text: str, at: int) -> bool:
    return any(unit_named(text[at : at + size]) for size in range(2, 5))


def _take_numeral(scan: Scan, numeral: Numeral) -> None:
    start, end, size, scaled = _extent(scan, numeral)
    if _take_after_currency(scan, numeral, start, end, size, scaled=scaled):
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


def _extent(scan: Scan, numeral: Numeral) -> tuple[int, int, Decimal, bool]:
    """Start, end, size with "minus" or "half" before and a scale after; whether there was a scale."""
    start, end, size = numeral.start, numeral.end, numeral.value
    suffix = _SUFFIX.match(scan.lowered, end)
    scale = (suffix[1] or suffix[2]) if suffix else ""
    if suffix and (
        _currency_before(scan, start) or scale not in {"m", "mil"}
    ):  # "5m" is metres, "$5m" is not
        size, end = size * Decimal(table("units")["scales"][scale]), suffix.end()
    size, end = _with_rest(scan, size, end)
    if scan.lowered.endswith(_MINUS, 0, start):
        start, size = start - len(_MINUS[0]), -size
    if size >= _MANY and scan.lowered.endswith(_HALF_OF, 0, start):
        start, size = start - len(_HALF_OF), size / 2
    return start, end, size, suffix is not None


def _currency_before(scan: Scan, start: int) -> re.Match[str] | None:
    """The currency that stands right before ``start``, with a sign between them if there is one."""
    before = _BEFORE.search(scan.lowered, max(0, start - _LONGEST_CURRENCY), start)
    return before if before and currency_names().get(before[0].rstrip("-").strip()) else None


def _take_after_currency(
    scan: Scan, numeral: Numeral, start: int, end: int, size: Decimal, *, scaled: bool
) -> bool:
    before = _currency_before(scan, start)
    if before is None:
        return False
    if numeral.grouped and not scaled:
        size = decimal_of(scan.text[numeral.start : numeral.end], money=True)
    signed = _SIGN.search(scan.lowered, 0, before.start())
    first = signed.start() if signed else before.start()
    code = currency_names()[before[0].rstrip("-").strip()]
    _take_money(scan, first, end, -size if before["minus"] or signed else size, code)
    return True


def _with_rest(scan: Scan, size: Decimal, end: int) -> tuple[Decimal, int]:
    """Size and end with what follows a Han scale: 1万5000 is 15000, 1万2千 is 12000."""
    if not scan.asian:
        return size, end
    while scan.left[end - 1 : end] in _HAN_SCALES and (rest := _HAN_REST.match(scan.left, end)):
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
        if (
            code
            and not numeral.article
            and (lowered not in listed("currency_words_too") or stop == len(scan.text))
        ):
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
    named = currency_names().get(trailing[0].strip(" -")) if trailing else None
    if trailing and named and code in {named, "USD"}:
        code, end = named, trailing.end()
    unit, end = rate_after(scan, code, end)
    scan.take(start, end, Kind.MONEY, (unit, size), unit, size)
