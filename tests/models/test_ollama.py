"""Ollama's real client against an endpoint that answers as Ollama does, and as it should not."""

import pytest
from endpoints import honest

from auditor.models.budget import Calls, Limits
from auditor.models.interface import Question, Stance
from auditor.models.llm import LlmJudge
from auditor.models.ollama import OllamaChat
from auditor.models.prompts import PairPrompt

ONE = Question("user: We moved to Ghent last week.", "home city: Antwerp")


@pytest.fixture
def judge(endpoint, watch):
    model = OllamaChat(endpoint.url, "small", local_only=True)
    return LlmJudge(Calls(model, Limits(call_seconds=5), watch), PairPrompt())


def test_a_schema_is_asked_for_and_the_answer_found(endpoint, judge, answers):
    assert answers(judge, [ONE]) == ({ONE: Stance.CONTRADICTS}, "")
    request = endpoint.requests[0]
    assert request["format"]["properties"]["answers"]["type"] == "array"
    assert request["options"]["temperature"] == 0
    assert request["stream"] is False


def test_an_answer_that_was_cut_off_is_never_read(endpoint, judge, answers):
    endpoint.finish = "length"
    found, problem = answers(judge, [ONE])
    assert (found, "cut off" in problem) == ({}, True)


@pytest.mark.parametrize("text", ["", "prose", b"not JSON", b"{}", b"[]", b"x" * 3_000_000])
def test_garbage_is_no_answer_and_no_crash(endpoint, judge, answers, text):
    endpoint.text = lambda request: text
    found, problem = answers(judge, [ONE])
    assert found == {}
    assert problem.startswith("model unavailable: ")


@pytest.mark.parametrize(
    ("status", "says"),
    [(404, "does not know the model"), (401, "does not accept the key"), (500, "it answered 500")],
)
def test_a_refusal_says_which(endpoint, judge, answers, status, says):
    endpoint.script = [(status, {}, {"error": "model 'small' not found"})] * 3
    found, problem = answers(judge, [ONE])
    assert found == {}
    assert says in problem


def test_a_redirection_is_not_followed(endpoint, judge, answers):
    endpoint.script = [(307, {"Location": "http://93.184.216.34/api/chat"}, {})]
    found, problem = answers(judge, [ONE])
    assert found == {}
    assert problem.startswith("model unavailable: ")


def test_a_passing_failure_is_tried_again(endpoint, judge, answers):
    endpoint.script = [(503, {}, {"error": "loading"})]
    endpoint.text = honest("neither")
    assert answers(judge, [ONE])[0] == {ONE: Stance.NEITHER}
