"""A list is searched for only where one of its first words stands, and finds what it would find anyway."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.facts.leads import leads, only_foreign
from auditor.facts.lexicon import lists, pattern, search

_SEARCHED = [("moods", key) for key in lists("moods")] + [
    ("corrections", "withdrawn"),
    ("corrections", "kind_number"),
    ("readbacks", "relative"),
    ("replies", "strong"),
    ("sources", "hearsay"),
]
_SPOKEN = [
    "i",
    "wish",
    "would",
    "not",
    "don't",
    "never",
    "please",
    "can",
    "you",
    "could",
    "forget",
    "delete",
    "what",
    "if",
    "imagine",
    "no",
    "yes",
    "sure",
    "maybe",
    "haha",
    "role-play",
    "roleplay",
    "role",
    "play",
    "j/k",
    "lol",
    "we'd",
    "rather",
    "'d",
    "like",
    "going",
    "to",
    "gonna",
    "instead",
    "of",
    "24",
    "14th",
    "not",
    "that's",
    "right",
    "isn't",
    "it",
    "und",
    "nicht",
    "könnte",
    "vielleicht",
    "bitte",
    "quizás",
    "peut-être",
    "oublie",
    "oubliez",
    "也许",
    "もし",
    "请",
    "ですか",
    "www",
    "😂",
]


@given(st.lists(st.sampled_from([*_SPOKEN, ",", ".", "?"]), max_size=12).map(" ".join))
def test_the_first_words_of_a_list_hide_nothing_of_it(text: str) -> None:
    """Whatever the pattern of a list finds, looking for its first words beforehand finds too."""
    for name, key in _SEARCHED:
        ours, plainly = search(name, key, text), pattern(name, key).search(text)
        assert (ours and ours.span()) == (plainly and plainly.span()), (name, key)


@pytest.mark.parametrize(
    ("phrase", "words"),
    [
        ("no longer", {"no"}),
        ("(?:can|could) you", {"can", "could"}),
        ("i(?:'d| would) like", {"i"}),
        ("(?:just )?kidding", {"just", "kidding"}),
        ("role-?play", {"role", "roleplay"}),
        ("favou?r", {"favour", "favor"}),
        ("(?:(?:and|but),? )*if", {"and", "but", "if"}),
        ("oublie[zr]?", {"oublie", "oubliez", "oublier"}),
        (r"\byes\b|\bno\b", {"yes", "no"}),
    ],
)
def test_the_first_words_of_a_phrase_are_read_off_it(phrase: str, words: set[str]) -> None:
    """Alternatives, options and short forms are followed."""
    assert leads(phrase, whole=True) == words


@pytest.mark.parametrize("phrase", [r"\w+n't", "[0-9]+ days", "ha+", "(?:ha)+", ".*"])
def test_where_anything_may_stand_first_no_word_is_promised(phrase: str) -> None:
    """Such a phrase is always searched for."""
    assert leads(phrase, whole=True) is None


def test_a_phrase_may_go_on_within_its_word_unless_it_is_whole() -> None:
    """ "forget" at the start of "forgetful" is found by a list that does not ask for whole words."""
    assert leads("forget", whole=False) is None
    assert leads(r"forget\b", whole=False) == {"forget"}


def test_phrases_that_begin_with_a_foreign_sign_are_in_no_plain_text() -> None:
    """Unless that sign may be left out."""
    assert only_foreign("也许|もし")
    assert not only_foreign("¿?puedes")
    assert not only_foreign("也许|maybe")
