"""A real llama.cpp server: does the protocol hold? Run by `make test-models`, which builds it."""

import os
import socket
import subprocess
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from auditor.models.budget import Calls, Limits
from auditor.models.interface import InMemory, ModelError, Question, UnusableAnswerError
from auditor.models.llm import LlmJudge
from auditor.models.openai_compatible import OpenAiCompatible
from auditor.models.panel import Panel
from auditor.models.prompts import PairPrompt

PLACE = Path(os.environ.get("AUDITOR_LLM", Path.home() / ".cache" / "memory-auditor-llm"))
ONE = Question("user: We moved to Ghent last week.", "home city: Antwerp")
TWO = Question("user: The rent is 900 now.", "rent: 850 EUR")

pytestmark = [
    pytest.mark.models,
    pytest.mark.skipif(not (PLACE / "llama-server").exists(), reason="the llama.cpp server was not built"),
]


class Server:
    """A running server for one model."""

    def __init__(self, weights, *options):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        command = [PLACE / "llama-server", "-m", PLACE / weights, "--host", "127.0.0.1", "--port", str(port)]
        command += ["-t", "1", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(600):
            try:
                urlopen(f"{self.url}/health", timeout=1)
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError("the server did not start")

    def close(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def serve():
    servers = []

    def start(*options, weights="smollm2.gguf"):
        servers.append(Server(weights, *options))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


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
