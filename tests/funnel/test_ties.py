"""Which words may hang together is told without looking at every pair."""

import random

from auditor.funnel.meanings import listed_words
from auditor.funnel.ties import Tie, may_be_tied, tie


def test_words_that_are_passed_over_have_no_tie():
    known = sorted(listed_words())
    chosen = random.Random(1)
    for word in [*chosen.sample(known, 60), "catch", "caught", "dismissal", "dostenir"]:
        words = frozenset([*chosen.sample(known, 80), f"{word}er", word[:-1], "dostenira", "dismiss"])
        passed_over = words - may_be_tied(word, words)
        assert {tie(word, other) for other in passed_over} <= {Tie.NONE}
        assert {tie(other, word) for other in passed_over} <= {Tie.NONE}


def test_a_made_up_word_is_held_against_none_but_those_that_begin_like_it():
    assert may_be_tied("dostenir", frozenset({"soup", "dostenira", "meat"})) == {"dostenira"}
