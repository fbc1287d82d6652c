"""Calendar dates that a clause names or implies, counted from when it was said."""

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta, tzinfo

from auditor.facts.lexicon import plain

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar enero janvier", "february feb februar febrero février", "march mar märz marzo mars",
            "april apr abril avril", "may mai mayo", "june jun juni junio juin", "july jul juli julio juillet",
            "august aug agosto août", "september sept sep septiembre septembre", "october oct oktober okt octubre octobre",
            "november nov noviembre novembre", "december dec dezember dez diciembre décembre",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday montag lunes lundi 周一 星期一 月曜", "tuesday dienstag martes mardi 周二 星期二 火曜",
            "wednesday mittwoch miércoles mercredi 周三 星期三 水曜", "thursday donnerstag jueves jeudi 周四 星期四 木曜",
            "friday freitag viernes vendredi 周五 星期五 金曜", "saturday samstag sábado samedi 周六 星期六 土曜",
            "sunday sonntag domingo dimanche 周日 星期日 星期天 日曜",
        )
    )
    for name in names.split()
}  # fmt: skip
_OFFSETS = {
    "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "tomorrow": 1,
    "day after tomorrow": 2, "yesterday": -1, "last night": -1, "day before yesterday": -2, "heute": 0, "morgen": 1,
    "übermorgen": 2, "gestern": -1, "hoy": 0, "mañana": 1, "pasado mañana": 2, "ayer": -1, "aujourd'hui": 0,
    "demain": 1, "après-demain": 2, "hier": -1, "今天": 0, "明天": 1, "后天": 2, "昨天": -1, "今日": 0, "明日": 1,
    "明後日": 2, "昨日": -1,
}  # fmt: skip
_ORDINAL_WORDS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
        "sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth "
        "twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first".split(),
        start=1,
    )
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY = "|".join(sorted(_WEEKDAYS, key=len, reverse=True))
_WORD_DAY = "|".join(sorted(_ORDINAL_WORDS, key=len, reverse=True))
_COUNTS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10}
_UNITS = {"day": 1, "week": 7, "tag": 1, "woche": 7, "día": 1, "semana": 7, "jour": 1, "semaine": 7}
_DATE = re.compile(
    rf"(?<!\w)(?P<iso>\d{{4}}-\d\d-\d\d)|(?<![\w.])(?P<dmy>\d{{1,2}}\.\d{{1,2}}\.\d{{4}})(?!\w)"
    rf"|(?P<cjk>\d{{1,2}})月(?P<cjkday>\d{{1,2}})[日号]"
    rf"|(?<!\w)(?P<d1>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of| de)? (?P<m1>{_MONTH})\.?(?!\w)(?:,? (?:de )?(?P<y1>\d{{4}}))?"
    rf"|(?<!\w)(?P<m2>{_MONTH})\.? (?:the )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?![\w:])(?:,? (?P<y2>\d{{4}}))?"
    rf"|(?<!\w)(?P<w3>{_WORD_DAY}) of (?P<m3>{_MONTH})(?!\w)"
    rf"|(?<!\w)(?:the |am |le |el )(?P<dom>\d{{1,2}})(?:st|nd|rd|th|\.)(?!\w)|(?<!\w)the (?P<wdom>{_WORD_DAY})(?=\W*$|[,.;)]| (?:at|instead|then|not|please|to be|and|now|at the)\b)"
    rf"|(?<!\w)(?:in|for) (?P<n>a|one|two|three|four|five|six|ten|\d{{1,3}}) (?P<unit>day|week)s?(?: time)?(?!\w)"
    rf"|(?<!\w)(?P<ago>a|one|two|three|four|five|six|ten|\d{{1,3}}) (?P<aunit>day|week)s? ago(?!\w)"
    rf"|(?P<offset>{'|'.join(sorted(_OFFSETS, key=len, reverse=True))})"
    rf"|(?P<which>next |last |past |this |coming |nächsten |letzten |el próximo |el pasado )?(?P<day>{_DAY})(?![a-zà-ÿ])"
)  # fmt: skip
_PAST = re.compile(
    r"\b(?:was|were|did|went|had|got|moved|bought|sold|met|saw|ate|came|left|started|paid|sent|since|ago|\w+ed)\b"
)


def dates_in(text: str, said_at: datetime | None, zone: tzinfo) -> tuple[str, ...]:
    """The dates of ``text`` as ISO dates, in order, without repetition.

    What needs a day to count from ("tomorrow", "the 14th", "next Monday") is left out when ``said_at`` is None.
    """
    today = said_at.astimezone(zone).date() if said_at else None
    lowered = plain(text)
    return tuple(dict.fromkeys(d.isoformat() for d in _dates(lowered, today)))


def _dates(lowered: str, today: date | None) -> Iterator[date]:
    past = _PAST.search(lowered) is not None
    for match in _DATE.finditer(lowered):
        try:
            found = _absolute(match, today) or (_relative(match, today, past=past) if today else None)
        except (ValueError, OverflowError):
            continue
        if found is not None:
            yield found


def _absolute(match: re.Match[str], today: date | None) -> date | None:
    part = match.groupdict()
    if part["iso"]:
        return date.fromisoformat(part["iso"])
    if part["dmy"]:
        day, month, year = map(int, part["dmy"].split("."))
        return date(year, month, day)
    if part["cjk"]:
        return _in_year(int(part["cjkday"]), int(part["cjk"]), None, today)
    for day, month, year in (("d1", "m1", "y1"), ("d2", "m2", "y2"), ("w3", "m3", "")):
        if part[month]:
            number = _ORDINAL_WORDS.get(part[day]) or int(part[day])
            return _in_year(number, _MONTHS[part[month]], part[year] if year else None, today)
    return None


def _in_year(day: int, month: int, year: str | None, today: date | None) -> date | None:
    """A day and month in the given year, or in the one that brings it nearest to ``today``."""
    if year:
        return date(int(year), month, day)
    if today is None:
        return None
    years = (today.year, today.year + 1, today.year - 1)
    return min((date(y, month, day) for y in years), key=lambda d: abs(d - today + timedelta(days=-90)))


def _relative(match: re.Match[str], today: date, *, past: bool) -> date | None:
    part = match.groupdict()
    if part["offset"]:
        return today + timedelta(days=_OFFSETS[part["offset"]])
    if part["n"]:
        return today + timedelta(days=_count(part["n"]) * _UNITS[part["unit"]])
    if part["ago"]:
        return today - timedelta(days=_count(part["ago"]) * _UNITS[part["aunit"]])
    if part["dom"] or part["wdom"]:
        number = int(part["dom"]) if part["dom"] else _ORDINAL_WORDS[part["wdom"]]
        return _day_of_month(number, today, past=past)
    return _weekday(_WEEKDAYS[part["day"]], (part["which"] or "").strip(), today, past=past)


def _count(word: str) -> int:
    return _COUNTS[word] if word in _COUNTS else int(word)


def _day_of_month(day: int, today: date, *, past: bool) -> date:
    this_month = today.replace(day=day)
    if past or this_month >= today:
        return this_month
    return (this_month.replace(day=1) + timedelta(days=32)).replace(day=day)


def _weekday(number: int, which: str, today: date, *, past: bool) -> date:
    ahead = (number - today.weekday()) % 7
    if which in {"last", "past", "letzten", "el pasado"} or (past and not which):
        return today - timedelta(days=(today.weekday() - number) % 7 or 7)
    if which in {"next", "nächsten", "el próximo"}:
        return today + timedelta(days=ahead or 7)
    return today + timedelta(days=ahead)
