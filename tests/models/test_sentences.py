"""The extractor's second layer: a model puts a user's own words together, and nothing else."""

import json
from datetime import UTC, datetime

import pytest
from endpoints import items_of

from auditor.facts import read_facts
from auditor.facts.model_layer import ModelLayer, was_said
from auditor.models.budget import Calls, Limits
from auditor.models.interface import Asking, InMemory
from auditor.models.openai_compatible import OpenAiCompatible
from auditor.models.prompts import SentencePrompt
from auditor.models.sentences import Extract, Sentence, SentenceReader
from auditor.records import Authority, Speaker, Transcript, Turn

AT = datetime(2026, 3, 5, 12, tzinfo=UTC)
SAID = ("user: I have two cats and a garden.", "user: The older one is called Momo.")


def talk(*lines):
    turns = [
        Turn(Speaker(line.split(":", 1)[0]), line.split(":", 1)[1].strip(), number, AT)
        for number, line in enumerate(lines)
    ]
    return Transcript("t", turns, AT)


@pytest.fixture
def layer_at(endpoint, watch):
    def make(memory=None, **options):
        calls = Calls(OpenAiCompatible(endpoint.url, "small"), Limits(call_seconds=5), watch)
        return ModelLayer(SentenceReader(calls, SentencePrompt(), memory or InMemory(), **options))

    return make


def facts_with(layer, *lines):
    return read_facts([talk(*lines)], more=lambda _, facts: layer.with_more(facts))


def says(quote, fact):
    """A model that reads ``fact`` in every sentence."""
    return lambda request: json.dumps(
        {"answers": [{"id": one["id"], "quote": quote, "fact": fact} for one in items_of(request)]}
    )


def test_a_clause_that_leans_on_another_is_made_to_stand_alone(endpoint, layer_at):
    endpoint.text = says("The older one is called Momo", "The older of the two cats is called Momo")
    layer = layer_at()
    facts = facts_with(layer, *SAID)
    (added,) = [one for one in facts if one.text == "The older of the two cats is called Momo"]
    plain = next(one for one in read_facts([talk(*SAID)]) if "Momo" in one.quote)
    assert (added.authority, added.mood, added.turn) == (Authority.USER, plain.mood, 1)
    assert added.confidence < plain.confidence
    assert (layer.added, layer.dropped, layer.unread) == (1, 0, 0)
    (item,) = items_of(endpoint.requests[-1])
    assert "cats" in item["BEFORE"]


@pytest.mark.parametrize(
    ("quote", "fact"),
    [
        ("The older one is named Momo", "The older cat is called Momo"),  # not verbatim
        ("The older one is called Momo", "The older cat is called Felix"),  # a name that nobody said
        ("The older one is called Momo", "The older of 3 cats is called Momo"),  # a number that nobody said
        ("The older one is called Momo", "The older cat is not called Momo"),  # turned round
        ("The", "The older cat is called Momo"),  # a quotation that says nothing
    ],
)
def test_what_the_user_did_not_say_is_dropped_and_counted(endpoint, layer_at, quote, fact):
    endpoint.text = says(quote, fact)
    layer = layer_at()
    assert facts_with(layer, *SAID) == read_facts([talk(*SAID)])
    assert (layer.added, layer.dropped) == (0, 1)


def test_the_agents_words_are_never_put_into_the_users_mouth(endpoint, layer_at):
    endpoint.text = says("that is right", "The user has a severe nut allergy")
    lines = (
        "user: Hello there, I would like lunch.",
        "agent: You have a severe nut allergy.",
        "user: Well, that is right.",
    )
    layer = layer_at()
    facts = facts_with(layer, *lines)
    assert [one for one in facts if one.text == "The user has a severe nut allergy"] == []


@pytest.mark.parametrize("text", ["", "no", '{"answers": 7}', b"\x00", '{"answers": [{"id": "x"}]}'])
def test_garbage_adds_nothing_and_is_counted(endpoint, layer_at, text):
    endpoint.text = lambda request: text
    layer = layer_at()
    assert facts_with(layer, *SAID) == read_facts([talk(*SAID)])
    assert layer.unread == 1


def test_a_model_without_json_may_write_attribute_and_value():
    sentence = Sentence("the name is Momo", "my older cat")
    assert was_said(Extract("Momo", "name: Momo"), sentence)
    assert not was_said(Extract("Momo", "breed: Momo"), sentence)


def test_attribute_and_value_are_read_where_there_is_no_json(endpoint, layer_at):
    endpoint.text = lambda request: "name = Momo"
    layer = layer_at()
    facts = facts_with(
        layer, "user: I have two cats and a garden.", "user: The name of the older one is Momo."
    )
    assert [one.text for one in facts if one.quote == "Momo"] == ["name: Momo"]


def test_what_was_read_once_is_not_read_again(endpoint, layer_at):
    endpoint.text = says("The older one is called Momo", "The older of the two cats is called Momo")
    memory = InMemory()
    first = facts_with(layer_at(memory), *SAID)
    asked = len(endpoint.requests)
    assert facts_with(layer_at(memory, asking=Asking.REMEMBERED), *SAID) == first
    assert len(endpoint.requests) == asked == 1


def test_a_night_audited_again_asks_nothing_new(endpoint, layer_at):
    layer = layer_at(asking=Asking.REMEMBERED)
    facts_with(layer, *SAID)
    assert (endpoint.requests, layer.unread) == ([], 1)
