"""A sentence in other words is no news, and one with another content is."""

import pytest
from verdict_cases import alarms, kinds, night, talk

CHATTER = talk("user: What's the weather like tomorrow?", "agent: Mild and dry.")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Wants invoices as a PDF", "Invoices should be sent in PDF format"),
        ("Prefers to be called in the evening", "Likes to be called in the evening"),
        ("Prefers trams over buses", "Would rather take trams than buses"),
        ("Likes postcards better than emails", "Prefers postcards to emails"),
        ("Wants to be met at the airport", "Prefers being met at the airport"),
        ("Rubbish is collected on Thursdays", "Rubbish collection happens every Thursday"),
        ("Standups are every Monday", "Standups happen weekly, on Mondays"),
    ],
)
def test_other_words_for_the_same_are_equivalent(before, after):
    found = night([{"id": "m1", "text": before}], [{"id": "m1", "text": after}], CHATTER)
    assert kinds(found) == {"m1": "equivalent"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Wants invoices as a PDF", "Wants invoices on paper"),
        ("Prefers to be called in the evening", "Prefers to be called in the morning"),
        ("Prefers trams over buses", "Prefers buses over trams"),
        ("Likes cherries", "Likes neither cherries nor plums"),
    ],
)
def test_another_content_in_like_words_is_an_alarm(before, after):
    found = night([{"id": "m1", "text": before}], [{"id": "m1", "text": after}], CHATTER)
    assert [one.key for one in alarms(found)] == ["m1"]
