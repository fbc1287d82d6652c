"""What users call themselves."""

import pytest

from auditor.facts.naming import own_names


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("u Hi, I'm Tamsin. I work from the Dunmore office.", "Tamsin"),
        ("u My name is Ines Okafor and I have a question.", "Ines Okafor"),
        ("u Hello, this is Marek calling about my order", "Marek"),
        ("u Please call me Pip", "Pip"),
        ("u Hallo, ich heiße Jürgen.", "Jürgen"),
        ("u Je m’appelle Odile", "Odile"),
    ],
)
def test_a_user_introduces_themselves(conversation, said, name):
    assert own_names([conversation(said)]) == {name}


@pytest.mark.parametrize(
    "said",
    [
        "u I'm German, so I'd like the invoice in German",
        "u I'm Tired of this",
        "u What are the figures for Corin?",
        "u My brother is called Tom, and this is Biscuit, my dog, on the photo",
        "a I'm Pilot, your assistant",
    ],
)
def test_whoever_else_is_named_is_not_the_user(conversation, said):
    assert own_names([conversation(said)]) == frozenset()
