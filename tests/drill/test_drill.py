"""The drill fails a naive memory on everything and a correct one on nothing."""

import json

import pytest
from click.testing import CliRunner

from auditor.cli.app import LazyGroup
from auditor.drill.checks import CHECKS, run
from auditor.drill.naive import NaiveMemory
from auditor.drill.reference import ReferenceMemory


@pytest.mark.parametrize("name", CHECKS)
def test_the_naive_memory_fails(name: str) -> None:
    assert CHECKS[name](NaiveMemory()) is not None


@pytest.mark.parametrize("name", CHECKS)
def test_the_reference_passes(name: str) -> None:
    assert CHECKS[name](ReferenceMemory()) is None


def test_a_memory_that_raises_fails_with_what_it_raised() -> None:
    class Broken(NaiveMemory):
        def remember(self, record: object) -> str:
            raise OSError("disk full")

    assert {one.reason for one in run(Broken)} == {"raised OSError: disk full"}


@pytest.mark.parametrize(
    ("adapter", "code", "failed"),
    [("auditor.drill.naive:NaiveMemory", 1, len(CHECKS)), ("auditor.drill.reference:ReferenceMemory", 0, 0)],
)
def test_the_command_reports_and_exits(adapter: str, code: int, failed: int) -> None:
    result = CliRunner().invoke(LazyGroup(), ["drill", adapter, "--json"])
    assert result.exit_code == code
    assert json.loads(result.stdout)["failed"] == failed


def test_an_adapter_that_is_not_there_is_a_usage_error() -> None:
    assert CliRunner().invoke(LazyGroup(), ["drill", "no_such_module:X"]).exit_code == 2
