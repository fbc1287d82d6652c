import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_changed_entry_is_judged_with_and_without_conversations():
    command = [sys.executable, "-m", "benchmarks.judging", "--entries", "10", "--turns", "0,20"]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, check=True, capture_output=True, text=True)
    table = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines()[2:]]
    assert [cells[:2] for cells in table] == [["10", "0"], ["10", "20"]]
    assert table[0][-1].startswith("10, ")
