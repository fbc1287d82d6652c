"""Before and after, with the words that differ marked and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.reports.difference import difference, whole
from auditor.reports.document import Style, text_of

SIGNS = {Style.REMOVED: "[-{}-]", Style.ADDED: "{{+{}+}}", Style.GAP: "<{}>", Style.PLAIN: "{}"}


def marked(before, after):
    return tuple(
        "".join(SIGNS[span.style].format(span.text) for span in side) for side in difference(before, after)
    )


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        ("limit 4500 EUR", "limit 45000 EUR", "limit [-4500-] EUR", "limit {+45000+} EUR"),
        ("costs $3.50 now", "costs $3.75 now", "costs $[-3.50-] now", "costs ${+3.75+} now"),
        ("draft", "submitted", "[-draft-]", "{+submitted+}"),
        ("likes tea", "likes green tea", "likes tea", "likes {+green +}tea"),
        ("会议在星期一", "会议在星期二", "会议在星期[-一-]", "会议在星期{+二+}"),
        ("明日は休み", "今日は休み", "[-明-]日は休み", "{+今+}日は休み"),
        ("גר בתל אביב", "גר בירושלים", "גר [-בתל אביב-]", "גר {+בירושלים+}"),
        ("a\nb", "a\nc", "a\n[-b-]", "a\n{+c+}"),
        ("", "new", "", "{+new+}"),
        ("same", "same", "same", "same"),
    ],
)
def test_only_the_words_that_differ_are_marked(before, after, old, new):
    assert marked(before, after) == (old, new)


def test_a_difference_deep_in_a_long_text_is_shown_with_its_surroundings():
    before, after = "a " * 5_000 + "one" + " b" * 5_000, "a " * 5_000 + "two" + " b" * 5_000
    old, new = marked(before, after)
    assert "[-one-]" in old
    assert "{+two+}" in new
    assert "characters the same" in old
    assert len(old) < 600


def test_two_long_texts_with_nothing_in_common_are_cut_and_say_so():
    old, new = difference("x" * 10_000, "y" * 20_000)
    assert text_of(old).endswith("more characters")
    assert len(text_of(new)) < 2_000


def test_a_long_value_is_cut_and_says_by_how_much():
    assert text_of(whole("x" * 1_000)) == "x" * 800 + "… 200 more characters"


@given(st.text(max_size=200), st.text(max_size=200))
def test_each_side_reads_as_its_own_text_when_nothing_is_left_out(before, after):
    old, new = difference(before, after)
    if not any(span.style is Style.GAP for span in (*old, *new)):
        assert (text_of(old), text_of(new)) == (before, after)
    assert all(span.style is not Style.ADDED for span in old)
    assert all(span.style is not Style.REMOVED for span in new)


@given(st.text(max_size=200))
def test_equal_texts_have_no_marks(text):
    assert all(span.style in {Style.PLAIN, Style.GAP} for side in difference(text, text) for span in side)
