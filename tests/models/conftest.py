"""What the tests of models share; ``endpoints.py`` is beside them."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from endpoints import Endpoint, FakeWatch

from auditor.models.budget import Calls, Limits
from auditor.models.llm import LlmJudge
from auditor.models.openai_compatible import OpenAiCompatible
from auditor.models.prompts import PairPrompt


@pytest.fixture
def endpoint():
    with closing(Endpoint()) as running:
        yield running


@pytest.fixture
def watch():
    return FakeWatch()


@pytest.fixture
def judge_at(watch):
    """Makes a judge of what answers at an endpoint."""

    def make(endpoint, *, limits=None, redact=(), **options):
        calls = Calls(OpenAiCompatible(endpoint.url, "small"), limits or Limits(call_seconds=5), watch)
        return LlmJudge(calls, PairPrompt(redact), **options)

    return make


@pytest.fixture
def answers():
    """Asks a judge and gives back the stances and the problem."""

    def ask(judge, questions):
        found = {}
        problem = judge.ask(questions, lambda question, opinion: found.__setitem__(question, opinion.stance))
        return found, problem

    return ask
