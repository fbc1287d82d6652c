"""Markdown that a CommonMark renderer shows just as it was meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from report_nights import NIGHTS
from test_hostile import HOSTILE, night_of

from auditor.reports import build, render_markdown
from auditor.reports.difference import difference
from auditor.reports.document import Span, Style, code, plain, text_of
from auditor.reports.markdown import cell, escaped, inline, quoted
from auditor.reports.shown import visible

RENDERER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
EXPECTED = {
    *("h1", "h2", "h3", "h4", "p", "ul", "li", "strong", "em", "s", "code", "pre", "blockquote", "br", "hr"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ODD = st.text(alphabet=st.sampled_from("ab1 \n*_~`|[]()<>#&!\\-+=.:/"), max_size=30) | st.text(max_size=30)


def tokens(markdown):
    for token in RENDERER.parse(markdown):
        yield token
        yield from token.children or ()


def shown(markdown):
    """The words that a reader sees, line breaks as they are."""
    breaks = {"softbreak": "\n", "hardbreak": "\n"}
    return "".join(
        breaks.get(token.type, token.content)
        for token in tokens(markdown)
        if token.type in {"text", "code_inline", *breaks}
    )


def squeezed(text):
    return "".join(text.split())


@given(ODD)
def test_escaped_text_is_shown_as_it_is(text):
    text = visible(text).replace("\n", " ")
    markdown = f"x {escaped(text)}"
    assert {token.tag for token in tokens(markdown)} <= {"p", ""}
    assert squeezed(shown(markdown)) == squeezed(f"x {text}")


@given(ODD)
def test_quoted_lines_are_shown_as_they_are(text):
    text = visible(text)
    markdown = f"> {quoted(plain(text))}\n"
    assert {token.tag for token in tokens(markdown)} <= {"p", "blockquote", "br", ""}
    assert squeezed(shown(markdown)) == squeezed(text)


@given(ODD, ODD)
def test_a_difference_is_shown_with_its_own_words_only(before, after):
    for side in difference(visible(before).replace("\n", " "), visible(after).replace("\n", " ")):
        markdown = f"- Now: {inline(side)}"
        assert {token.tag for token in tokens(markdown)} <= {"ul", "li", "p", "strong", "s", "em", ""}


@pytest.mark.parametrize(
    ("spans", "html"),
    [
        ([Span("Dr. Vos"), Span(", room 4", Style.ADDED)], "Dr. Vos, <strong>room 4</strong>"),
        ([Span("a.", Style.REMOVED), Span("b")], "<s>a</s>.b"),
        ([Span("5"), Span("!", Style.ADDED)], "5 <strong>!</strong>"),
        ([Span("会议在"), Span("一", Style.REMOVED)], "会议在<s>一</s>"),
        ([Span("is "), Span("new ", Style.ADDED), Span("tea")], "is <strong>new</strong> tea"),
    ],
)
def test_marks_count_as_marks_wherever_they_stand(spans, html):
    assert RENDERER.renderInline(inline(tuple(spans))) == html


@pytest.mark.parametrize("text", ["a|b", "a`b|c", "a\\|b", "\\", "`"])
def test_a_cell_shows_vertical_lines_and_stays_one_cell(text):
    table = f"| a | b |\n| --- | --- |\n| {cell(code(text))} | {cell(plain(text))} |\n"
    cells = [token for token in tokens(table) if token.type == "td_open"]
    assert len(cells) == 2
    assert shown(table) == f"ab{text}{text}"


@pytest.mark.parametrize("name", NIGHTS)
def test_a_report_has_only_the_elements_that_it_should(name):
    assert {token.tag for token in tokens(render_markdown(build(NIGHTS[name]())))} <= {*EXPECTED, ""}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_report_on_hostile_values_has_only_the_elements_that_it_should(text):
    report = render_markdown(build(night_of(text)))
    assert {token.tag for token in tokens(report)} <= {*EXPECTED, ""}
    assert not [token for token in tokens(report) if token.type in {"html_block", "html_inline", "link_open"}]


def test_text_of_a_difference_is_what_is_rendered():
    old, new = difference("limit 4500 EUR", "limit 45000 EUR")
    assert shown(inline(old)) == text_of(old)
    assert shown(inline(new)) == text_of(new)
