"""Finds amounts of more than one part: halves, feet and inches, hours and minutes."""

import re
from dataclasses import replace
from decimal import Decimal

from auditor.values.lexicon import listed
from auditor.values.model import Kind, Value
from auditor.values.numerals import number_in
from auditor.values.scan import Scan
from auditor.values.units import measured, periods, unit_named

_HALF = re.compile(
    r"\b(?:half an?|eine halbe|media|une demi-?|demi-?)[ -]?"
    r"(?P<unit>hour|day|year|stunde|hora|heure|mile|litre)\b"
    r"|\b(?P<sesqui>anderthalb|eineinhalb) (?P<unit2>[^\W\d_]+)"
    r"|\b(?P<whole>[^\W_]+) and a half (?P<unit3>[^\W\d_]+)"
    r"|\b(?P<one>an?|one) (?P<unit4>hour|day|week|month|year|mile) and a half\b"
)
_GLUE = re.compile(r"[ ,]*(?:and|und|y|et)? *\Z")


def find_halves(scan: Scan) -> None:
    """Takes "half an hour", "one and a half hours", "anderthalb Stunden"."""
    if scan.words.isdisjoint(listed("halves")):
        return
    for match in _HALF.finditer(scan.lowered):
        unit = unit_named(match["unit"] or match["unit2"] or match["unit3"] or match["unit4"])
        whole = _whole_of(match, scan.language)
        if unit and whole is not None:
            size = whole + Decimal("0.5")
            kind, normal = measured(size, unit)
            scan.take(*match.span(), kind, normal, unit, size)


def _whole_of(match: re.Match[str], language: str) -> Decimal | None:
    if match["whole"]:
        return number_in(match["whole"], language)
    return Decimal(1) if match["sesqui"] or match["one"] else Decimal(0)


_MAYBE_FEET = re.compile(r"\d(?: ?f|')")
_FEET = re.compile(
    r"(?<![\w.])(\d)(?: ?(?:ft|feet|foot)(?![a-z])|') ?(\d{1,2})(?: ?(?:in|inch|inches)\b|\"|'')?(?![\w'])"
)


def find_feet(scan: Scan) -> None:
    """Takes heights in feet and inches, such as 5'11"."""
    for match in _FEET.finditer(scan.lowered) if _MAYBE_FEET.search(scan.lowered) else ():
        inches = Decimal(match[1]) * 12 + Decimal(match[2])
        kind, normal = measured(inches, "in")
        scan.take_match(match, kind, normal, "in")


def merge_durations(scan: Scan) -> None:
    """Joins "1 hour and 30 minutes" into one value: neighbours in falling units, nothing but glue between."""
    if len(scan.values) < 2 or all(value.kind is not Kind.DURATION for value in scan.values):  # noqa: PLR2004  one has no neighbour
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
