"""No verdict changes by what should change none: orders to the auditor, other ids, another order, chatter.

The nights are those of tests/scenarios (never the held-out ones): a tenth of them always, all in
``make test-long``.
"""

import json
import os
import random
from pathlib import Path

import pytest
from metamorphic.nights import CHANGES, OWN_KEY, findings, names_of

FOLDER = Path(__file__).parents[1] / "scenarios"
LINES = [
    json.loads(line)
    for name in ("open", "second")
    for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
]
TENTH = 10


def sample():
    if os.environ.get("AUDITOR_TESTS") == "long":
        return LINES
    return random.Random(3).sample(LINES, len(LINES) // TENTH)


@pytest.mark.slow
@pytest.mark.parametrize("line", sample(), ids=lambda line: line["id"])
@pytest.mark.parametrize("change", CHANGES)
def test_no_verdict_changes_by(change, line):
    names = names_of(line) if change == "other ids" else {}
    wanted = {names.get(key, key): found for key, found in findings(line).items()}
    got = findings(CHANGES[change](line, random.Random(line["id"])))
    got.pop(OWN_KEY, None)
    assert got == wanted
