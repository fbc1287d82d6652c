"""A memory layer's author inherits the drill as tests."""

import pytest

from auditor.drill.checks import CHECKS
from auditor.drill.naive import NaiveMemory
from auditor.drill.reference import ReferenceMemory
from auditor.testing import DrillContract

TESTS = [name for name in dir(DrillContract) if name.startswith("test_")]


class TestReference(DrillContract):
    def memory(self):
        return ReferenceMemory()


class Naive(DrillContract):
    def memory(self):
        return NaiveMemory()


def test_every_check_of_the_drill_is_a_test():
    assert sorted(TESTS) == sorted(f"test_{name.replace(' ', '_')}" for name in CHECKS)


@pytest.mark.parametrize("name", TESTS)
def test_a_naive_memory_fails_each(name):
    with pytest.raises(AssertionError):
        getattr(Naive(), name)()
