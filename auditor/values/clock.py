"""Finds times of day: "15:00", "3pm", "half past nine", "14 Uhr", "15h30", "下午3点", with zones."""

import re
from functools import cache

from auditor.values.lexicon import listed, table
from auditor.values.model import Kind
from auditor.values.numerals import asian_number
from auditor.values.scan import Scan

_HALF_DAY = 12
_DAY_HOURS = 24
_MINUTES = 60
_DAY_SECONDS = 86400

_HALVES = r"[ap]\.?m\b\.?"
_DIGITAL = re.compile(
    r"(?<![\dA-Za-z_À-ɏ:.,/+])(?P<hour>2[0-4]|[01]?\d)(?!\d)"
    rf"(?:(?::|(?<=\d)h(?=\d\d)|\.(?=\d\d ?(?:uhr|{_HALVES})))"
    r"(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d)(?:\.\d+)?)?)?"
    rf"(?: ?(?P<half>{_HALVES})"
    r"| ?(?P<clock>uhr(?: (?P<after>[0-5]\d)\b(?! ?[^\W\d_]))?\b|h\b(?!/)|heures?\b|o'clock))?"
)
_MAYBE_DIGITAL = re.compile(r"\d(?:[:.]| ?(?:h|[ap]\.?m|uhr|o'c))")
_POINTED = re.compile(r"(?<=\bat )(2[0-3]|[01]?\d)\.([0-5]\d)(?![\d%])")
_ASIAN = re.compile(
    "(?P<half>上午|早上|凌晨|午前|朝|下午|晚上|傍晚|午後|夜|夕方|中午)? ?"
    "(?P<hour>\\d{1,2}|[一二三四五六七八九十两]{1,3})(?:(?:点|點|時|时)(?!間|间)(?P<part>半|(?:\\d{1,2}|[一二三四五六七八九十]{1,3})分?)?|:(?P<minute>[0-5]\\d))"
)
_SPANISH = re.compile(
    r"\ba las? (?P<hour>\d{1,2})\b(?!:)(?: (?P<rest>y media|y cuarto))?"
    r"(?: de la (?P<half>mañana|tarde|noche))?"
)
_SPOKEN = re.compile(
    r"\b(?P<part>half past|quarter past|quarter to|halb|viertel nach|viertel vor) (?P<hour>[^\W_]+)"
    rf"(?: ?(?P<half>{_HALVES}))?"
)
_WORD_HOURS = re.compile(r"(?<![^\W_])(?P<hour>[^\W\d_]+) (?:o'clock|uhr)(?![^\W_])")
_WORDS = re.compile(
    r"\b(?P<word>noon|midday|midnight|mittags|mitternacht|mediodía|medianoche|midi|minuit)\b|(?P<asian>正午|零点)"
)
_NOON = frozenset({"noon", "midday", "mittags", "mediodía", "midi", "正午"})
_ZONE = re.compile(
    r" ?(?:(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>\d\d)\b"
    r"|(?P<name>z|[a-z]{3,4})\b(?:(?P<osign>[+-])(?P<ohours>\d{1,2})\b)?"
    r"|(?P<place>[a-z]+/[a-z_]+)\b)"
)
_SPOKEN_MINUTES = {
    "half past": 30,
    "quarter past": 15,
    "quarter to": -15,
    "halb": -30,
    "viertel nach": 15,
    "viertel vor": -15,
}
_MERIDIEM_LATER = frozenset(["下午", "晚上", "傍晚", "午後", "夜", "夕方", "tarde", "noche"])


def find_times(scan: Scan) -> None:
    """Takes every time of day out of ``scan``."""
    if not (scan.digits or scan.asian or not scan.words.isdisjoint(listed("spoken_times"))):
        return
    if scan.digits and _MAYBE_DIGITAL.search(scan.lowered):
        for match in _DIGITAL.finditer(scan.lowered):
            _take_digital(scan, match)
        for match in _POINTED.finditer(scan.lowered):
            _take(scan, match, int(match[1]) * _MINUTES + int(match[2]))
    if scan.asian or scan.language == "es" or not scan.words.isdisjoint(listed("spoken_times")):
        _find_spoken(scan)
    if scan.asian:
        for match in _ASIAN.finditer(scan.lowered):
            _take_asian(scan, match)


def _find_spoken(scan: Scan) -> None:
    for match in _WORD_HOURS.finditer(scan.lowered):
        if (hour := _hour_word(match["hour"])) is not None:
            _take(scan, match, hour * _MINUTES)
    for match in _SPOKEN.finditer(scan.lowered):
        if (hour := _hour_word(match["hour"])) is not None:
            _take(scan, match, _afternoon(hour, match["half"]) * _MINUTES + _SPOKEN_MINUTES[match["part"]])
    for match in _SPANISH.finditer(scan.lowered) if scan.language == "es" else ():
        extra = {"y media": 30, "y cuarto": 15}.get(match["rest"] or "", 0)
        _take(scan, match, _later(int(match["hour"]), match["half"]) * _MINUTES + extra)
    for match in _WORDS.finditer(scan.lowered):
        _take(scan, match, _HALF_DAY * _MINUTES if (match["word"] or match["asian"]) in _NOON else 0)


def _take_digital(scan: Scan, match: re.Match[str]) -> None:
    if not (match["minute"] or match["half"] or match["clock"]):
        return
    hour = int(match["hour"])
    if not match["minute"] and match["clock"] in {"h", "heures", "heure"} and not _french_time(scan, match):
        return
    if match["half"] and not 1 <= hour <= _HALF_DAY:
        return
    minutes = _afternoon(hour, match["half"]) * _MINUTES + int(match["minute"] or match["after"] or 0)
    _take(scan, match, minutes, int(match["second"] or 0))


def _french_time(scan: Scan, match: re.Match[str]) -> bool:
    """Whether "14h" is a time of day, which it is only after "à" and its like; else it is a duration."""
    return (
        re.search(r"(?:\b(?:à|vers|dès|avant|après|de|jusqu'à|um) )$", scan.lowered[: match.start()])
        is not None
    )


def _take_asian(scan: Scan, match: re.Match[str]) -> None:
    number = asian_number(match["hour"]) if not match["hour"].isdecimal() else int(match["hour"])
    if number is None or number > _DAY_HOURS or (match["minute"] and not match["half"]):
        return
    part = match["part"] or match["minute"] or "0"
    digits = part.rstrip("分")
    minute = 30 if part == "半" else int(digits) if digits.isdecimal() else int(asian_number(digits) or 0)
    _take(scan, match, _later(int(number), match["half"]) * _MINUTES + minute)


def _hour_word(word: str) -> int | None:
    if word.isdecimal():
        return int(word) if int(word) <= _DAY_HOURS else None
    for language in ("en", "de"):
        parts: list[str] = table("numerals")[language]["words"].split()
        if word in parts:
            hour = int(parts[parts.index(word) + 1])
            return hour if 1 <= hour <= _HALF_DAY else None
    return None


def _afternoon(hour: int, half: str | None) -> int:
    if not half:
        return hour % _DAY_HOURS
    return hour % _HALF_DAY + (_HALF_DAY if half.startswith("p") else 0)


def _later(hour: int, half: str | None) -> int:
    return hour + _HALF_DAY if half in _MERIDIEM_LATER and hour < _HALF_DAY else hour % _DAY_HOURS


def _take(scan: Scan, match: re.Match[str], minutes: int, seconds: int = 0) -> None:
    total = (minutes * 60 + seconds) % _DAY_SECONDS
    start, end = match.span()
    offset, unit, end = zone_after(scan.lowered, end, behind_zero=False)
    if offset is not None:
        total = (total - offset * 60) % _DAY_SECONDS
    scan.take(start, end, Kind.TIME, total, unit)


@cache
def _zones() -> dict[str, int]:
    return dict(table("calendar")["zones"])


def zone_after(lowered: str, end: int, *, behind_zero: bool = True) -> tuple[int | None, str, int]:
    """(offset in minutes or None, its name, where it ends) of a zone that starts at ``end``.

    Without ``behind_zero`` "-05:00" is no zone, for it may be the end of a span ("10:00-12:00").
    A zone known only by place ("Europe/Berlin") keeps its name and has no offset here.
    """
    match = _ZONE.match(lowered, end)
    if match is None:
        return None, "", end
    if match["sign"]:
        if match["sign"] == "-" and not behind_zero:
            return None, "", end
        minutes = int(match["hours"]) * 60 + int(match["minutes"])
        offset = -minutes if match["sign"] == "-" else minutes
        return offset, f"{offset:+d}", match.end()
    if match["place"]:
        return None, match["place"], match.end()
    offset_or_none = _zones().get(match["name"])
    if offset_or_none is None:
        return None, "", end
    if match["ohours"]:
        offset_or_none += int(match["ohours"]) * (-60 if match["osign"] == "-" else 60)
    return offset_or_none, f"{offset_or_none:+d}", match.end()
