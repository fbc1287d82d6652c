import time

import pytest

from auditor.facts.clauses import clauses


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved to Ghent, but my sister stayed.", ["I moved to Ghent", "my sister stayed"]),
        ("I now live in Ghent, not in Almere.", ["I now live in Ghent", "not in Almere"]),
        ("Tea is fine; coffee isn't.", ["Tea is fine", "coffee isn't"]),
        ("My wife and I moved to Oslo", ["My wife and I moved to Oslo"]),
        ("I need chairs, glasses and plates", ["I need chairs, glasses and plates"]),
        ("I like coffee just as much as tea", ["I like coffee just as much as tea"]),
        ("I'm on lisinopril, is grapefruit a problem?", ["I'm on lisinopril", "is grapefruit a problem"]),
        ("Switch it off and put the heating back to 21.", ["Switch it off", "put the heating back to 21"]),
        (
            "Pick us up at 19 Castle Hill instead of Wharf Lane.",
            ["Pick us up at 19 Castle Hill", "instead of Wharf Lane"],
        ),
        ("We use Postgres (since March) for billing", ["We use Postgres", "since March", "for billing"]),
        ("Ms. Tannhof starts at 5 p.m. on Friday.", ["Ms. Tannhof starts at 5 p.m. on Friday"]),
        ("member: T. Halvorsen, joined 2019", ["member: T. Halvorsen, joined 2019"]),
        ("Vitamin D. I'm not on blood thinners.", ["Vitamin D", "I'm not on blood thinners"]),
        ("im down to fifteen hours thats all", ["im down to fifteen hours", "thats all"]),
        ("I told my boss I'm leaving", ["I told my boss I'm leaving"]),
        ("That's no longer true", ["That's no longer true"]),
        ("会议改到周五下午三点了，地点不变。", ["会议改到周五下午三点了", "地点不变"]),
        ("Am 2. April habe ich Urlaub.", ["Am 2. April habe ich Urlaub"]),
    ],
)
def test_a_turn_falls_into_its_clauses(text, expected):
    assert [c.text for c in clauses(text)] == expected


def test_words_between_quotation_marks_are_their_own_quoted_clause():
    found = clauses('My heroine says: "I have three kids." Make it funnier.')
    assert [(c.text, c.quoted) for c in found] == [
        ("My heroine says:", False),
        ("I have three kids", True),
        ("Make it funnier", False),
    ]


def test_a_short_quoted_name_stays_in_its_clause():
    assert [c.text for c in clauses('I am on the "Gold" plan.')] == ['I am on the "Gold" plan']


def test_a_record_is_split_only_where_its_parts_are_set_apart():
    found = clauses("order A-7731: status shipped, carrier Bluehaul; paid", record=True)
    assert [c.text for c in found] == ["order A-7731: status shipped, carrier Bluehaul", "paid"]


def test_the_time_to_split_grows_with_the_length_of_the_text():
    text = "i moved to ghent and my sister stayed but its fine, so we (mostly) write; " * 100

    def seconds(copies: int) -> float:
        begun = time.process_time()
        clauses(text * copies)
        return time.process_time() - begun

    seconds(1)
    once = max(min(seconds(1) for _ in range(3)), 0.001)
    assert min(seconds(8) for _ in range(3)) < 40 * once


def test_an_emoji_ends_a_sentence_and_a_laughing_one_stays_with_its_words():
    told = clauses("wardrobe era is over 🎉 Joss lets me use his studio")
    assert [clause.text for clause in told] == ["wardrobe era is over", "Joss lets me use his studio"]
    assert len(clauses("i love mondays 😂 so much fun")) == 1


def test_a_title_with_an_initial_ends_no_sentence():
    assert clauses("Mrs L. has had her stick swapped.")[0].text == "Mrs L. has had her stick swapped"
