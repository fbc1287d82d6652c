"""A note's line says the same with and without its markup."""

import pytest

from auditor.verdicts.markup import unmarked


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("- [work] Based in [[Offices/Arlen|Arlen]]. #office (told on 2026-11-10)", "Based in Arlen."),
        ("- Build with `make`", "Build with make"),
        ("* [ ] Call Ben", "Call Ben"),
        ("1. Never push to main", "Never push to main"),
        ("**Why:** Ada asked for it", "Why: Ada asked for it"),
        ("Likes tea #drinks", "Likes tea"),
    ],
)
def test_markup_says_nothing(line, said):
    assert unmarked(line) == said


@pytest.mark.parametrize(
    "text",
    ["-5 °C in the cellar", "Invoice #42 is open", "3.5 kg", "Rent (cold) is 900 EUR", "#hashtags only", "-"],
)
def test_what_only_looks_like_markup_stays(text):
    assert unmarked(text) == text
