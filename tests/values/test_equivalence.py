"""What counts as the same value, and what must never count as the same."""

import pytest

from auditor.values import equivalent, fingerprint, key_unit, type_changed

NUMBERS = [
    ("twenty-five", "25"),
    ("a hundred and twenty", 120),
    ("one thousand two hundred", 1200),
    ("1,000", "1000"),
    ("1.000.000", "1000000"),
    ("1 000 000", 1000000),
    ("2 million", "2,000,000"),
    ("4.5k", 4500),
    ("3rd", "third"),
    ("dreiundzwanzig", 23),
    ("zweihundertfünfzig", 250),
    ("veintiuno", 21),
    ("treinta y cinco", 35),
    ("quatre-vingts", 80),
    ("soixante-quinze", 75),
    ("二十五", 25),
    ("1万2千", 12000),
    ("½", "1/2"),
    ("1.50", 1.5),
    ("20 %", "twenty percent"),
    ("20 Prozent", "20%"),
]
MEASURES = [
    ("two weeks", "14 days"),
    ("P14D", "2 weeks"),
    ("1 year", "12 months"),
    ("90 minutes", "1.5 hours"),
    ("90 min", "an hour and a half"),
    ("1h 30m", "1.5 h"),
    ("two hours and fifteen minutes", "135 minutes"),
    ("3 Wochen", "drei Wochen"),
    ("dos horas", "2 h"),
    ("三十天", "30 days"),
    ("3ヶ月", "3 months"),
    ("a fortnight", "14 days"),
    ("5'11\"", "5 ft 11 in"),
    ("1.80 m", "180 cm"),
    ("500 mg", "0.5 g"),
    ("20 °C", "68 °F"),
    ("2 TB", "2000 GB"),
    ("weekly", "once a week"),
    ("twice a day", "2 times daily"),
    ("每天两次", "twice a day"),
    ("週3回", "three times a week"),
    ("zweimal täglich", "twice daily"),
    ("alle 8 Stunden", "every 8 hours"),
]
MONEY = [
    ("$1,249.00", "1249 USD"),
    ("$49", "49 dollars"),
    ("US$49", "49 bucks"),
    ("€5,000", "5.000 EUR"),
    ("1.250,50 €", "EUR 1250.50"),
    ("£1.5m", "1,500,000 GBP"),
    ("$4.5k per month", "4500 dollars a month"),
    ("950 EUR monatlich", "€950/mo"),
    ("8万5000円", "¥85,000"),
    ("200元", "200 yuan"),
]
TIMES = [
    ("14 March 2026", "2026-03-14"),
    ("March 14th, 2026", "14.03.2026"),
    ("14. März 2026", "2026-03-14"),
    ("14 de marzo de 2026", "2026/03/14"),
    ("le 14 mars 2026", "2026-03-14"),
    ("2026年3月14日", "2026-03-14"),
    ("二〇二六年三月十四日", "2026-03-14"),
    ("Saturday, 14 March 2026", "14 March 2026"),
    ("the 14th of March", "March 14"),
    ("3pm", "15:00"),
    ("3:30 p.m.", "15.30 Uhr"),
    ("half past three", "3:30"),
    ("halb neun", "8:30"),
    ("noon", "12:00"),
    ("下午三点半", "15:30"),
    ("午後3時", "3 pm"),
    ("a las 5 de la tarde", "17:00"),
    ("14:00 UTC", "16:00+02:00"),
    ("9am EST", "14:00 UTC"),
    ("2026-01-20 15:00 CET", "2026-01-20 14:00 UTC"),
    ("14 March 2026 at 3pm", "2026-03-14T15:00"),
    ("every Monday", "every Mon"),
    ("10:00-12:00", "10 am – noon"),
]
THINGS = [
    ("jane@example.com", "Jane@Example.COM"),
    ("https://example.com/", "http://www.example.com"),
    ("+44 20 7946 0123", "+442079460123"),
    ("(555) 123-4567", "555-123-4567"),
    ("0044 20 7946 0123", "+44 20 7946 0123"),
    ("v2.0", "2.0.0"),
    ("AB-1234", "ab1234"),
    ("DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
]
WORDING = [
    ("Straße", "STRASSE"),
    ("Café Zoë ", "Cafe\u0301  zoe\u0308"),
    ("“yes’s”", '"yes\'s"'),
    ("ＡＢＣ１２３", "ABC123"),
    ("zero\u200bwidth", "zerowidth"),
    ("The user prefers tea.", "user prefers tea"),
    ("doesn't eat meat", "does not eat meat"),
    ("can't fly", "cannot fly"),
    ("favorite color: gray", "favourite colour: grey"),
    ("contact by e-mail", "Contact by email"),
    ("works part-time", "works part time"),
    ("User speaks German and French", "User speaks French and German"),
    ("tea, coffee and water", "water, tea, and coffee"),
    ("Mon, Wed and Fri", "Friday, Monday and Wednesday"),
    ("refund window: 30 days", "Refund window: thirty days"),
    ("Budget is 5k USD", "budget is $5,000"),
]
SHAPES = [
    (30, "thirty days"),
    ("30", "30 days"),
    (True, "yes"),
    (False, "Nein."),
    ("on", "enabled"),
    ("はい", True),
    (["latex", "penicillin"], ["Penicillin", "latex"]),
    (["penicillin"], "penicillin"),
    (["Mon", "Thu"], "Thursday and Monday"),
    ({"street": "12 Birch Row", "city": "Hull"}, {"city": "hull", "street": "12 birch row"}),
    ({"a": {"b": ["1", "two"]}}, {"a": {"b": [2, 1]}}),
    ("03/04/2026", "2026-04-03"),
    ("03/04/2026", "2026-03-04"),
]
SAME = [*NUMBERS, *MEASURES, *MONEY, *TIMES, *THINGS, *WORDING, *SHAPES]

OTHER = [
    ("30 days", "30 months"),
    ("30 days", "1 month"),
    ("75 mcg", "75 mg"),
    ("5 mg", "5 ml"),
    ("$49 per month", "€49 per month"),
    ("$49 per month", "$49 per year"),
    ("100 requests per second", "100 requests per minute"),
    ("twice a day", "twice a week"),
    ("4500", 45000),
    ("1,5 kg", "15 kg"),
    ("-5", "5"),
    ("-$50", "$50"),
    ("minus two degrees", "two degrees"),
    ("0048213", "0048231"),
    ("0048213", 48213),
    ("15:00", "3:00"),
    ("2026-06-02T09:00:00+02:00", "2026-06-02T09:00:00Z"),
    ("10:00-12:00", "12:00-10:00"),
    ("14 March", "15 March"),
    ("2026-03-14", "2027-03-14"),
    ("May", "March"),
    ("Python 3.10", "Python 3.1"),
    ("1.2.3.4", "1.2.3.5"),
    ("C++", "C#"),
    ("file.py", "file.js"),
    ("http://a.com/x", "http://a.com/y"),
    ("👍", "👎"),
    ("vegan?", "vegan"),
    ("<5", ">5"),
    ("likes tea", "does not like tea"),
    ("tea and coffee", "tea or coffee"),
    ("Anna loves Bob and Carl", "Carl loves Bob and Anna"),
    ("2 cats and 3 dogs", "3 cats and 2 dogs"),
    ("from 5 to 7", "from 7 to 5"),
    ("銀カード", "金カード"),
    (1, True),
    (0, "no"),
    (None, ""),
    ([], {}),
    ([], None),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_two_ways_of_writing_one_value_are_the_same(a, b):
    assert equivalent(a, b)
    assert equivalent(b, a)


@pytest.mark.parametrize(("a", "b"), OTHER)
def test_near_misses_are_not_the_same(a, b):
    assert not equivalent(a, b)
    assert not equivalent(b, a)


def test_entries_that_say_the_same_share_a_fingerprint():
    assert fingerprint({"due": "14 March 2026", "days": ["Mon", "Tue"]}) == fingerprint(
        {"days": ["tuesday", "monday"], "due": "2026-03-14"}
    )
    assert fingerprint("30 days") != fingerprint("30 months")


def test_order_counts_where_the_key_says_so():
    assert not equivalent(["Leeds", "York"], ["York", "Leeds"], "university_choices_ranked")
    assert not equivalent({"steps": ["mix", "bake"]}, {"steps": ["bake", "mix"]})
    assert equivalent({"tags": ["mix", "bake"]}, {"tags": ["bake", "mix"]})


def test_a_bare_number_takes_the_unit_that_its_key_names():
    assert key_unit("refund_window_days") == "day"
    assert key_unit("timeoutSeconds") == "second"
    assert key_unit("city") is None
    assert equivalent(90, "1.5 minutes", "timeout_seconds")
    assert not equivalent(30, "30 months", "refund_window_days")


@pytest.mark.parametrize(
    ("a", "b"), [(30, "30 days"), ("30", "30 days"), (True, "yes"), ("tea", ["tea"]), (11, "eleven")]
)
def test_a_value_in_another_shape_is_noticed_although_it_says_the_same(a, b):
    assert equivalent(a, b)
    assert type_changed(a, b)


@pytest.mark.parametrize(("a", "b"), [("30 days", "thirty days"), (30, 31), (1, 1.5), ("tea", "coffee")])
def test_values_of_one_shape_have_not_changed_type(a, b):
    assert not type_changed(a, b)
