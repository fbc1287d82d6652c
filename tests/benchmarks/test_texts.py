"""The measurement of single texts runs."""

import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]


def test_both_costs_are_told() -> None:
    """One row with the cost of describing an entry and of reading a turn, both more than nothing."""
    command = [sys.executable, "-m", "benchmarks.texts", "--rounds", "1"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=_ROOT)
    *_, row = ran.stdout.splitlines()
    assert all(float(cost) > 0 for cost in row.strip("| ").split("|"))
