import re
from pathlib import Path

import pytest

from auditor.records import Label
from auditor.verdicts.happening import Happening
from auditor.verdicts.newness import Newness
from auditor.verdicts.standing import Standing
from auditor.verdicts.table import LOSS, STEP_ONE, STEP_THREE, STEP_TWO, badness, first_match

LABELS = Path(__file__).parents[2] / "docs" / "labels.md"


@pytest.mark.parametrize(
    ("rows", "step"), [(STEP_ONE, Happening), (LOSS, Happening), (STEP_TWO, Newness), (STEP_THREE, Standing)]
)
def test_every_condition_of_the_table_is_asked_of_its_step(rows, step):
    assert {name for row in rows for name in row.when} <= set(dir(step))


def test_every_kind_of_the_table_is_documented():
    documented = set(re.findall(r"`([a-z_]+)`", LABELS.read_text(encoding="utf-8")))
    assert {row.kind for row in (*STEP_ONE, *STEP_TWO, *STEP_THREE)} <= documented


def test_the_first_row_whose_conditions_all_hold_decides():
    holds = {"changed", "only_metadata", "guard_weakened"}
    row = first_match(STEP_ONE, lambda name: name in holds)
    assert (row.label, row.kind) == (Label.CONTRADICTION, "guard_weakened")


def test_without_coverage_nothing_is_called_invented():
    for row in STEP_TWO:
        if row.label is Label.HALLUCINATION:
            assert "covered" in row.when


def test_contradictions_are_worse_than_hallucinations_and_those_than_quiet_rows():
    ordered = sorted(STEP_TWO, key=badness)
    order = [Label.CONTRADICTION, Label.HALLUCINATION, Label.SAFE, Label.EXPANSION]
    ranks = [order.index(row.label) for row in ordered]
    assert ranks == sorted(ranks)
