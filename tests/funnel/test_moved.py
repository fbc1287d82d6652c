"""Old values moved by the user's words."""

import pytest

from auditor.funnel.moved import moved
from auditor.funnel.statements import statement


@pytest.mark.parametrize(
    ("old", "told", "new"),
    [
        ("20.5", "half a degree up", "21"),
        ("0.14", "a cent less per word", "0.13"),
        ("100", "ten percent more", "110"),
        ("90", "two years longer, for a fiver more", "95"),
        ("14", "we lost a student", "13"),
        ("10", "half as long again", "15"),
        ("07:10", "half an hour earlier", "06:40"),
        ("2026-05-29", "one week more for everybody", "2026-06-05"),
    ],
)
def test_the_words_move_the_value(old, told, new):
    assert moved(statement(old), statement(new).values[0], told)


@pytest.mark.parametrize(
    ("old", "told", "new"),
    [("25", "we go twice a year", "50"), ("20", "two more", "23"), ("07:10", "an hour later", "06:40")],
)
def test_other_words_do_not(old, told, new):
    assert not moved(statement(old), statement(new).values[0], told)
