"""A real llama.cpp server: does the protocol hold? Run by `make test-models`, which builds it."""

import pytest
from llama_server import BUILT, PLACE

from auditor.models.budget import Calls, Limits
from auditor.models.interface import InMemory, ModelError, Question, UnusableAnswerError
from auditor.models.llm import LlmJudge
from auditor.models.openai_compatible import OpenAiCompatible
from auditor.models.panel import Panel
from auditor.models.prompts import PairPrompt

ONE = Question("user: We moved to Ghent last week.", "home city: Antwerp")
TWO = Question("user: The rent is 900 now.", "rent: 850 EUR")

pytestmark = [pytest.mark.models, BUILT]


def judge_of(server, key=None, **options):
    return LlmJudge(Calls(OpenAiCompatible(server.url, "any", key), Limits()), PairPrompt(), **options)


def asked(judge, questions):
    found = {}
    return found, judge.ask(questions, found.__setitem__)


def test_the_smallest_model_answers_in_the_schema_and_is_refused_for_what_it_says(serve):
    judge = judge_of(serve("-c", "4096"))
    found, problem = asked(judge, [ONE])
    assert (len(found), problem) == (1, "")
    advice = Panel([judge], InMemory()).ask([ONE], "night")
    assert advice.opinions == {}
    assert "was not asked" in advice.problems[0]


def test_several_questions_in_a_call_and_several_calls_at_once(serve):
    judge = judge_of(serve("-c", "8192", "--parallel", "2"), batch=2, concurrency=2)
    found, problem = asked(judge, [ONE, TWO, Question("user: I like tea.", "pet: a cat")])
    assert (len(found), problem) == (3, "")


def test_an_answer_that_is_cut_off_is_refused(serve):
    prompt = PairPrompt()
    model = OpenAiCompatible(serve("-c", "4096").url, "any")
    with pytest.raises(UnusableAnswerError, match="cut off"):
        model.reply(prompt.messages(prompt.items([ONE])), {"type": "object"}, 2, 60)


def test_a_question_longer_than_the_context_is_told_from_a_form_that_is_refused(serve):
    found, problem = asked(judge_of(serve("-c", "256")), [ONE])
    assert found == {}
    assert "longer than the model's context" in problem


def test_a_key_that_is_wrong_is_said_so(serve):
    server = serve("-c", "4096", "--api-key", "right")
    assert asked(judge_of(server, "right"), [ONE])[1] == ""
    assert "does not accept the key" in asked(judge_of(server, "wrong"), [ONE])[1]


def test_a_server_that_is_killed_leaves_questions_open(serve):
    server = serve("-c", "4096")
    judge = judge_of(server)
    assert asked(judge, [ONE])[1] == ""
    server.close()
    found, problem = asked(judge, [ONE, TWO])
    assert (found, problem.startswith("model unavailable: ")) == ({}, True)
    with pytest.raises(ModelError):
        judge.trial()


@pytest.mark.skipif(
    not (PLACE / "qwen.gguf").exists(), reason="AUDITOR_LLM_LARGE=1 fetches the model that judges"
)
def test_a_model_of_one_and_a_half_billion_earns_its_say(serve):
    trial = judge_of(serve("-c", "4096", weights="qwen.gguf")).trial()
    assert not trial.constant
    assert trial.accuracy >= 0.75
