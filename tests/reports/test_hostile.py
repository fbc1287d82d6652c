"""Whatever stands in a store or a conversation is shown as text, in every field and every format."""

import io
import re
import time
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from report_nights import ASSIGNMENT, audit, said, store

from auditor.records import NotChecked, Note, Severity
from auditor.reports import build, print_summary, render_html, render_markdown, summary_lines

HOSTILE = {
    "script": "<script>alert(1)</script>",
    "handler": '"><img src=x onerror=alert(1)>',
    "attribute": "' onmouseover='alert(1)",
    "comment": "--><!-- <![CDATA[ ]]> </title></style></details>",
    "jinja": "{{ 7 * 7 }}{% raw %}{# x #}",
    "link": "[click](javascript:alert(1)) ![i](http://evil.example/p.png) <javascript:alert(1)>",
    "pipe": "a | b || c \\| d",
    "backticks": "``` `x` ``` ~~~",
    "heading": "# Heading\n## Another\nSetext\n===\n- item\n1. one\n> quote\n---",
    "emphasis": "**bold** _it_ ~~gone~~ *x*",
    "ansi": "\x1b[31mred\x1b[0m\x1b]8;;http://evil.example\x07link\x9b2J",
    "bidi": "user\u202etxt.exe\u2066x\u2069",
    "hidden": "a\u200bb\u00adc\ufeff\U000e0041\U000e0042",
    "nul": "a\x00b\x08c\rd\x7f",
    "surrogate": "half \ud800 pair",
}
EVIL_TAGS = {"script", "img", "iframe", "object", "embed", "form", "base"}


def night_of(text):
    """A night with ``text`` in every field that a store or a conversation fills."""
    evil = replace(
        ASSIGNMENT,
        store=text,
        key=text,
        previous_key=f"old {text}",
        reason=text,
        advice=text,
        before=text,
        after={text: [text]},
        evidence=(said(text, text, source=text), replace(said("user", text), entry_key=text)),
        owner=text,
        row=text,
    )
    harmless = replace(evil, label="safe", kind="user_update", id="s1")
    decided = replace(evil, state="accepted", id="d1")
    notes = [
        Note(text, (text, text), "secret", Severity.HIGH, text, "n1"),
        Note(text, (text,), "echo", Severity.LOW, text, "n2"),
    ]
    return audit(
        store(
            evil,
            harmless,
            decided,
            store=text,
            status="partial",
            reason=text,
            notes=notes,
            not_checked=[NotChecked(text, text, text)],
            provenance={"x": text},
        ),
        store(store=f"2 {text}"),
        job=text,
        provenance={"y": text},
    )


class Page(HTMLParser):
    """The tags, attributes and text of a page."""

    def __init__(self, source):
        super().__init__()
        self.tags, self.attributes, self.text = set(), [], []
        self.feed(source)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.text.append(data)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_html_shows_it_as_text(text):
    page = Page(render_html(build(night_of(text))))
    assert not page.tags & EVIL_TAGS
    assert not [name for name, _ in page.attributes if name.startswith("on") or name in {"src", "style"}]
    assert all(
        value.startswith(("#", "data:,")) for name, value in page.attributes if name in {"href", "xlink:href"}
    )


@pytest.mark.parametrize("name", ["script", "handler", "link", "jinja", "emphasis", "backticks"])
def test_html_shows_every_character_of_it(name):
    assert HOSTILE[name] in "".join(Page(render_html(build(night_of(HOSTILE[name])))).text)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("form", ["html", "markdown", "console"])
def test_no_invisible_character_is_left(text, form):
    night = night_of(text)
    shown = {
        "html": lambda: render_html(build(night)),
        "markdown": lambda: render_markdown(build(night)),
        "console": lambda: "\n".join(summary_lines(night)),
    }[form]()
    assert not re.search(
        "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff"
        "\U000e0000-\U000e0fff]",
        shown,
    )


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_markdown_shows_it_as_text(text):
    report = render_markdown(build(night_of(text)))
    harmless = render_markdown(build(night_of("harmless")))
    assert not re.search(r"<\w|<!|</", report)
    assert not re.search(r"(?<!\\)\]\(", report)
    assert not re.search(r"(?i)(?<!\\)https?://|(?<!\\)www\.", re.sub("`[^`\n]+`", "", report))
    headings = re.compile(r"(?m)^#+ ")
    assert len(headings.findall(report)) == len(headings.findall(harmless))
    assert report.count("\n```") == harmless.count("\n```")
    assert cells(report) == cells(harmless)


def cells(report):
    """How many cells each table row has, as GitHub counts them."""
    rows = [line for line in report.splitlines() if line.startswith("|")]
    return [len(re.findall(r"(?<!\\)\|", row)) for row in rows]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_the_terminal_gets_one_line_for_one_thing(text):
    out = io.StringIO()
    print_summary(night_of(text), file=out)
    assert len(out.getvalue().splitlines()) == len(summary_lines(night_of("harmless")))


def test_a_direction_override_is_named_and_not_obeyed():
    page = render_html(build(night_of(HOSTILE["bidi"])))
    assert "user⟨U+202E⟩txt.exe" in page


def test_endless_texts_stay_small_and_quick():
    start = time.process_time()
    night = night_of("long word " * 500_000)
    document = build(night)
    page, report = render_html(document), render_markdown(document)
    assert len(page) + len(report) + sum(map(len, summary_lines(night))) < 100_000
    assert time.process_time() - start < 3


def test_a_change_at_the_end_of_an_endless_text_is_shown():
    long = "long word " * 500_000
    page = render_html(build(audit(store(replace(ASSIGNMENT, before=f"{long}one", after=f"{long}two")))))
    assert "<del>one</del>" in page
    assert "<ins>two</ins>" in page
    assert "4,999,880 characters the same" in page


def test_no_credential_is_shown_anywhere():
    night = night_of("the db password is hunter2-example")
    document = build(night)
    for shown in (render_html(document), render_markdown(document), "\n".join(summary_lines(night))):
        assert "hunter2" not in shown


def test_a_page_may_load_nothing_and_run_nothing():
    page = render_html(build(night_of("x")))
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)[1]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "script" not in policy
    assert "unsafe" not in policy


def test_a_command_shows_what_it_is_told_to_find_its_ledger_by():
    night = replace(night_of("x"), provenance={"options": "--job 'my job.toml'\x1b[2J\nrm"})
    assert "auditor explain 2a360e168884 --job &#39;my job.toml&#39;␛[2J ⏎ rm" in render_html(build(night))
