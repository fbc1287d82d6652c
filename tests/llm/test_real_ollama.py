"""Ollama's real client, through a server that speaks as Ollama does, to a real model behind it."""

import pytest
from endpoints import Endpoint, constant, honest
from llama_server import BUILT, PLACE, Proxy

from auditor.models.budget import Calls, Limits
from auditor.models.interface import ModelError, Question, Stance
from auditor.models.llm import LlmJudge
from auditor.models.ollama import OllamaChat
from auditor.models.prompts import PairPrompt

ONE = Question("user: We moved to Ghent last week.", "home city: Antwerp")

pytestmark = [
    pytest.mark.models,
    pytest.mark.skipif(not Proxy.python.exists(), reason="the proxy that speaks as Ollama is not installed"),
]


@pytest.fixture
def translated():
    """Starts proxies in front of addresses."""
    running = []

    def start(url):
        running.append(Proxy(url, "small"))
        return running[-1]

    yield start
    for proxy in running:
        proxy.close()


def judge_at(url, model="llama/small"):
    calls = Calls(OllamaChat(url, model, local_only=True), Limits(call_seconds=120))
    return LlmJudge(calls, PairPrompt())


def asked(judge, *questions):
    found = {}
    problem = judge.ask(questions, lambda question, opinion: found.__setitem__(question, opinion.stance))
    return found, problem


def test_the_schema_reaches_the_model_behind_and_its_answer_comes_back(translated):
    behind = Endpoint(honest())
    assert asked(judge_at(translated(behind.url).url), ONE) == ({ONE: Stance.CONTRADICTS}, "")
    sent = behind.requests[-1]["response_format"]
    assert sent["type"] == "json_schema"
    assert "answers" in str(sent["json_schema"])
    behind.close()


def test_a_model_with_one_answer_is_refused_through_it_too(translated):
    behind = Endpoint(constant("contradicts"))
    assert "same answer to everything" in judge_at(translated(behind.url).url).refusal()
    behind.close()


def test_a_model_that_it_does_not_know_is_said_so(translated):
    behind = Endpoint(honest())
    found, problem = asked(judge_at(translated(behind.url).url, "nobody/none"), ONE)
    assert (found, problem.startswith("model unavailable: it answered ")) == ({}, True)
    behind.close()


def test_it_dies_between_two_questions(translated):
    behind = Endpoint(honest())
    proxy = translated(behind.url)
    judge = judge_at(proxy.url)
    assert asked(judge, ONE)[1] == ""
    proxy.close()
    assert asked(judge, ONE)[0] == {}
    with pytest.raises(ModelError, match="no connection"):
        judge.trial()
    behind.close()


@BUILT
@pytest.mark.parametrize("weights", ["smollm2.gguf", "qwen.gguf"])
def test_a_real_model_answers_in_the_schema(serve, translated, weights):
    if not (PLACE / weights).exists():
        pytest.skip("AUDITOR_LLM_LARGE=1 fetches the model that judges")
    behind = serve("-c", "4096", weights=weights)
    found, problem = asked(judge_at(translated(behind.url).url), ONE)
    assert (list(found), problem) == ([ONE], "")
