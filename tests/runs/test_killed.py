"""SIGKILL at any point of a run leaves the night before whole, and the next run completes."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).with_name("killed_at.py")
NIGHT_1 = {"name": "Ines", "allergy": "peanuts", "city": "Porto"}
NIGHT_2 = {"name": "Ines", "allergy": "none", "city": "Porto"}
NEVER = 10**9
KILLED = -9
ALL = os.environ.get("AUDITOR_TESTS") == "long"


def auditor(state: Path, at: str, deadly: int = NEVER) -> subprocess.CompletedProcess[str]:
    store = state / "memory.json"
    arguments = ["run", "--store", str(store), "--state", str(state), "--at", at]
    command = [sys.executable, str(DRIVER), str(deadly), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def report(state: Path, day: str) -> dict[str, object]:
    """A report as it would be in any working folder."""
    document = json.loads((state / "reports" / "memory.json" / f"{day}.json").read_bytes())
    del document["provenance"]["options"]
    return document


def two_nights(state: Path, deadly: int = NEVER) -> subprocess.CompletedProcess[str]:
    return auditor(state, "2026-11-28T03:00:00Z", deadly)


@pytest.fixture(scope="module")
def first_night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    state = tmp_path_factory.mktemp("first")
    (state / "memory.json").write_text(json.dumps(NIGHT_1))
    assert auditor(state, "2026-11-27T03:00:00Z").returncode == 0
    (state / "memory.json").write_text(json.dumps(NIGHT_2))
    return state


@pytest.fixture(scope="module")
def undisturbed(first_night: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    state = tmp_path_factory.mktemp("undisturbed") / "state"
    shutil.copytree(first_night, state)
    run = two_nights(state)
    assert run.returncode == 1, run.stderr
    return state, int(run.stderr.split()[-1])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(40 if ALL else 8))
def test_a_run_that_is_killed_anywhere_loses_nothing_and_the_next_one_completes(
    part: int, first_night: Path, undisturbed: tuple[Path, int], tmp_path: Path
) -> None:
    whole, steps = undisturbed
    parts = 40 if ALL else 8
    for deadly in range(1 + part, steps + 1, parts) if ALL else [1 + part * steps // parts]:
        state = tmp_path / str(deadly)
        shutil.copytree(first_night, state)
        assert two_nights(state, deadly).returncode == KILLED

        night_before = subprocess.run(
            [sys.executable, "-m", "auditor", "verify", "--state", str(state)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert night_before.returncode == 0, night_before.stdout + night_before.stderr
        assert report(state, "2026-11-27") == report(whole, "2026-11-27")

        again = auditor(state, "2026-11-29T03:00:00Z")
        assert again.returncode == 1, (deadly, again.stderr)
        loss = [finding for finding in _findings(state) if finding["key"] == "allergy"]
        assert [finding["label"] for finding in loss] == ["contradiction"], deadly
        leftovers = [path for path in state.rglob("*") if path.suffix == ".tmp"]
        assert leftovers == []


@pytest.mark.slow
def test_the_next_run_after_a_kill_writes_the_report_that_was_missing(
    first_night: Path, undisturbed: tuple[Path, int], tmp_path: Path
) -> None:
    whole, steps = undisturbed
    state = tmp_path / "state"
    shutil.copytree(first_night, state)
    deadly = next(
        number for number in range(steps, 0, -1)
        if _killed_between_copy_and_report(first_night, tmp_path / f"try-{number}", number)
    )  # fmt: skip
    assert two_nights(state, deadly).returncode == KILLED
    assert auditor(state, "2026-11-29T03:00:00Z").returncode == 1
    assert report(state, "2026-11-28") == report(whole, "2026-11-28")


def _killed_between_copy_and_report(first_night: Path, state: Path, deadly: int) -> bool:
    shutil.copytree(first_night, state)
    two_nights(state, deadly)
    copies = list((state / "snapshots" / "memory.json").glob("*.json"))
    return len(copies) == 2 and not (state / "reports" / "memory.json" / "2026-11-28.md").exists()


def _findings(state):
    return report(state, "2026-11-29")["findings"]
