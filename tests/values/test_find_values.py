"""Values in running text: kind, what they denote, and where they stand."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from auditor.values import Kind, find_values

MONDAY = datetime(2026, 11, 30, 12, tzinfo=UTC)


def found(text, reference=None):
    return [(value.kind.value, value.text) for value in find_values(text, reference)]


SENTENCES = [
    ("Rent is 1.250 € per month, due on the 1st", [("money", "1.250 € per month"), ("date", "the 1st")]),
    (
        "takes 20 mg twice daily at 8am",
        [("quantity", "20 mg"), ("frequency", "twice daily"), ("time", "8am")],
    ),
    (
        "moved from Tuesday 3pm to Thursday 4:30pm",
        [("weekday", "Tuesday"), ("time", "3pm"), ("weekday", "Thursday"), ("time", "4:30pm")],
    ),
    ("hand in by Fri 20 Mar 2026", [("date", "Fri 20 Mar 2026")]),
    ("uploads through Thursday 12 Feb, midnight", [("moment", "Thursday 12 Feb, midnight")]),
    ("Treffen am 3.4.2026 um 14 Uhr 30", [("moment", "3.4.2026 um 14 Uhr 30")]),
    ("Miete 950 EUR monatlich", [("money", "950 EUR monatlich")]),
    ("le rendez-vous est à 15h le mardi 4 mai", [("time", "15h"), ("date", "mardi 4 mai")]),
    ("la cita es a las 3 y media de la tarde", [("time", "a las 3 y media de la tarde")]),
    ("会议改到周五下午3点半", [("weekday", "周五"), ("time", "下午3点半")]),
    ("毎週火曜日の19時から", [("frequency", "毎週"), ("weekday", "火曜日"), ("time", "19時")]),
    ("家賃は8万5000円です", [("money", "8万5000円")]),
    (
        "Her number is 0170 1234567, his is +1 (415) 555-2671",
        [("phone", "0170 1234567"), ("phone", "+1 (415) 555-2671")],
    ),
    ("server at 192.168.1.10:8080", [("code", "192.168.1.10:8080")]),
    (
        "mail to anna.schmidt@firma.de or www.firma.de/kontakt",
        [("email", "anna.schmidt@firma.de"), ("url", "www.firma.de/kontakt")],
    ),
    ("see ~/src/app/main.py and /etc/hosts", [("path", "~/src/app/main.py"), ("path", "/etc/hosts")]),
    ("policy 0048213, ref T-88-120, seat 4B", [("code", "0048213"), ("code", "T-88-120"), ("code", "4B")]),
    ("upgraded to Python 3.12 from v2.7", [("name", "Python"), ("version", "3.12"), ("version", "v2.7")]),
    ("lives with Dr. Jörg Müller in Malmö", [("name", "Dr. Jörg Müller"), ("name", "Malmö")]),
    ("I have one dog and a cat", [("number", "one")]),
    ("max 3 retries, timeout 30s", [("number", "3"), ("duration", "30s")]),
    ("twenty one students and thirty-two teachers", [("number", "twenty one"), ("number", "thirty-two")]),
    ("he ran 5k in 22:30", [("number", "5k"), ("time", "22:30")]),
    ("it may be that we march on", []),
    ("tiene dos hijos de 4 y 7 años", [("number", "dos"), ("number", "4"), ("duration", "7 años")]),
    ("三月十四号下午两点", [("moment", "三月十四号下午两点")]),
    ("体重六十五公斤", [("quantity", "六十五公斤")]),
    ("電話番号は090-1234-5678です", [("phone", "090-1234-5678")]),
    ("4 Aug at 14.30", [("moment", "4 Aug at 14.30")]),
    (
        "toutes les deux semaines, il a trente-deux ans",
        [("frequency", "toutes les deux semaines"), ("duration", "trente-deux ans")],
    ),
    ("balance -$50, half a million", [("money", "-$50"), ("number", "half a million")]),
    ("Noted. Let me see. Good morning. Actually I moved.", []),
    (
        "Anna moved to Oslo. Maria's dog is called Rex",
        [("name", "Anna"), ("name", "Oslo"), ("name", "Maria's"), ("name", "Rex")],
    ),
    (
        "minus two degrees in a room of nine square metres",
        [("quantity", "minus two degrees"), ("quantity", "nine square metres")],
    ),
    (
        "850 mg a day, dentist at four o'clock",
        [("quantity", "850 mg"), ("frequency", "a day"), ("time", "four o'clock")],
    ),
    ("no second thoughts, at once", [("ordinal", "second")]),
]


@pytest.mark.parametrize(("text", "expected"), SENTENCES)
def test_every_value_of_a_sentence_is_found_once(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("tomorrow", (2026, 12, 1)),
        ("the day after tomorrow", (2026, 12, 2)),
        ("in three days", (2026, 12, 3)),
        ("2 weeks ago", (2026, 11, 16)),
        ("this Friday", (2026, 12, 4)),
        ("übermorgen", (2026, 12, 2)),
        ("in zwei Wochen", (2026, 12, 14)),
        ("vor drei Tagen", (2026, 11, 27)),
        ("hace tres días", (2026, 11, 27)),
        ("mañana", (2026, 12, 1)),
        ("dans deux jours", (2026, 12, 2)),
        ("hier", (2026, 11, 29)),
        ("明天", (2026, 12, 1)),
        ("三天后", (2026, 12, 3)),
        ("2日後", (2026, 12, 2)),
        ("来月", (2026, 12, None)),
        ("next month", (2026, 12, None)),
        ("last year", (2025, None, None)),
    ],
)
def test_relative_dates_are_counted_from_the_reference(text, day):
    (value,) = find_values(text, MONDAY)
    assert value.normal == (day,)
    assert value.unit == "relative"


def test_next_friday_keeps_both_readings_that_speakers_have():
    (value,) = find_values("next Friday", MONDAY)
    assert value.normal == ((2026, 12, 4), (2026, 12, 11))


def test_relative_dates_are_no_values_without_a_reference():
    assert found("tomorrow") == []


def test_the_morning_is_not_tomorrow():
    assert found("am Morgen ist er müde", MONDAY) == []
    assert found("por la mañana está cansado", MONDAY) == []


def test_an_unclear_date_keeps_both_readings_until_the_order_is_known():
    (value,) = find_values("03/04/2026")
    assert value.normal == ((2026, 3, 4), (2026, 4, 3))
    (value,) = find_values("03/04/2026", day_first=True)
    assert value.normal == ((2026, 4, 3),)


def test_spans_point_into_the_text():
    text = "due 14 March 2026, costs $49"
    assert [text[slice(*value.span)] for value in find_values(text)] == ["14 March 2026", "$49"]


def test_amounts_carry_their_base_and_their_written_size():
    (value,) = find_values("1.5 hours")
    assert (value.kind, value.unit, value.size) == (Kind.DURATION, "hour", Decimal("1.5"))
    assert value.normal == (0, 5400)


def test_a_very_long_text_is_read_in_bounded_time():
    for piece in ("hundert", "not ", "1-", "A ", "三", "1.", "einund", "a@"):
        find_values(piece * 5000)
