import os
import re
import subprocess
import sys
from pathlib import Path

from benchmarks.scale import with_needs

ROOT = Path(__file__).parents[2]


def rows(*options):
    """The cells of the table's rows by what was measured."""
    command = [sys.executable, "-m", "benchmarks.scale", *options]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, check=True, capture_output=True, text=True)
    table = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines()[2:]]
    return {cells[1]: cells for cells in table}


def test_all_ways_of_comparing_find_the_same_number_of_changes(tmp_path):
    found = rows("--sizes", "3000", "--steps", "obvious,deepdiff,snapshot,compare", "--folder", str(tmp_path))
    assert not [cells for cells in found.values() if "failed" in cells[2]]
    changes = {
        what: re.search(r"([\d,]+) changes", cells[-1])[1]
        for what, cells in found.items()
        if "changes" in cells[-1] and "first" not in what and "another" not in what
    }
    assert len(changes) == 6
    assert len(set(changes.values())) == 1
    assert list(tmp_path.iterdir()) == []


def test_the_second_night_adds_little_to_the_disk(tmp_path):
    found = rows("--sizes", "5000", "--steps", "snapshot-json", "--folder", str(tmp_path))
    sizes = [float(re.search(r"([\d.]+) MB", cells[-1])[1]) for cells in found.values()]
    assert sizes[1] < sizes[0] / 10


def test_a_step_brings_those_that_it_works_on():
    names = [step.name for step in with_needs(("compare",))]
    assert names == ["snapshot-json-1", "snapshot-json-2", "snapshot-alone", "compare-full", "compare-delta"]
