"""The summary in a terminal and in a pipe."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from report_nights import bad_night, degraded_night, quiet_night

from auditor.records import NotChecked
from auditor.reports import print_summary, summary_lines
from auditor.reports.shown import change_line


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_verdict_comes_first_and_the_report_last():
    lines = summary_lines(bad_night(), [Path("reports/job/latest.html")])
    assert lines[0] == "30 of 42 memories and 1 warning need your eyes."
    assert lines[-1] == "Report: reports/job/latest.html"


def test_each_finding_shows_what_became_of_the_memory_on_one_line():
    lines = summary_lines(bad_night())
    at = next(place for place, line in enumerate(lines) if " diet " in line)
    change = "“Vegetarian, likes to cook with lentils” → “Eats a beef steak every Friday, likes to cook with lentils”"
    assert lines[at + 1].strip() == change


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (None, "likes tea", "“likes tea”"),
        ("likes tea", None, "“likes tea” is gone"),
        ("likes tea", "likes tea", "“likes tea”"),
        (None, None, ""),
        (None, "the key", ""),
        ({"a": 1}, {"a": 2}, '“{"a": 1}” → “{"a": 2}”'),
        ("a\x1b[2Jb\n<b>", None, "“a␛[2Jb ⏎ <b>” is gone"),
        (None, "x" * 5_000_000, f"“{'x' * 80}…”"),
        (
            "same " * 40 + "old",
            "same " * 40 + "new",
            "“…same same same same old” → “…same same same same new”",
        ),
        (None, "token ghp_0123456789abcdefghijABCDEFGHIJ012345", "“token gh•••”"),
    ],
)
def test_a_value_on_one_line_is_bounded_masked_and_shows_where_it_differs(before, after, shown):
    assert change_line(before, after, "the key") == shown


def test_twenty_findings_are_listed_and_the_rest_is_counted():
    assert "  and 10 more in the report" in summary_lines(bad_night())


def test_what_was_read_in_part_and_not_checked_is_named():
    text = "\n".join(summary_lines(degraded_night()))
    assert "team-notes is partial: line 812 of MEMORY.md is cut off" in text
    assert "Not checked: 3, each with its reason in the report." in text


def test_conversations_that_could_not_be_read_are_named_at_once():
    night = quiet_night()
    unheard = NotChecked(
        "assistant", "", "the conversations at chats could not be read: gone", "conversation"
    )
    stores = [replace(night.stores[0], not_checked=[unheard])]
    assert "  the conversations at chats could not be read: gone" in summary_lines(
        replace(night, stores=stores)
    )


def test_a_quiet_night_is_two_lines():
    assert len(summary_lines(quiet_night())) == 2


def test_a_pipe_gets_no_colour():
    out = io.StringIO()
    print_summary(bad_night(), file=out)
    assert "\x1b" not in out.getvalue()


def test_a_terminal_gets_the_verdict_in_colour(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    out = Terminal()
    print_summary(bad_night(), file=out)
    first, *rest = out.getvalue().splitlines()
    assert "\x1b[1;31m" in first
    assert "\x1b" not in "".join(rest)


@pytest.mark.parametrize("night", [bad_night, quiet_night])
def test_no_color_is_respected(monkeypatch, night):
    monkeypatch.setenv("NO_COLOR", "1")
    out = Terminal()
    print_summary(night(), file=out)
    assert "\x1b" not in out.getvalue()
